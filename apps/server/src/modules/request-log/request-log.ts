/** The request log as other modules use it. */
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#platform/db/database.ts';
import type { CaptureDeps } from './capture-requests.ts';
import type { Measure } from './request-line.ts';

export interface RequestLog {
  /** Call before the routes are registered. */
  capture(app: FastifyInstance, operationOf: CaptureDeps['operationOf'], isProbe: CaptureDeps['isProbe']): void;
  /** Records a measured line that belongs to no request. */
  measure(measure: Omit<Measure, 'endedAt'>): void;
  /** Sends a request of the operator's replay under this id. Its line is marked as a replay and dated back; applications' logs omit it. */
  replay<Answer>(requestId: string, agoMs: number, send: () => Promise<Answer>): Promise<Answer>;
  /** Resolves after the queued lines are written. Never rejects. */
  flush(): Promise<void>;
  /** Number of lines dropped since the start. */
  dropped(): number;
  /** Number of queued lines. */
  waiting(): number;
  forgetApp(tx: Tx, appId: string): Promise<void>;
}
