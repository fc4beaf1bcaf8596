/** The request log as the house sees it. */
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#platform/db/database.ts';
import type { CaptureDeps } from './capture-requests.ts';

export interface RequestLog {
  /** Call before the routes are registered. */
  capture(app: FastifyInstance, deps: Pick<CaptureDeps, 'operationOf'>): void;
  /** What waits is written when it resolves. Never rejects. */
  flush(): Promise<void>;
  /** Lines that were dropped since the start. */
  dropped(): number;
  forgetApp(tx: Tx, appId: string): Promise<void>;
}
