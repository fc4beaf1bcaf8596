/**
 * Limits requests that create a row without authentication, for example the start of a sign-in. Each network has an hourly limit, so that a stranger
 * cannot fill the database.
 */
import type { FastifyInstance } from 'fastify';
import { networksOf } from '../allowances/network-of.ts';
import { createHourlyBudget } from './hourly-budget.ts';
import { UiRefusal } from './refusal.ts';
import { operationKeyOf } from './route-rules.ts';

const WAIT_SECONDS = 60 * 60;

/**
 * Call before the routes are registered.
 * @param routes method and registered path of each, e.g. `POST /bank/sign-in`
 * @param perHour the most requests of one caller's network; a /48 of IPv6 has four times as many
 */
export function limitAnonymousWrites(app: FastifyInstance, routes: ReadonlySet<string>, perHour: number): void {
  const spend = createHourlyBudget(perHour);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!routes.has(operationKeyOf(request)) || networksOf(request.ip).every(({ name, share }) => spend(name, share))) return done();
    throw new UiRefusal(429, 'RATE_LIMITED', 'Too many sign-ins and the like were begun from this network. Nothing was done. Try again in an hour.', {
      headers: { 'retry-after': String(WAIT_SECONDS) },
    });
  });
}
