// The ninth attack, S3: what one developer changes at once waits in the server, without a connection to the database.
import { AsyncLocalStorage } from 'node:async_hooks';
import { textOf } from '@portico/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const AT_ONCE = 40;
/** One runs and twenty wait. */
const ADMITTED = 21;

let house: DevelopersHouse;
let number = 0;
beforeAll(async () => {
  house = await openDevelopersHouse();
});
afterAll(() => house.close());

/** Each transaction takes a connection to the database when it begins. Those of other callers and of jobs are not counted. */
interface Counted {
  open: number;
  most: number;
  begun: number;
}
const counted = new AsyncLocalStorage<Counted>();
beforeAll(() => {
  const { db } = house.database;
  const transaction = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementation(() => {
    const made = transaction();
    const count = counted.getStore();
    if (count === undefined) return made;
    const execute = made.execute.bind(made);
    return Object.assign(made, {
      async execute<Result>(work: Parameters<typeof execute<Result>>[0]) {
        count.begun += 1;
        count.open += 1;
        count.most = Math.max(count.most, count.open);
        try {
          return await execute(work);
        } finally {
          count.open -= 1;
        }
      },
    });
  });
});

async function counting<Result>(work: () => Promise<Result>): Promise<Counted & { readonly result: Result }> {
  const count: Counted = { open: 0, most: 0, begun: 0 };
  const result = await counted.run(count, work);
  return Object.assign(count, { result });
}

async function newDeveloper(): Promise<string> {
  number += 1;
  const developer = `dev_turns_${number}`;
  expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  return developer;
}

type Call = (developer: string, index: number) => Promise<{ readonly status: number }>;
const calling =
  (method: string, url: string, body?: unknown): Call =>
  (developer) =>
    house.send(developer, method, url, body === undefined ? {} : { body });

const seed: Call = (developer, index) => house.send(developer, 'POST', '/api/tpp/sandbox/seed', { body: { seed: `ci-${index}`, confirm: true } });
const create = (developer: string, index: number) =>
  house.send(developer, 'POST', '/api/tpp/applications', { body: { clientName: `Number ${index}` } });
const remove = calling('DELETE', '/api/tpp');
const createAndRemove: Call = (developer, index) => (index % 2 === 0 ? create : remove)(developer, index);

const seedAndRemove: Call = (developer, index) => (index % 2 === 0 ? seed : remove)(developer, index);

const atOnce = (developer: string, call: Call, times: number) =>
  Promise.all(Array.from({ length: times }, async (_, index) => (await call(developer, index)).status));

/** The calls of each sandbox may wait for its change. */
async function seedingTwo(developer: string): Promise<Call> {
  const { clientId } = await house.modules.tppApps.requireOfDeveloper(house.database.db, { developerId: developer });
  const second = textOf((await create(developer, 2)).body, 'clientId');
  return (owner, index) => {
    const headers = { 'tpp-client-id': index % 2 === 0 ? clientId : second };
    return house.send(owner, 'POST', '/api/tpp/sandbox/seed', { headers, body: { seed: `ci-${index}`, confirm: true } });
  };
}

/** By the service: a call of the API also writes the request log. */
async function reset(developer: string): Promise<Call> {
  const [user] = await house.sandbox.listUsers({ developerId: developer });
  const { sandboxId } = await house.modules.tppApps.requireOfDeveloper(house.database.db, { developerId: developer });
  return async () => {
    await house.sandbox.reset({ sandboxId, customerId: user?.id ?? '' });
    return { status: 204 };
  };
}

const WISH = { roles: ['pis'], lifetime: 'year', keyType: 'p256' };
const issue = calling('POST', '/api/tpp/certificates', WISH);

/** A server makes its authority at the start. */
async function issuing(): Promise<Call> {
  await house.send(await newDeveloper(), 'GET', '/api/tpp/certificates');
  return issue;
}

async function uploading(): Promise<Call> {
  const issued = await house.send(await newDeveloper(), 'POST', '/api/tpp/certificates', { body: WISH });
  return calling('POST', '/api/tpp/certificates/uploads', { pem: textOf(issued.body, 'files', 'qwac.pem') });
}

describe('what one developer changes at once', () => {
  async function expectOneAtATime(callOf: (developer: string) => Call | Promise<Call>, prepare?: Call): Promise<void> {
    const developer = await newDeveloper();
    const call = await callOf(developer);
    await prepare?.(developer, 0);
    const { begun, most } = await counting(() => atOnce(developer, call, 6));
    expect(begun).toBeGreaterThan(0);
    expect(most).toBe(1);
  }

  it('takes one connection to the database at a time: seeds', () => expectOneAtATime(() => seed));
  it('takes one connection to the database at a time: seeds in two sandboxes', () => expectOneAtATime(seedingTwo));
  it('takes one connection to the database at a time: resets', () => expectOneAtATime(reset));
  it('takes one connection to the database at a time: exports', () => expectOneAtATime(() => calling('GET', '/api/tpp/sandbox/document')));
  it('takes one connection to the database at a time: first applications', () => expectOneAtATime(() => calling('POST', '/api/tpp'), remove));
  it('takes one connection to the database at a time: creations and deletions of applications', () => expectOneAtATime(() => createAndRemove));
  it('takes one connection to the database at a time: seeds and deletions of their application', () => expectOneAtATime(() => seedAndRemove));
  it('takes one connection to the database at a time: changes of an application', () =>
    expectOneAtATime(() => calling('PUT', '/api/tpp', { clientName: 'Another' })));
  it('takes one connection to the database at a time: withdrawals of a change', () => expectOneAtATime(() => calling('DELETE', '/api/tpp/change')));
  it('takes one connection to the database at a time: secrets shown', () => expectOneAtATime(() => calling('POST', '/api/tpp/secret/reveal')));
  it('takes one connection to the database at a time: new secrets', () => expectOneAtATime(() => calling('POST', '/api/tpp/secret/rotation')));
  it('takes one connection to the database at a time: issued certificates', () => expectOneAtATime(issuing));
  it('takes one connection to the database at a time: uploaded certificates', () => expectOneAtATime(uploading));
  it('takes one connection to the database at a time: security profiles', () =>
    expectOneAtATime(() => calling('PUT', '/api/tpp/certificates/profile', { profile: 'basic', signsRequests: false })));

  it('takes one connection to the database at a time: deletions of the account', async () => {
    const developerId = await newDeveloper();
    await house.database.query('insert into developer (developer_id, email) values ($1, $2)', [developerId, `${developerId}@example.com`]);
    const { most, result } = await counting(() =>
      Promise.all([...Array.from({ length: 4 }, () => house.modules.developers.deleteDeveloper(developerId)), create(developerId, 1)]),
    );
    expect(result.filter((deleted) => deleted === true)).toHaveLength(1);
    expect(most).toBe(1);
  });
});

/** PostgreSQL only: the embedded database has one connection. */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('while a change of one developer lasts', () => {
  it.each<[string, Call, readonly number[]]>([
    ['seeds', seed, [200]],
    ['creations and deletions', createAndRemove, [201, 204, 409, 429]],
  ])('forty %s take one connection, and other developers are answered', async (_what, call, ends) => {
    const [busy, other] = [await newDeveloper(), await newDeveloper()];
    const { sandboxId } = await house.modules.tppApps.requireOfDeveloper(house.database.db, { developerId: busy });
    const held = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const lasting = house.database.db.transaction().execute(async (tx) => {
      // The engine ends a transaction that has no statement for ten seconds.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`select from sandbox where id = ${sandboxId} for update`.execute(tx);
      await sql`select pg_advisory_xact_lock(hashtextextended(${`developer:${busy}`}, 0))`.execute(tx);
      held.resolve();
      await end.promise;
    });
    await held.promise;
    const refused: number[] = [];
    const count: Counted = { open: 0, most: 0, begun: 0 };
    const calls = counted.run(count, () =>
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const { status } = await call(busy, index);
        if (status === 429) refused.push(status);
        return status;
      }),
    );
    try {
      await expect.poll(() => [count.open, refused.length], { interval: 20 }).toEqual([1, AT_ONCE - ADMITTED]);
      expect((await house.send(other, 'POST', '/api/tpp/applications', { body: { clientName: 'Meanwhile' } })).status).toBe(201);
      expect((await house.send(other, 'POST', '/api/tpp/sandbox/seed', { body: { seed: 'ci-1', confirm: true } })).status).toBe(200);
      expect((await remove(other, 0)).status).toBe(204);
      expect(count.most).toBe(1);
    } finally {
      end.resolve();
      await lasting;
    }
    const answers = await Promise.all(calls);
    expect(answers.filter((status) => ![...ends, 429].includes(status))).toEqual([]);
    expect(answers.filter((status) => ends.includes(status)).length).toBeGreaterThanOrEqual(ADMITTED);
    expect(count.most).toBe(1);
  });
});
