/**
 * What housekeeping deletes and, above all, what it leaves: one pair of rows on both sides of each limit. The rows come about as they
 * always do, by customers and an application; only their age is written by hand.
 */
import { randomUUID } from 'node:crypto';
import { type Browser, enterSigning, jsonOf, member, obtainToken, signInAtBank, textOf } from '@portico/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { defineHousekeeping, runHousekeeping } from '../../src/app/composition/housekeeping.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { setClock } from '../../src/testing/set-clock.ts';
import { type AccessKind, type AccessPages, createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const SANDBOX = 'demo';
const NOTHING = {
  'idempotent answers': 0,
  'bank sessions': 0,
  'sign-ins': 0,
  'open requests of sign-ins': 0,
  'browsers in which customers signed in': 0,
  'choices of test devices': 0,
  'test certificates': 0,
  'certificates of applications': 0,
  'statuses of certificates': 0,
  'lists of revoked certificates': 0,
  'sessions of the fallback interface': 0,
  'sessions of operators': 0,
  'requests of operators': 0,
  challenges: 0,
  'what sign-ins confirmed': 0,
  'used cursors': 0,
  'counts of funds confirmations': 0,
  'counts of payee verifications': 0,
  'names of verified payees': 0,
  'readings under consents': 0,
  consents: 0,
  statements: 0,
  notifications: 0,
  'requests of applications': 0,
  'measured lines': 0,
  'measured hours': 0,
  'sign-ups, codes and sessions of developers': 0,
  'subscriptions without a confirmation': 0,
  'used proofs': 0,
  'tokens, codes, grants and interactions': 0,
};

let house: House;
let pages: AccessPages;
let deps: Parameters<typeof runHousekeeping>[0];

beforeAll(async () => {
  house = await openHouse();
  pages = createAccessPages(house.config.publicUrl, [overInject(house.portico.app, house.config.publicUrl)]);
  // The house's own job would take the rows before the test looks.
  await house.portico.platform.jobs.stop(60_000);
  const { write, clock } = house.portico.platform;
  deps = { write, clock, shutdown: createShutdown(), retentions: house.portico.edition.retentions };
});
afterAll(() => house.close());
beforeEach(async () => {
  await passTime(0);
  await run();
});

const run = () => runHousekeeping(deps);
const query = (text: string, ...values: unknown[]) => house.database.query(text, values);
const passTime = (seconds: number) => setClock(house.database, seconds * 1000, SANDBOX);

/** Which of these ids a table still has. */
async function left(table: string, column: string, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await query(`select ${column} as id from ${table} where ${column} = any($1)`, ids);
  const found = new Set(rows.map((row) => member(row, 'id')));
  return ids.filter((id) => found.has(id));
}

async function createPayment(browser: Browser) {
  const requestId = randomUUID();
  const payment = await house.tpp.createPayment(await house.token(browser), orderOf('1.00', { requestId }));
  return { requestId, ...payment };
}

/** The key of an answer that can be repeated; `age`: since it was given. */
async function answerOnce(age: string): Promise<string> {
  const { requestId } = await createPayment(house.browse());
  await query('update idempotent_answer set created_at = now() - $2::interval where key = $1', requestId, age);
  return requestId;
}

/** A sign-in that was opened, begun or finished. Both ages are since the expiry. */
async function signIn(how: 'opened' | 'begun' | 'finished', age: string): Promise<{ signInId: string; challengeId: string }> {
  const [browser, [customer]] = [house.browse(), house.customers];
  const { headers } = await browser.send('GET', house.tpp.authorize(customer.country).address);
  const page = headers.location ?? '';
  if (how === 'begun')
    await browser.send('POST', `${page}/authentication`, {
      body: { method: customer.method, nationalIdentityNumber: customer.nationalIdentityNumber },
    });
  if (how === 'finished') await signInAtBank(browser, page, customer);
  const signInId = page.split('/').at(-1) ?? '';
  const { rows } = await query('update sign_in set expires_at = now() - $2::interval where sign_in_id = $1 returning challenge_id', signInId, age);
  expect(rows).toHaveLength(1);
  const challengeId = String(member(rows[0], 'challenge_id'));
  await ageChallenge(challengeId, age);
  return { signInId, challengeId };
}

const ageChallenge = (challengeId: string, age: string) =>
  query('update challenge set expires_at = now() - $2::interval where challenge_id = $1', challengeId, age);

/** A payment that was signed by the tenant's clock as it stands; answers the old challenge of its signature. */
async function signPayment(): Promise<string> {
  const browser = house.browse();
  const { paymentId, scaRedirect } = await createPayment(browser);
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  const [iban = ''] = await page.ibans();
  expect((await page.sign(iban)).status).toBe(200);
  return oldChallengeOf(paymentId);
}

/** The customer refused on the phone and may still try again. */
async function leaveUnfinished(): Promise<string> {
  const browser = house.browse();
  const { paymentId, scaRedirect } = await createPayment(browser);
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  const [iban = ''] = await page.ibans();
  const held = page.sign(iban);
  const isAsked = async () => member(jsonOf(await browser.send('GET', '/api/ui/challenge', { headers: page.headers })), 'state');
  await expect.poll(isAsked).toBe('started');
  const { challenges } = Object(jsonOf(await browser.send('GET', '/bank/device/challenges')));
  await browser.send('POST', `/bank/device/challenges/${textOf(challenges, '0', 'challengeId')}/answer`, { body: { answer: 'refuse' } });
  expect((await held).status).toBe(422);
  return oldChallengeOf(paymentId);
}

async function oldChallengeOf(paymentId: string): Promise<string> {
  const { rows } = await query('select challenge_id from signing_session where resource_id = $1', paymentId);
  const challengeId = String(member(rows[0], 'challenge_id'));
  await ageChallenge(challengeId, '3 days');
  return challengeId;
}

/** An unsigned consent or statement; `age`: since it was asked for. */
async function askFor(kind: AccessKind, age: string): Promise<string> {
  const token = await house.token(house.browse());
  const iban = await pages.firstIban(token);
  const { id } = await pages.ask(
    token,
    kind,
    kind === 'consent' ? EVERY_ACCOUNT : { account: { iban }, dateFrom: '2020-01-01', dateTo: '2020-06-30' },
  );
  const [table, key] = kind === 'consent' ? ['consent', 'consent_id'] : ['transactions_statement', 'statement_id'];
  await query(`update ${table} set received_at = received_at - $2::interval where ${key} = $1`, id, age);
  return id;
}

/** `expiredFor`: by the tenant's clock. */
async function ageToken(expiredFor: string): Promise<string> {
  const token = await house.token(house.browse());
  expect(token).not.toBe('');
  const { rows } = await query(
    `update oauth_artifact set expires_at = now() + clock_offset_ms * interval '1 millisecond' - $1::interval from sandbox
     where sandbox.id = sandbox_id and (model, id_hash) = (select model, id_hash from oauth_artifact where model = 'AccessToken' order by expires_at desc limit 1)
     returning id_hash`,
    expiredFor,
  );
  return String(member(rows[0], 'id_hash'));
}

describe('housekeeping', () => {
  it('deletes nothing of the current day', async () => {
    await signPayment().then((challengeId) => ageChallenge(challengeId, '0 seconds'));
    expect(await run()).toEqual(NOTHING);
  });

  it('deletes idempotent answers after seven days', async () => {
    const [old, young] = [await answerOnce('7 days 1 second'), await answerOnce('6 days 23 hours')];
    expect(await run()).toEqual({ ...NOTHING, 'idempotent answers': 1 });
    expect(await left('idempotent_answer', 'key', [old, young])).toEqual([young]);
  });

  it('deletes sign-ins and challenges a day after their expiry', async () => {
    const old = await signIn('begun', '24 hours 1 second');
    const young = await signIn('begun', '23 hours');
    const running = await signIn('begun', '-1 hour');
    const untouched = await signIn('opened', '24 hours 1 second');
    expect(await run()).toEqual({ ...NOTHING, 'sign-ins': 2, challenges: 1 });
    const all = [old, young, running, untouched];
    const kept = [young, running];
    expect(
      await left(
        'sign_in',
        'sign_in_id',
        all.map(({ signInId }) => signInId),
      ),
    ).toEqual(kept.map(({ signInId }) => signInId));
    expect(
      await left(
        'challenge',
        'challenge_id',
        all.map(({ challengeId }) => challengeId),
      ),
    ).toEqual(kept.map(({ challengeId }) => challengeId));
  });

  it('deletes sessions of the fallback interface a day after their sign-in began', async () => {
    const insert = `insert into fallback_session (sign_in_id, sandbox_id, customer_id, app_id, auth_method, challenge_id, content_hash, asked_at)
      select $1, sandbox_id, 'cus_x', app_id, 'SMART_ID', 'chl_x', '', now() - $2::interval from tpp_app limit 1`;
    for (const row of [
      ['fsi_old', '24 hours 1 second'],
      ['fsi_young', '23 hours'],
    ])
      await house.database.query(insert, row);
    expect(await run()).toEqual({ ...NOTHING, 'sessions of the fallback interface': 1 });
    expect(await left('fallback_session', 'sign_in_id', ['fsi_old', 'fsi_young'])).toEqual(['fsi_young']);
  });

  it('deletes bank sessions two days after the sign-in expired, with their sign-in and challenge', async () => {
    const old = await signIn('finished', '48 hours 1 second');
    const young = await signIn('finished', '47 hours');
    expect(await run()).toEqual({ ...NOTHING, 'bank sessions': 1, 'sign-ins': 1, challenges: 1 });
    expect(await left('bank_session', 'sign_in_id', [old.signInId, young.signInId])).toEqual([young.signInId]);
    expect(await left('sign_in', 'sign_in_id', [old.signInId, young.signInId])).toEqual([young.signInId]);
    expect(await left('challenge', 'challenge_id', [old.challengeId, young.challengeId])).toEqual([young.challengeId]);
  });

  it('keeps the challenge of a signing session that is open or readable by the test clock', async () => {
    const threeDaysBack = -72 * 3_600;
    const readableSeconds = 15 * 60;
    await passTime(threeDaysBack - readableSeconds - 1);
    const over = await signPayment();
    await passTime(threeDaysBack - readableSeconds + 30);
    const readable = await signPayment();
    await passTime(threeDaysBack);
    const unfinished = await leaveUnfinished();
    expect(await run()).toEqual({ ...NOTHING, challenges: 1 });
    expect(await left('challenge', 'challenge_id', [unfinished, readable, over])).toEqual([unfinished, readable]);
  });

  it.each([0, 24 * 90, -24 * 90])('deletes tokens a day after they expired by a test clock that is %i hours ahead', async (hours) => {
    await passTime(hours * 3_600);
    await run();
    const old = await ageToken('24 hours 1 second');
    const expired = await ageToken('23 hours');
    const valid = await ageToken('-1 hour');
    expect(await run()).toEqual({ ...NOTHING, 'tokens, codes, grants and interactions': 1 });
    expect(await left('oauth_artifact', 'id_hash', [old, expired, valid])).toEqual([expired, valid]);
  });

  it('deletes used proofs as soon as they have expired', async () => {
    await query(
      `insert into proof_used (proof_hash, expires_at) values ('expired', now() - interval '1 second'), ('valid', now() + interval '1 hour')`,
    );
    expect(await run()).toEqual({ ...NOTHING, 'used proofs': 1 });
    expect(await left('proof_used', 'proof_hash', ['expired', 'valid'])).toEqual(['valid']);
  });

  it('deletes the record of what a sign-in confirmed after two days', async () => {
    const confirmed = async (age: string): Promise<string> => {
      const browser = house.browse();
      const customer = house.customers.find(({ country }) => country === 'lt') ?? house.customers[0];
      const token = await obtainToken(browser, house.tpp, customer);
      const { id } = await pages.enter(browser, await pages.ask(token, 'consent', EVERY_ACCOUNT));
      const { rows } = await query(
        `update signing_sign_in set used_at = now() - $2::interval where session_id = (select session_id from signing_session where resource_id = $1)
         returning session_id`,
        ...[id, age],
      );
      return textOf(rows[0], 'session_id');
    };
    const [old, young] = [await confirmed('48 hours 1 second'), await confirmed('47 hours')];
    expect(await run()).toEqual({ ...NOTHING, 'what sign-ins confirmed': 1 });
    expect(await left('signing_sign_in', 'session_id', [old, young])).toEqual([young]);
  });

  it('deletes readings under consents after 400 days, and keeps the consents', async () => {
    const consentId = await askFor('consent', '0 seconds');
    for (const days of [399, 400, 401]) {
      await query(
        `insert into consent_use (consent_id, used_on, endpoint, resource, sandbox_id, last_used_at)
         values ($1, (now() at time zone 'UTC')::date - $2::integer, 'accounts', $2, $3, now())`,
        ...[consentId, String(days), SANDBOX],
      );
    }
    expect(await run()).toEqual({ ...NOTHING, 'readings under consents': 2 });
    expect(await left('consent_use', 'resource', ['399', '400', '401'])).toEqual(['399']);
    expect(await left('consent', 'consent_id', [consentId])).toEqual([consentId]);
  });

  it('deletes consents two years after their longest validity, with accounts and readings', async () => {
    const [old, young] = [await askFor('consent', '913 days 1 second'), await askFor('consent', '912 days 23 hours')];
    await query(
      `insert into consent_account (consent_id, account_id, sandbox_id, position, iban, currency, may_balances, may_transactions)
       values ($1, 'acc_1', $2, 0, 'EE', 'EUR', true, true)`,
      ...[old, SANDBOX],
    );
    await query(
      `insert into consent_use (consent_id, used_on, endpoint, resource, sandbox_id, last_used_at) values ($1, now()::date, 'accounts', '', $2, now())`,
      ...[old, SANDBOX],
    );
    for (const consentId of [old, young])
      await query(
        `insert into notification_registration (resource_id, sandbox_id, app_id, origin, url, path, contents)
         values ($1, $2, 'app_1', 'https://shop.example', 'https://shop.example/', '/v1/consents/a', '{PROCESS}')`,
        ...[consentId, SANDBOX],
      );
    expect(await run()).toEqual({ ...NOTHING, consents: 1 });
    expect(await left('notification_registration', 'resource_id', [old, young])).toEqual([young]);
    expect(await left('consent', 'consent_id', [old, young])).toEqual([young]);
    for (const table of ['consent_account', 'consent_use']) expect(await left(table, 'consent_id', [old])).toEqual([]);
  });

  it('deletes statements two years after their request', async () => {
    const old = await askFor('transactions-statement', '732 days 1 second');
    const young = await askFor('transactions-statement', '731 days 23 hours');
    expect(await run()).toEqual({ ...NOTHING, statements: 1 });
    expect(await left('transactions_statement', 'statement_id', [old, young])).toEqual([young]);
  });

  it('keeps consents and statements that are recent by the test clock', async () => {
    await passTime(-2_000 * 86_400);
    const [consent, statement] = [await askFor('consent', '0 seconds'), await askFor('transactions-statement', '0 seconds')];
    expect(await run()).toEqual(NOTHING);
    expect([await left('consent', 'consent_id', [consent]), await left('transactions_statement', 'statement_id', [statement])]).toEqual([
      [consent],
      [statement],
    ]);
  });

  it('deletes sign-ups, codes, sessions and devices of developers a day after their expiry', async () => {
    await house.database.query(`insert into developer (developer_id, email) values ('dev_1', 'mari@example.com')`);
    for (const [name, age] of [
      ['old', '24 hours 1 second'],
      ['young', '23 hours'],
    ]) {
      const values = [name, age];
      await house.database.query(
        `insert into developer_sign_up (token_hash, email, password_hash, expires_at) values ($1, 'a@b.example', 'h', now() - $2::interval)`,
        values,
      );
      await house.database.query(
        `insert into developer_reset_code (address_digest, browser_hash, code_digest, expires_at) values ($1, 'b', 'c', now() - $2::interval)`,
        values,
      );
      await house.database.query(
        `insert into developer_social_sign_in (state_hash, browser_hash, provider, return_to, expires_at) values ($1, 'b', 'google', '/', now() - $2::interval)`,
        values,
      );
      await house.database.query(`insert into spent_allowance (key, spent_at, expires_at) values ($1, '{}', now() - $2::interval)`, values);
      await house.database.query(
        `insert into developer_session (session_hash, developer_id, started_at, last_seen_at) values ('idle ' || $1, 'dev_1', now() - interval '2 days', now() - interval '12 hours' - $2::interval)`,
        values,
      );
      await house.database.query(
        `insert into developer_session (session_hash, developer_id, started_at, last_seen_at) values ('total ' || $1, 'dev_1', now() - interval '7 days' - $2::interval, now())`,
        values,
      );
      await house.database.query(
        `insert into developer_device (device_hash, developer_id, last_seen_at) values ($1, 'dev_1', now() - interval '180 days' - $2::interval)`,
        values,
      );
    }
    expect(await run()).toEqual({ ...NOTHING, 'sign-ups, codes and sessions of developers': 7 });
    expect(await left('developer_session', 'session_hash', ['idle old', 'idle young', 'total old', 'total young'])).toEqual([
      'idle young',
      'total young',
    ]);
    expect(await left('developer_device', 'device_hash', ['old', 'young'])).toEqual(['young']);
    expect(await left('developer', 'email', ['mari@example.com'])).toEqual(['mari@example.com']);
  });

  it('deletes subscriptions a day after they were asked for, and keeps confirmed ones', async () => {
    await query(
      `insert into subscription (subscription_id, email, topics, created_at, confirmed_at) values
       ('sub_old', 'old@b.example', '{}', now() - interval '24 hours 1 second', null),
       ('sub_young', 'young@b.example', '{}', now() - interval '23 hours', null),
       ('sub_kept', 'kept@b.example', '{incidents}', now() - interval '900 days', now() - interval '900 days')`,
    );
    expect(await run()).toEqual({ ...NOTHING, 'subscriptions without a confirmation': 1 });
    expect(await left('subscription', 'subscription_id', ['sub_old', 'sub_young', 'sub_kept'])).toEqual(['sub_young', 'sub_kept']);
    await query('delete from subscription');
  });

  it('deletes sessions of operators a day after they began', async () => {
    for (const [hash, age] of [
      ['old', '24 hours 1 second'],
      ['young', '23 hours'],
    ])
      await query(
        `insert into console_session (session_hash, subject, operator, roles, address, started_at)
         values ($1, 'sub', 'Mari Valvur', '{support}', '192.0.2.1', now() - $2::interval)`,
        hash,
        age,
      );
    expect(await run()).toEqual({ ...NOTHING, 'sessions of operators': 1 });
    expect(await left('console_session', 'session_hash', ['old', 'young'])).toEqual(['young']);
    await query('delete from console_session');
  });

  it('deletes requests of operators 400 days after they ended', async () => {
    for (const [id, age] of [
      ['req_old', '400 days 1 second'],
      ['req_young', '399 days'],
    ])
      await query(
        `insert into console_request (request_id, kind, about, name, seen, words, state, asked_subject, asked_by, expires_at, decided_at)
         values ($1, 'suspend', 'tpp_x', 'Näidis', '', '', 'expired', 'sub', 'Mari Valvur', now(), now() - $2::interval)`,
        id,
        age,
      );
    expect(await run()).toEqual({ ...NOTHING, 'requests of operators': 1 });
    expect(await left('console_request', 'request_id', ['req_old', 'req_young'])).toEqual(['req_young']);
    await query('delete from console_request');
  });

  it('deletes the request log after 30 days, and measurements after 400', async () => {
    for (const aged of [
      ['old', '30 days 1 second'],
      ['young', '29 days 23 hours'],
    ])
      await house.database.query(
        `insert into request_log (app_id, at, request_id, method, path, status, duration_ms, request_headers, response_headers)
         select app_id, now() - $2::interval, $1, 'GET', '/', 200, 1, '{}', '{}' from tpp_app limit 1`,
        aged,
      );
    for (const [service, age] of [
      ['old', '400 days 1 second'],
      ['young', '399 days 23 hours'],
    ])
      await house.database.query(
        `insert into request_measure (at, service, outcome, duration_ms, origin) values (now() - $2::interval, $1, 'ok', 1, 'live')`,
        [service, age],
      );
    expect(await run()).toEqual({ ...NOTHING, 'requests of applications': 1, 'measured lines': 1 });
    expect(await left('request_log', 'request_id', ['old', 'young'])).toEqual(['young']);
    expect(await left('request_measure', 'service', ['old', 'young'])).toEqual(['young']);
  });

  it('deletes notifications after 30 days, whether they were sent or not', async () => {
    for (const [name, age, state] of [
      ['old', '30 days 1 second', 'waiting'],
      ['older', '40 days', 'delivered'],
      ['young', '29 days 23 hours', 'waiting'],
    ]) {
      await query(
        `insert into notification_delivery (resource_id, sequence, sandbox_id, app_id, origin, url, path, type, status, state, occurred_at)
         values ($1, 1, $2, 'app_1', 'https://shop.example', 'https://shop.example/', '/v1/consents/a', 'consent', 'valid', $3, now() - $4::interval)`,
        ...[name, SANDBOX, state, age],
      );
    }
    expect(await run()).toEqual({ ...NOTHING, notifications: 2 });
    expect(await left('notification_delivery', 'resource_id', ['old', 'older', 'young'])).toEqual(['young']);
  });

  it('deletes certificates 31 days after they expired', async () => {
    for (const [name, age] of [
      ['old', '31 days 1 second'],
      ['young', '30 days 23 hours'],
    ]) {
      await house.database.query(
        `insert into app_certificate (certificate_id, sandbox_id, app_id, thumbprint, use, der, organization_id, roles, key_type, not_before, not_after, source)
         values ($1, 'sbx', 'app', $1, 'web', '', 'PSDEE-SANDBOX-1', '[]', 'P-256', now() - interval '1 year', now() - $2::interval, 'issued')`,
        [name, age],
      );
      await house.database.query(
        `insert into test_certificate (serial, sandbox_id, issuer, thumbprint, not_after) values ($1, 'sbx', 'web', $1, now() - $2::interval)`,
        [name, age],
      );
    }
    expect(await run()).toEqual({ ...NOTHING, 'certificates of applications': 1, 'test certificates': 1 });
    expect(await left('app_certificate', 'certificate_id', ['old', 'young'])).toEqual(['young']);
    expect(await left('test_certificate', 'serial', ['old', 'young'])).toEqual(['young']);
  });

  it('deletes statuses of certificates 31 days after their next check was due', async () => {
    for (const [name, age] of [
      ['old', '31 days 1 second'],
      ['young', '30 days 23 hours'],
      ['present', '-1 hour'],
    ]) {
      await query(
        `insert into certificate_status (thumbprint, status, checked_at, next_check_at) values ($1, 'good', now() - interval '40 days', now() - $2::interval)`,
        name,
        age,
      );
    }
    expect(await run()).toEqual({ ...NOTHING, 'statuses of certificates': 1 });
    expect(await left('certificate_status', 'thumbprint', ['old', 'young', 'present'])).toEqual(['young', 'present']);
  });

  it('deletes lists of revoked certificates 31 days after their last use', async () => {
    for (const [url, age] of [
      ['old', '31 days 1 second'],
      ['young', '30 days 23 hours'],
    ]) {
      await query(
        `insert into revocation_list (issuer, url, issuer_der, anchor, der, this_update, next_update, fetched_at, used_at)
         values ('a', $1, '', 'b', '', now(), now(), now(), now() - $2::interval)`,
        url,
        age,
      );
    }
    expect(await run()).toEqual({ ...NOTHING, 'lists of revoked certificates': 1 });
    expect(await left('revocation_list', 'url', ['old', 'young'])).toEqual(['young']);
  });

  it('deletes measured hours after 400 days', async () => {
    for (const [service, age] of [
      ['old', '400 days 1 second'],
      ['young', '399 days 23 hours'],
    ])
      await house.database.query(
        `insert into status_hour (service, hour, measured_minutes, degraded_minutes, maintenance_ms, down_ms, unplanned_down_ms, run_count)
         values ($1, now() - $2::interval, 60, 0, 0, 0, 0, 0)`,
        [service, age],
      );
    expect(await run()).toEqual({ ...NOTHING, 'measured hours': 1 });
    expect(await left('status_hour', 'service', ['old', 'young'])).toEqual(['young']);
  });

  it('deletes a backlog of more than one batch, also with two servers at once', async () => {
    const young = await answerOnce('1 day');
    for (let number = 0; number < 1_100; number += 1) {
      await deps.write(async () => 1, { idempotency: { scope: 'backlog', key: String(number), digest: 'd' } });
    }
    await query(`update idempotent_answer set created_at = now() - interval '8 days' where scope = 'backlog'`);
    await Promise.all([run(), run()]);
    await run();
    expect((await query(`select key from idempotent_answer where scope = 'backlog'`)).rows).toEqual([]);
    expect(await left('idempotent_answer', 'key', [young])).toEqual([young]);
  });

  it('deletes in one run the answers of ten minutes at fifty payments a second', async () => {
    const rowsInTenMinutes = 50 * 600;
    await query(
      `insert into idempotent_answer (scope, key, digest, answer, created_at)
       select 'busy', number::text, 'd', '{}', now() - interval '8 days' from generate_series(1, $1::integer) as number`,
      rowsInTenMinutes,
    );
    const opened = await signIn('opened', '2 days');
    expect(await run()).toMatchObject({ 'idempotent answers': rowsInTenMinutes, 'sign-ins': 1 });
    expect(await left('sign_in', 'sign_in_id', [opened.signInId])).toEqual([]);
  });

  it('begins no batch when the process ends', async () => {
    const old = await answerOnce('8 days');
    const shutdown = createShutdown();
    shutdown.begin();
    expect(await runHousekeeping({ ...deps, shutdown })).toEqual(NOTHING);
    expect(await left('idempotent_answer', 'key', [old])).toEqual([old]);
  });

  it('creates the current partitions when the server starts, and lets it start if that fails', async () => {
    const jobs = { define: () => {}, send: async () => true, wake: () => {}, repeat: () => {}, start: async () => {}, stop: async () => {} };
    // A day that no line of this house is of: one in the rest would keep its piece from being made.
    const now = new Date('2200-01-15T12:00:00Z');
    const piece = 'request_log_22000115';
    const isThere = async () => member((await query('select to_regclass($1) is not null as found', piece)).rows[0], 'found');
    const startAt = async (first: () => Promise<Date>) => {
      let asked = 0;
      const realNow: typeof deps.clock.realNow = (reader) => (asked++ === 0 ? first() : deps.clock.realNow(reader));
      await defineHousekeeping({ ...deps, clock: { ...deps.clock, realNow }, jobs }).start();
    };
    await startAt(() => Promise.reject(new Error('lock timeout')));
    expect(await isThere()).toBe(false);
    await startAt(async () => now);
    expect(await isThere()).toBe(true);
  });

  it('is a job that schedules its next run and then works', async () => {
    const old = await answerOnce('8 days');
    const handlers: ((data: never, attempt: number) => Promise<void>)[] = [];
    const keys: (string | undefined)[] = [];
    const jobs = {
      define: (_queue: string, handler: (data: never, attempt: number) => Promise<void>) => void handlers.push(handler),
      send: async (_tx: unknown, _queue: string, _data: object, options: { singletonKey?: string } = {}) => keys.push(options.singletonKey) > 0,
      wake: () => {},
      repeat: () => {},
      start: async () => {},
      stop: async () => {},
    };
    defineHousekeeping({ ...deps, jobs });
    for (const handler of handlers) await Reflect.apply(handler, undefined, [{}]);
    expect(keys).toEqual([expect.stringMatching(/^slot:\d+$/)]);
    expect(await left('idempotent_answer', 'key', [old])).toEqual([]);
  });
});
