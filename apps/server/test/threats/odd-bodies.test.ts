/**
 * T20: every route that reads JSON takes an object or no body, from every caller. Any other body creates, signs and ends nothing.
 */
// Review of 25 November 2026: the second attack.
import { randomUUID } from 'node:crypto';
import { becomeDeveloper } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from '../house/open-house.ts';
import { offeredRoutes } from '../house/surface.ts';

/** Read by the authorization server, which takes forms. */
const OF_FORMS = /\/(?:auth|authorize|logout|endSession|token|access_token|revocation|revoke|par)$/;
/** Not offered: every request is refused. */
const NOT_OFFERED = /^\/api\/v1\/(?:signing-baskets|card-accounts)/;

let house: House;
const cookies: Record<string, string> = {};
let token: string;
beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  const [developer, customer] = [house.browse(), house.browse()];
  await becomeDeveloper(developer);
  token = await house.token(customer);
  Object.assign(cookies, { developer: developer.cookieHeader('/api/tpp'), customer: customer.cookieHeader('/bank/session') });
});
afterAll(() => house.close());

const routes = offeredRoutes({ mode: 'development', bank: 'sandbox' }).filter(
  ({ method, url }) => method !== 'GET' && !OF_FORMS.test(url) && !NOT_OFFERED.test(url),
);

async function send({ method, url }: { method: string; url: string }, payload: string, as: 'developer' | 'customer' | 'nobody') {
  const own = { origin: house.config.publicUrl, 'content-type': 'application/json', 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.7' };
  const who = as === 'nobody' ? {} : { cookie: cookies[as] ?? '', ...(url.startsWith('/api/v1/') ? { authorization: `Bearer ${token}` } : {}) };
  const address = url.replaceAll(/:\w+|\*/g, 'x');
  return house.portico.app.inject({ method: method as 'POST', url: address, headers: { ...own, ...who }, payload });
}

describe.each(['null', '""', '[]', '0', 'false', '"{}"', '[{}]', ' null '])('the body %s', (body) => {
  it.each(['nobody', 'developer', 'customer'] as const)('is refused to %s on every route as half a body is', async (as) => {
    const read: string[] = [];
    for (const route of routes) {
      const [odd, half] = [await send(route, body, as), await send(route, '{"x":', as)];
      const same = odd.statusCode === half.statusCode && odd.statusCode >= 400;
      const isTold = half.statusCode !== 400 || odd.body.includes('The body must be an object.');
      if (!same || !isTold) read.push(`${route.method} ${route.url}: ${odd.statusCode} ${odd.body.slice(0, 120)}, half a body ${half.statusCode}`);
    }
    expect(read).toEqual([]);
  });
});

describe.each<[what: string, body: string]>([
  ['a text of three megabytes', JSON.stringify({ x: 'y'.repeat(3 * 1024 * 1024) })],
  ['100,000 levels', `${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['60,000 fields', JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1])))],
  ['a field with a name of three megabytes', JSON.stringify({ ['x'.repeat(3_000_000)]: 1 })],
  ['60,000 items', JSON.stringify({ payments: Array.from({ length: 60_000 }, () => ({})) })],
])('the body of %s', (_what, body) => {
  it.each(['nobody', 'developer', 'customer'] as const)('is refused to %s on every route with a short 4xx', async (as) => {
    const read: string[] = [];
    for (const route of routes) {
      const { statusCode, body: answer } = await send(route, body, as);
      if (statusCode < 400 || statusCode >= 500 || answer.length > 10_000) read.push(`${route.method} ${route.url}: ${statusCode} ${answer.length}`);
    }
    expect(read).toEqual([]);
  });
});

it('this test calls more than 80 routes, and more than 60 of them check their body', async () => {
  expect(routes.length).toBeGreaterThan(80);
  const refused = await Promise.all(routes.map((route) => send(route, 'null', 'customer')));
  expect(refused.filter(({ statusCode }) => statusCode === 400).length).toBeGreaterThan(60);
});
