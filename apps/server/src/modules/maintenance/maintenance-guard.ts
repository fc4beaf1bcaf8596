/** Refuses new operations during maintenance: 503 with `Retry-After`, in the error format of the interface. Operations in progress continue. */
import type { FastifyInstance } from 'fastify';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Maintenance, Running } from './maintenance.ts';

/** `Retry-After` when the end is unknown. */
const UNKNOWN_END_SECONDS = 120;

/** `isClosed`: whether maintenance closes a route, as `POST`, `/api/v1/payments/:paymentProduct`. */
export function registerMaintenanceGuard(
  app: FastifyInstance,
  maintenance: Pick<Maintenance, 'running'>,
  isClosed: (method: string, route: string) => boolean,
  sayTime: (instant: Date) => string,
): void {
  app.addHook('onRequest', async ({ method, routeOptions, is404 }) => {
    if (is404 || !isClosed(method, routeOptions.url ?? '')) return;
    const running = await maintenance.running();
    if (running === undefined) return;
    throw new UiRefusal(503, 'MAINTENANCE', `${maintenanceText(running, sayTime)} Nothing was done.`, {
      headers: { 'retry-after': String(running.secondsLeft ?? UNKNOWN_END_SECONDS) },
    });
  });
}

/** For applications and developers: English, and visible ASCII (RFC 6749 §4.1.2.1). */
export function maintenanceText({ window: { endsAt } }: Running, sayTime: (instant: Date) => string): string {
  const when = endsAt === undefined ? 'Try again later.' : `It is planned to end at ${sayTime(new Date(endsAt))}; try again then.`;
  return `The service of this bank is being maintained. ${when}`;
}
