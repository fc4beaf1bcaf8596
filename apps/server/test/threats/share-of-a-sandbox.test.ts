// The ninth attack, S3: calls that wait for a change of their sandbox leave connections to the database free for other sandboxes.
import { createHash } from 'node:crypto';
import { type TokenUser, TokenUserList } from '@portico/contract';
import { type Browser, enterSigning, identityOf, jsonOf, openBrowser, signInAtBank, textOf } from '@portico/testkit';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from '#platform/once.ts';
import { changingSandbox } from '#platform/tenant/sandbox-changes.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { openFallbackDesk } from '../house/fallback-desk.ts';
import { GOOD_REQUESTS } from '../house/xs2a/good-requests.ts';
import { openWorld, type World } from '../house/xs2a/world.ts';

const [ADA, OTHER] = ['dev_ada', 'dev_meanwhile'];
/** Of twelve connections the holder of the locks has one. The request log may write with others, which makes the share smaller. */
const [SHARE, SHARE_MIN] = [6, 4];
const AT_ONCE = 10;
/** Of the eight connections that the changes of four developers leave free. */
const SHARE_OF_ALL = 4;
const AUTHORIZATION = '/api/v2/am/realms/psd2/protocol/openid-connect/auth';

type Call = () => Promise<{ readonly status: number }>;
type MakeCall = () => Promise<Call>;

let world: World;
let user: TokenUser;
beforeAll(async () => {
  world = await openWorld();
  // A job may wait for the same rows, beside the calls.
  await world.house.platform.jobs.stop(1_000);
  expect((await world.house.send(OTHER, 'POST', '/api/tpp')).status).toBe(204);
  const users = Value.Parse(TokenUserList, (await world.house.send(ADA, 'GET', '/api/tpp/psu')).body);
  const found = users.find(({ id }) => id === world.holder.customerId);
  if (found === undefined) throw new Error('The holder is no customer.');
  user = found;
});
afterAll(() => world.house.close());

function browse(): Browser {
  const { publicUrl } = world.house.config;
  return openBrowser(overInject(world.house.app, publicUrl), publicUrl);
}
const login = () => ({ country: user.country, ...user.customer, method: user.authMethods[0] ?? '' });

/** A payment that waits for its signature. */
async function linkOfPayment(): Promise<string> {
  const request = await GOOD_REQUESTS.initiatePayment?.(world);
  if (request === undefined) throw new Error('No payment is known.');
  return textOf((await world.call(request)).body, '_links', 'scaRedirect', 'href');
}

async function enter() {
  const browser = browse();
  return { browser, page: await enterSigning(browser, await linkOfPayment(), login()) };
}

const openDoor = async (browser: Browser) =>
  textOf(jsonOf(await browser.send('POST', '/bank/sign-in', { body: { bankCountry: user.country, returnTo: '/bank/permissions' } })), 'location');

/** A browser whose device was asked and does not answer. A customer is asked once at a time. */
const asked = once(async () => {
  const browser = browse();
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  const door = await openDoor(browser);
  await browser.send('POST', `${door}/authentication`, { body: identityOf(login()) });
  return { browser, door };
});

async function application() {
  const { database, modules } = world.house;
  const app = await modules.tppApps.requireOfDeveloper(database.db, { developerId: ADA });
  const secret = textOf((await world.house.send(ADA, 'POST', '/api/tpp/secret/reveal')).body, 'clientSecret');
  const verifier = 'v'.repeat(43);
  const redirectUri = app.redirectUris[0] ?? '';
  const wanted = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: 'openid',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    bank_country: user.country,
  };
  const token = (form: object) =>
    browse().send('POST', '/api/v2/openam/token', { body: { client_id: app.clientId, client_secret: secret, redirect_uri: redirectUri, ...form } });
  return { address: `${AUTHORIZATION}?${new URLSearchParams(wanted)}`, verifier, token };
}

/** What a customer, a browser at the door and an application without a token ask. */
const PAGES: Readonly<Record<string, MakeCall>> = {
  'the signature': async () => {
    const { page } = await enter();
    const [iban = ''] = await page.ibans();
    return () => page.sign(iban);
  },
  'the refusal': async () => (await enter()).page.refuse,
  'the details of a payment': async () => {
    const { browser, page } = await enter();
    return () => browser.send('GET', '/api/ui/payment/details', { headers: page.headers });
  },
  'the bank session': async () => {
    const { browser } = await enter();
    return () => browser.send('GET', '/bank/session');
  },
  'the permissions': async () => {
    const { browser } = await enter();
    return () => browser.send('GET', '/bank/permissions/given');
  },
  'the way to a signature': async () => {
    const { browser } = await enter();
    const link = await linkOfPayment();
    return () => browser.send('GET', link);
  },
  'the way to a signature before a sign-in': async () => {
    const link = await linkOfPayment();
    return () => browse().send('GET', link);
  },
  'an authorization': async () => {
    const { address } = await application();
    return () => browse().send('GET', address);
  },
  'a code': async () => {
    const { address, verifier, token } = await application();
    const browser = browse();
    const way = await signInAtBank(browser, (await browser.send('GET', address)).headers.location ?? '', login());
    const back = new URL((await browser.send('GET', way)).headers.location ?? '');
    const form = { grant_type: 'authorization_code', code: back.searchParams.get('code'), code_verifier: verifier };
    return () => token(form);
  },
  'the fallback interface': async () => {
    const desk = await openFallbackDesk(world.house, ADA);
    return () => desk.call('POST', '/sign-ins', { body: { userName: user.userName } });
  },
  // The customer's phone is asked from here on.
  'the wait at the door': async () => {
    const { browser, door } = await asked();
    return () => browser.send('GET', `${door}/challenge`);
  },
  'the answer of the device': async () => {
    const { browser } = await asked();
    const id = textOf(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges', '0', 'challengeId');
    return () => browser.send('POST', `/bank/device/challenges/${id}/answer`, { body: { answer: 'refuse' } });
  },
  'the start at the door': async () => {
    const browser = browse();
    const door = await openDoor(browser);
    return () => browser.send('POST', `${door}/authentication`, { body: identityOf(login()) });
  },
};

/** Each operation of the API. Resets wait for one another in the server. */
const OPERATIONS = Object.entries(GOOD_REQUESTS)
  .filter(([operation]) => operation !== 'resetSandbox')
  .map(([operation, make]): readonly [string, MakeCall] => [
    operation,
    async () => {
      const request = await make(world);
      return () => world.send({ ...request, headers: { ...request.headers, 'x-request-id': crypto.randomUUID() } });
    },
  ]);

/** Locks each row of the sandbox, as all its changes together do: reset, seed, import, another token, customers, accounts, clock, deletion. */
async function holdSandbox(sandboxId = world.holder.sandboxId) {
  const [held, ended] = [Promise.withResolvers<() => Promise<number>>(), Promise.withResolvers<void>()];
  const lasting = world.house.database.db.transaction().execute(async (tx) => {
    // The engine ends a transaction that has no statement for ten seconds.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select from sandbox where id = ${sandboxId} for update`.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'sandbox_id' and table_type = 'BASE TABLE'`.execute(tx);
    for (const { name } of rows) await sql`select from ${sql.table(name)} where sandbox_id = ${sandboxId} for update`.execute(tx);
    held.resolve(async () => {
      // A transaction keeps what it first read of other connections.
      await sql`select pg_stat_clear_snapshot()`.execute(tx);
      const waiting = sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query !~ 'request_log'`;
      return (await waiting.execute(tx)).rows[0]?.count ?? 0;
    });
    await ended.promise;
  });
  const waiting = await held.promise;
  return {
    waiting,
    async end() {
      ended.resolve();
      await lasting;
    },
  };
}

/** As {@link holdSandbox}, as a change that this server makes. */
async function holdAsChange(sandboxId: string) {
  const [held, ended] = [Promise.withResolvers<Awaited<ReturnType<typeof holdSandbox>>>(), Promise.withResolvers<void>()];
  const lasting = changingSandbox(sandboxId, async () => {
    const holder = await holdSandbox(sandboxId);
    held.resolve(holder);
    await ended.promise;
    await holder.end();
  });
  const { waiting } = await held.promise;
  return {
    waiting,
    async end() {
      ended.resolve();
      await lasting;
    },
  };
}

const meanwhile = async (): Promise<readonly number[]> => [
  (await world.house.send(OTHER, 'GET', '/api/tpp/psu')).status,
  (await world.house.send(OTHER, 'GET', '/api/tpp/refresh')).status,
  (await world.send(world.as(world.stranger.bearer, world.request('GET', '/account-list')))).status,
];
const answered = (answers: readonly PromiseSettledResult<{ readonly status: number }>[]) =>
  answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : String(answer.reason)));

/** PostgreSQL only: the embedded database has one connection. */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('while each row of a sandbox is locked, others are answered beside many calls of', () => {
  it.each([...OPERATIONS, ...Object.entries(PAGES)])('%s', async (_name, make) => {
    const call = await make();
    const holder = await holdSandbox();
    let ended = 0;
    const sent = Array.from({ length: AT_ONCE }, () =>
      call().finally(() => {
        ended += 1;
      }),
    );
    const answers = Promise.allSettled(sent);
    try {
      const moved = async () => ended === AT_ONCE || (await holder.waiting()) >= SHARE_MIN;
      await expect.poll(moved, { interval: 5 }).toBe(true);
      expect(await meanwhile()).toEqual([200, 200, 200]);
      expect(await holder.waiting()).toBeLessThanOrEqual(SHARE);
    } finally {
      await holder.end();
    }
    expect(answered(await answers).filter((status) => Number(status) !== 503 && !(Number(status) < 500))).toEqual([]);
  });
});

describe.runIf(process.env.TEST_DATABASE === 'postgres')('while four developers change their sandboxes and call beside it', () => {
  it('others are answered', async () => {
    const { holder, withRole } = world;
    const bearers = [holder.bearer, ...Object.values(withRole)];
    const ids = await Promise.all(
      [ADA, 'dev_ais', 'dev_pis', 'dev_piis'].map(async (developerId) => {
        const { modules, database } = world.house;
        return (await modules.tppApps.requireOfDeveloper(database.db, { developerId })).sandboxId;
      }),
    );
    const holders: Awaited<ReturnType<typeof holdAsChange>>[] = [];
    for (const id of ids) holders.push(await holdAsChange(id));
    const deletions = () => bearers.map((bearer) => world.send(world.as(bearer, world.request('DELETE', '/client-payload'))));
    let ended = 0;
    const calls = Array.from({ length: AT_ONCE }, deletions).flat();
    for (const call of calls)
      void call.finally(() => {
        ended += 1;
      });
    const waiting = async () => (await holders[0]?.waiting()) ?? 0;
    try {
      const moved = async () => ended === calls.length || (await waiting()) >= SHARE_OF_ALL - 1;
      await expect.poll(moved, { interval: 5 }).toBe(true);
      expect(await meanwhile()).toEqual([200, 200, 200]);
      expect(await waiting()).toBeLessThanOrEqual(SHARE_OF_ALL);
    } finally {
      for (const each of holders) await each.end();
    }
    expect(answered(await Promise.allSettled(calls)).filter((status) => Number(status) !== 503 && !(Number(status) < 500))).toEqual([]);
  });
});

describe('beside a change of a sandbox and its calls, all at once', () => {
  it('another sandbox is answered, and no call fails', async () => {
    const calls = await Promise.all(
      OPERATIONS.filter(([operation]) => operation.startsWith('create') || operation.startsWith('initiate')).map(([, make]) => make()),
    );
    const change = world.house.send(ADA, 'POST', '/api/tpp/sandbox/seed', { body: { seed: 'ci-1', confirm: true } });
    const sent = Promise.all(Array.from({ length: AT_ONCE }, () => calls.map((call) => call())).flat());
    expect(await meanwhile()).toEqual([200, 200, 200]);
    expect((await change).status).toBe(200);
    expect((await sent).filter(({ status }) => status >= 500)).toEqual([]);
  });
});
