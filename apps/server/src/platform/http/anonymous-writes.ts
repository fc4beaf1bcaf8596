/**
 * Some requests leave a row although no one has proved who they are: a sign-in that begins, say. So that a stranger cannot fill the database,
 * one network begins so many an hour and no more.
 */
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../allowances/network-of.ts';
import { createHourlyBudget } from './hourly-budget.ts';
import { UiRefusal } from './refusal.ts';
import { operationKeyOf } from './route-rules.ts';

const WAIT_SECONDS = 60 * 60;

export interface AnonymousWritesDeps {
  /** Method and registered path, as `POST /bank/sign-in`. */
  readonly routes: ReadonlySet<string>;
  /** Of one network. */
  readonly perHour: number;
}

/** Call before the routes are registered. */
export function limitAnonymousWrites(app: FastifyInstance, { routes, perHour }: AnonymousWritesDeps): void {
  const spend = createHourlyBudget(perHour);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!routes.has(operationKeyOf(request)) || spend(networkOf(request.ip))) return done();
    throw new UiRefusal(429, 'RATE_LIMITED', 'Too many sign-ins and the like were begun from this network. Nothing was done. Try again in an hour.', {
      headers: { 'retry-after': String(WAIT_SECONDS) },
    });
  });
}
