/** What housekeeping deletes and, above all, what it leaves: one pair of rows on both sides of each limit. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '#platform/clock.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { defineHousekeeping, runHousekeeping } from './housekeeping.ts';

const SANDBOX = 'sbx_old';
const HASH = 'a'.repeat(64);
const NOTHING = {
  'idempotent answers': 0,
  'bank sessions': 0,
  'sign-ins': 0,
  challenges: 0,
  'sign-ups, codes and sessions of developers': 0,
  'tokens, codes, grants and interactions': 0,
};

let database: OpenedDatabase;
let deps: Parameters<typeof runHousekeeping>[0];

beforeEach(async () => {
  database = await openTestDatabase();
  const write = createWriteDoor({ db: database.db, appendAudit: async () => {}, log: pino({ level: 'silent' }) });
  deps = { write, clock: createClock(), shutdown: createShutdown() };
  await database.query('insert into sandbox (id, name) values ($1, $2)', [SANDBOX, 'Old']);
});
afterEach(() => database.close());

const run = () => runHousekeeping(deps);

async function left(table: string, column: string): Promise<readonly unknown[]> {
  const { rows } = await database.query(`select ${column} as name from ${table} order by 1`);
  return rows.map((row) => (typeof row === 'object' && row !== null && 'name' in row ? row.name : undefined));
}

async function addAnswer(key: string, age: string): Promise<void> {
  await database.query(`insert into idempotent_answer (scope, key, digest, answer, created_at) values ('app', $1, 'd', '1', now() - $2::interval)`, [
    key,
    age,
  ]);
}

/** `age`: since its expiry. */
async function addChallenge(challengeId: string, age: string): Promise<void> {
  await database.query(
    `insert into challenge (challenge_id, sandbox_id, customer_id, method, purpose, content_hash, customer_name, display_text, device_key_hash, scenario, expires_at)
     values ($1, $2, 'cus_1', 'SMART_ID', 'signing', $3, 'Mari Näidis', 'Pay', 'd', 'approves', now() - $4::interval)`,
    [challengeId, SANDBOX, HASH, age],
  );
}

async function addSignIn(signInId: string, age: string, challengeId?: string): Promise<void> {
  const known = challengeId === undefined ? [null, null, null, null, null] : [SANDBOX, 'cus_1', challengeId, HASH, 'SMART_ID'];
  await database.query(
    `insert into sign_in (sign_in_id, purpose, tpp_name, tpp_application_name, bank_country, locale, browser_hash, expires_at,
       sandbox_id, customer_id, challenge_id, content_hash, auth_method)
     values ($1, 'authorization', 'Shop', 'Shop', 'ee', 'en', 'b', now() - $2::interval, $3, $4, $5, $6, $7)`,
    [signInId, age, ...known],
  );
}

async function addBankSession(signInId: string): Promise<void> {
  await database.query(
    `insert into bank_session (session_hash, sandbox_id, customer_id, sign_in_id, country, auth_method, device_key_hash, signed_in_at, last_seen_at)
     values ($1, $2, 'cus_1', $3, 'ee', 'SMART_ID', 'd', now(), now())`,
    [`session of ${signInId}`, SANDBOX, signInId],
  );
}

/** `endedAge`: since its end in tenant time; null: unfinished. */
async function addSigning(challengeId: string, endedAge: string | null): Promise<void> {
  await database.query(
    `insert into signing_session (session_id, sandbox_id, reference_hash, kind, resource_id, customer_id, app_id, tpp_name, tpp_application_name,
       tpp_success_url, bank_country, locale, state, bank_session_hash, challenge_id, submission, submission_digest, answer, created_at, last_activity_at, signed_at, ended_at)
     select $1, $2, $1, 'payment', $1, 'cus_1', 'app', 'Shop', 'Shop', 'https://shop.example', 'ee', 'en',
       case when ended is null then 'signing' else 'signed' end, 'b', $3, '{}', 'd', '{}', now(), now(), ended, ended
     from (select now() + clock_offset_ms * interval '1 millisecond' - $4::interval as ended from sandbox where id = $2) as times`,
    [`signing with ${challengeId}`, SANDBOX, challengeId, endedAge],
  );
}

async function addArtifact(idHash: string, expiredFor: string): Promise<void> {
  await database.query(
    `insert into oauth_artifact (model, id_hash, sandbox_id, app_id, client_id, payload, expires_at)
     select 'AccessToken', $1, id, 'app', 'client', '{}', now() + clock_offset_ms * interval '1 millisecond' - $2::interval from sandbox where id = $3`,
    [idHash, expiredFor, SANDBOX],
  );
}

const setClock = (hours: number) => database.query('update sandbox set clock_offset_ms = $1 where id = $2', [hours * 3_600_000, SANDBOX]);

describe('housekeeping', () => {
  it('of an empty database deletes nothing', async () => {
    expect(await run()).toEqual(NOTHING);
  });

  it('forgets idempotent answers after seven days', async () => {
    await addAnswer('old', '7 days 1 second');
    await addAnswer('young', '6 days 23 hours 59 minutes');
    expect(await run()).toEqual({ ...NOTHING, 'idempotent answers': 1 });
    expect(await left('idempotent_answer', 'key')).toEqual(['young']);
  });

  it('forgets sign-ins and challenges a day after they were over', async () => {
    await addChallenge('cha_old', '24 hours 1 second');
    await addChallenge('cha_young', '23 hours 59 minutes');
    await addChallenge('cha_running', '-2 minutes');
    await addSignIn('sgi_old', '24 hours 1 second', 'cha_old');
    await addSignIn('sgi_young', '23 hours 59 minutes', 'cha_young');
    await addSignIn('sgi_untouched', '24 hours 1 second');
    expect(await run()).toEqual({ ...NOTHING, 'sign-ins': 2, challenges: 1 });
    expect(await left('sign_in', 'sign_in_id')).toEqual(['sgi_young']);
    expect(await left('challenge', 'challenge_id')).toEqual(['cha_running', 'cha_young']);
  });

  it('keeps bank sessions a day longer than their cookie, with the sign-in and challenge they came from', async () => {
    for (const [signInId, age] of [
      ['sgi_old', '48 hours 1 second'],
      ['sgi_young', '47 hours 59 minutes'],
    ] as const) {
      await addChallenge(`cha of ${signInId}`, age);
      await addSignIn(signInId, age, `cha of ${signInId}`);
      await addBankSession(signInId);
    }
    expect(await run()).toEqual({ ...NOTHING, 'bank sessions': 1, 'sign-ins': 1, challenges: 1 });
    expect(await left('bank_session', 'sign_in_id')).toEqual(['sgi_young']);
    expect(await left('sign_in', 'sign_in_id')).toEqual(['sgi_young']);
    expect(await left('challenge', 'challenge_id')).toEqual(['cha of sgi_young']);
  });

  it('never forgets the challenge of a signing session that can still be read, whatever the test clock says', async () => {
    for (const name of ['unfinished', 'readable', 'over']) await addChallenge(name, '3 days');
    await setClock(-72);
    await addSigning('unfinished', null);
    await addSigning('readable', '14 minutes 50 seconds');
    await addSigning('over', '15 minutes 1 second');
    expect(await run()).toEqual({ ...NOTHING, challenges: 1 });
    expect(await left('challenge', 'challenge_id')).toEqual(['readable', 'unfinished']);
  });

  it.each([0, 24 * 90, -24 * 90])('forgets tokens a day after they expired by a test clock that is %i hours ahead', async (hours) => {
    await setClock(hours);
    await addArtifact('old', '24 hours 1 second');
    await addArtifact('expired', '23 hours 59 minutes');
    await addArtifact('valid', '-1 hour');
    expect(await run()).toEqual({ ...NOTHING, 'tokens, codes, grants and interactions': 1 });
    expect(await left('oauth_artifact', 'id_hash')).toEqual(['expired', 'valid']);
  });

  it('forgets what developers began or left a day after it was over', async () => {
    await database.query(`insert into developer (developer_id, email) values ('dev_1', 'mari@example.com')`);
    for (const [name, age] of [
      ['old', '24 hours 1 second'],
      ['young', '23 hours 59 minutes'],
    ]) {
      const values = [name, age];
      await database.query(
        `insert into developer_sign_up (token_hash, email, password_hash, expires_at) values ($1, 'a@b.example', 'h', now() - $2::interval)`,
        values,
      );
      await database.query(
        `insert into developer_reset_code (address_digest, browser_hash, code_digest, expires_at) values ($1, 'b', 'c', now() - $2::interval)`,
        values,
      );
      await database.query(
        `insert into developer_social_sign_in (state_hash, browser_hash, provider, return_to, expires_at) values ($1, 'b', 'google', '/', now() - $2::interval)`,
        values,
      );
      await database.query(`insert into spent_allowance (key, spent_at, expires_at) values ($1, '{}', now() - $2::interval)`, values);
      await database.query(
        `insert into developer_session (session_hash, developer_id, started_at, last_seen_at) values ('idle ' || $1, 'dev_1', now() - interval '2 days', now() - interval '12 hours' - $2::interval)`,
        values,
      );
      await database.query(
        `insert into developer_session (session_hash, developer_id, started_at, last_seen_at) values ('total ' || $1, 'dev_1', now() - interval '7 days' - $2::interval, now())`,
        values,
      );
      await database.query(
        `insert into developer_device (device_hash, developer_id, last_seen_at) values ($1, 'dev_1', now() - interval '180 days' - $2::interval)`,
        values,
      );
    }
    expect(await run()).toEqual({ ...NOTHING, 'sign-ups, codes and sessions of developers': 7 });
    expect(await left('developer_session', 'session_hash')).toEqual(['idle young', 'total young']);
    expect(await left('developer_device', 'device_hash')).toEqual(['young']);
    expect(await left('developer', 'email')).toEqual(['mari@example.com']);
  });

  it('clears a backlog in pieces, also when two servers do it at once', async () => {
    await database.query(
      `insert into idempotent_answer (scope, key, digest, answer, created_at)
       select 'app', n::text, 'd', '1', now() - interval '8 days' from generate_series(1, 1700) as n`,
    );
    await addAnswer('young', '1 day');
    await Promise.all([run(), run()]);
    await run();
    expect(await left('idempotent_answer', 'key')).toEqual(['young']);
  });

  it('begins no further piece when the process ends', async () => {
    await addAnswer('old', '8 days');
    const shutdown = createShutdown();
    shutdown.begin();
    expect(await runHousekeeping({ ...deps, shutdown })).toEqual(NOTHING);
    expect(await left('idempotent_answer', 'key')).toEqual(['old']);
  });

  it('is a job that first sends its successor and then works', async () => {
    await addAnswer('old', '8 days');
    const handlers: ((data: never) => Promise<void>)[] = [];
    const keys: (string | undefined)[] = [];
    const jobs = {
      define: (_queue: string, handler: (data: never) => Promise<void>) => void handlers.push(handler),
      send: async (_tx: unknown, _queue: string, _data: object, options: { singletonKey?: string } = {}) => void keys.push(options.singletonKey),
      start: async () => {},
      stop: async () => {},
    };
    await defineHousekeeping({ ...deps, jobs }).start();
    for (const handler of handlers) await Reflect.apply(handler, undefined, [{}]);
    expect(keys).toEqual([expect.stringMatching(/^slot:\d+$/), expect.stringMatching(/^slot:\d+$/)]);
    expect(await left('idempotent_answer', 'key')).toEqual([]);
  });
});
