/** The request log as the house sees it. */
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#platform/db/database.ts';
import type { CaptureDeps } from './capture-requests.ts';
import type { Measure } from './request-line.ts';

export interface RequestLog {
  /** Call before the routes are registered. */
  capture(app: FastifyInstance, deps: Pick<CaptureDeps, 'operationOf' | 'isProbe'>): void;
  /** A line that no request left behind. */
  measure(measure: Omit<Measure, 'endedAt'>): void;
  /** A request of the operator's replay, sent with that id: its line is marked and dated back. It stands in no application's log. */
  replay<Answer>(requestId: string, agoMs: number, send: () => Promise<Answer>): Promise<Answer>;
  /** What waits is written when it resolves. Never rejects. */
  flush(): Promise<void>;
  /** Lines that were dropped since the start. */
  dropped(): number;
  /** Lines that are not written yet. */
  waiting(): number;
  forgetApp(tx: Tx, appId: string): Promise<void>;
}
