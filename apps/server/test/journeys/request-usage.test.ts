/** The figures of a developer's own calls: what is counted, for whom, and when. */
import { RequestUsage } from '@portico/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const [ADA, BEN, CARL] = ['dev_ada', 'dev_ben', 'dev_carl'];
const PATH = '/api/tpp/usage';

let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse();
  for (const developer of [ADA, BEN]) expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.modules.requestLog.flush();
  await house.database.query('delete from request_log');
});

interface Line {
  readonly developer?: string | undefined;
  /** SQL. */
  readonly at?: string;
  readonly ms?: number;
  readonly status?: number;
  readonly code?: string;
  readonly path?: string;
  readonly isAuthenticated?: boolean;
}

async function write(...lines: readonly Line[]): Promise<void> {
  for (const { developer = ADA, at = 'now()', ms = 10, status = 200, code, path = '/api/v1/accounts', isAuthenticated = true } of lines) {
    await house.database.query(
      `insert into request_log (app_id, at, request_id, method, path, status, duration_ms, code, request_headers, response_headers, is_authenticated)
      select app_id, ${at}, 'r', 'GET', $2, $3, $4, $5, '{}', '{}', $6 from tpp_app where developer_id = $1`,
      [developer, path, status, ms, code ?? null, isAuthenticated],
    );
  }
}

async function usageOf(developer: string | undefined, period: '24h' | '7d' | '30d') {
  const { status, body } = await house.send(developer, 'GET', `${PATH}?period=${period}`);
  expect(status).toBe(200);
  return Value.Parse(RequestUsage, body);
}

describe('the usage of an application', () => {
  it.each([
    ['24h', 24, 3_600_000],
    ['7d', 7, 86_400_000],
    ['30d', 30, 86_400_000],
  ] as const)('of %s without calls has %i empty steps and no durations', async (period, count, length) => {
    const { total, steps, errors } = await usageOf(ADA, period);
    expect([total, errors, steps.length]).toEqual([{ calls: 0, failed: 0 }, [], count]);
    const starts = steps.map(({ from }) => Date.parse(from));
    expect(starts).toEqual(starts.map((_start, index) => Number(starts[0]) + index * length));
    expect(starts.every((start) => start % length === 0)).toBe(true);
    expect(steps.every((step) => step.calls === 0 && step.p50Ms === undefined)).toBe(true);
  });

  it('has the duration of its only call as p50 and p95', async () => {
    await write({ ms: 37 });
    expect((await usageOf(ADA, '30d')).total).toEqual({ calls: 1, failed: 0, p50Ms: 37, p95Ms: 37 });
  });

  it('has the median, and a p95 between the two slowest calls', async () => {
    await write(...[10, 20, 30, 40, 1000].map((ms) => ({ ms })));
    expect((await usageOf(ADA, '30d')).total).toEqual({ calls: 5, failed: 0, p50Ms: 30, p95Ms: 808 });
  });

  it.each([
    ['24h', 'hour', 23],
    ['7d', 'day', 144],
    ['30d', 'day', 696],
  ] as const)('of %s begins with the first moment of its first step, in UTC', async (period, unit, hours) => {
    const first = `date_trunc('${unit}', now(), 'UTC') - ${hours} * interval '1 hour'`;
    await write({ at: first, ms: 1 }, { at: `${first} - interval '1 millisecond'`, ms: 2 }, { at: `${first} + interval '1 second'`, ms: 3 });
    const { total, steps } = await usageOf(ADA, period);
    // An hour may end between writing and reading: then the first step is over.
    expect([2, 0]).toContain(total.calls);
    expect(steps[0]?.calls).toBe(total.calls);
  });

  it('counts failed calls by status and code, most frequent first', async () => {
    const refused = { status: 400, code: 'FORMAT_ERROR' };
    await write({}, { status: 302 }, refused, refused, { ...refused, path: '/api/fallback/v1/accounts' }, { status: 499 }, { status: 399 });
    const { total, errors } = await usageOf(ADA, '30d');
    expect(total).toMatchObject({ calls: 7, failed: 4 });
    expect(errors).toEqual([
      { status: 400, code: 'FORMAT_ERROR', isFallback: false, calls: 2 },
      { status: 400, code: 'FORMAT_ERROR', isFallback: true, calls: 1 },
      { status: 499, isFallback: false, calls: 1 },
    ]);
  });

  it('counts no calls of other applications and none that named it without proof', async () => {
    await write({ developer: BEN, status: 500 }, { isAuthenticated: false, status: 401, code: 'invalid_client' });
    expect(await usageOf(ADA, '30d')).toMatchObject({ total: { calls: 0, failed: 0 }, errors: [] });
    expect((await usageOf(BEN, '30d')).total).toMatchObject({ calls: 1, failed: 1 });
  });

  it('counts a real call', async () => {
    const { body } = await house.send(ADA, 'GET', '/api/tpp/psu');
    const bearer = String(
      [body]
        .flat()
        .map((user) => Object(user).access_token)
        .find((token) => token !== undefined),
    );
    expect((await house.send(undefined, 'GET', '/api/v1/account-list', { bearer })).status).toBe(200);
    await house.modules.requestLog.flush();
    expect((await usageOf(ADA, '30d')).total).toMatchObject({ calls: 1, failed: 0 });
  });

  it.each(['?period=', '?period=1h', '?period=24H', '?period=24h&period=7d', '?period=24h&appId=other', '?period=24h&format=xml'])(
    'refuses the query "%s" of a developer with 400, and of a stranger with 401',
    async (query) => {
      const answer = await house.send(ADA, 'GET', PATH + query);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path: expect.stringMatching(/^query:/) }] });
      expect((await house.send(undefined, 'GET', PATH + query)).status).toBe(401);
    },
  );

  it('is 401 without a session and 404 without an application, and is not stored by browsers', async () => {
    expect((await house.send(undefined, 'GET', `${PATH}?period=7d`)).status).toBe(401);
    expect((await house.send(CARL, 'GET', `${PATH}?period=7d`)).status).toBe(404);
    expect((await house.send(ADA, 'GET', `${PATH}?period=7d`)).headers['cache-control']).toBe('no-store');
  });
});
