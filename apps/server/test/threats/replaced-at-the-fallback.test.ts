/**
 * The bank puts another person in the place of a company's representative while that person is signed in at the fallback interface. A session
 * belongs to the person who signed in, and an approval to the person who was asked. Threat T5.
 */
import { randomUUID } from 'node:crypto';
import { member, textOf } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';
import { openPeople, type People, type Person } from '../house/walk/people.ts';
import type { Reply } from '../house/xs2a/wire.ts';

let house: PermissionsHouse;
let desk: FallbackDesk;
let people: People;
let first: Person;
let second: Person;
let third: Person;
let userName: string;
beforeAll(async () => {
  house = await openPermissionsHouse('dev_fallback_people');
  desk = await openFallbackDesk(house, 'dev_fallback_people');
  people = await openPeople(house);
  [first, second] = [people.holders.company, people.holders.coSigner];
  [, , third = first] = people.persons;
  ({ userName } = house.company);
});
afterEach(() => people.replace(first, second));
afterAll(() => house.close());

const said = ({ status, body }: Reply) => [status, member(body, 'errors', '0', 'code')];
const order = (debtorAccountIban: string) => ({
  debtorAccountIban,
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorName: PAYEES.lumenBooks.name,
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  isInstant: true,
});
const replaced = (): Promise<void> => people.replace(third, second);
const rows = async (text: string, ...values: readonly unknown[]) => (await house.database.query(text, values)).rows;
const statusOf = async (paymentId: string) => textOf((await rows('select status from payment where payment_id = $1', paymentId))[0], 'status');

/** A session of the first person, with a payment that the person's device was asked to confirm. */
async function ordered(device = 'approves') {
  const session = await desk.signIn(userName);
  const iban = await desk.firstIban(session);
  await house.play(device);
  const { body } = await desk.call('POST', '/payments', { session, body: order(iban) });
  await house.play('approves');
  return { session, iban, paymentId: textOf(body, 'paymentId') };
}

const CALLS = [
  ['reads no accounts', 'GET', () => '/accounts'],
  ['reads no transactions', 'GET', ({ iban }) => `/accounts/${iban}/transactions`],
  ['orders nothing', 'POST', () => '/payments'],
  ['reads no payment', 'GET', ({ paymentId }) => `/payments/${paymentId}`],
  ['confirms nothing', 'POST', ({ paymentId }) => `/payments/${paymentId}/confirmation`],
  ['is not signed out either', 'DELETE', () => '/session'],
] as const satisfies readonly (readonly [string, string, (open: Awaited<ReturnType<typeof ordered>>) => string])[];

describe('a session of the former representative', () => {
  it.each(CALLS)('%s, and has ended for good', async (_what, method, path) => {
    const open = await ordered();
    await replaced();
    const body = path(open) === '/payments' ? { body: order(open.iban) } : {};
    expect(said(await desk.call(method, path(open), { session: open.session, ...body }))).toEqual([401, 'NOT_SIGNED_IN']);
    await people.replace(first, second);
    expect(said(await desk.call('GET', '/accounts', { session: open.session }))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await statusOf(open.paymentId)).toBe('RCVD');
    const ended = await rows(
      `select 1 from audit_entry where event = 'fallback.session-ended' and chain = 'fallback:' || (
         select sign_in_id from fallback_session where customer_id = $1 order by asked_at desc limit 1)`,
      people.ids.company,
    );
    expect(ended).toHaveLength(1);
  });

  it('pays nothing when the bank replaces the person while the challenge is pending', async () => {
    const { session, paymentId } = await ordered('timesOut');
    const seen = async () => (await rows('select max(last_seen_at) as seen from fallback_session where customer_id = $1', people.ids.company))[0];
    const earlier = "set signed_in_at = signed_in_at - interval '1 minute', last_seen_at = last_seen_at - interval '1 minute'";
    await rows(`update fallback_session ${earlier} where customer_id = $1`, people.ids.company);
    const before = await seen();
    const held = desk.call('POST', `/payments/${paymentId}/confirmation`, { session });
    // The call has passed the check of its session.
    await expect.poll(seen, { interval: 20 }).not.toEqual(before);
    await replaced();
    await rows(
      `update challenge set state = 'approved', ended_at = now() where challenge_id = (select challenge_id from fallback_payment where payment_id = $1)`,
      paymentId,
    );
    expect(said(await held)).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await statusOf(paymentId)).toBe('RCVD');
  });

  it('continues for the same national identity number under another name', async () => {
    const { session, paymentId } = await ordered();
    await people.replace({ ...first, surname: 'Näidis-Uus' }, second);
    expect((await desk.call('POST', `/payments/${paymentId}/confirmation`, { session })).status).toBe(200);
  });
});

describe('the successor', () => {
  it('cannot use an approval of the former representative, and pays with their own', async () => {
    const { iban, paymentId } = await ordered();
    await replaced();
    const session = await desk.signIn(userName);
    const refused = await desk.call('POST', `/payments/${paymentId}/confirmation`, { session });
    expect(said(refused)).toEqual([422, 'SCA_CONTENT_CHANGED']);
    expect(await statusOf(paymentId)).toBe('RCVD');
    const own = await desk.call('POST', '/payments', { session, body: order(iban) });
    expect((await desk.call('POST', `/payments/${textOf(own.body, 'paymentId')}/confirmation`, { session })).status).toBe(200);
  });

  it('gets no session from an approval of the former representative, and gets a new challenge', async () => {
    await house.play('timesOut');
    const signInId = await desk.ask(userName);
    await house.play('approves');
    await replaced();
    const own = await desk.ask(userName);
    expect(own).not.toBe(signInId);
    await rows(
      `update challenge set state = 'approved', ended_at = now() where challenge_id = (select challenge_id from fallback_session where sign_in_id = $1)`,
      signInId,
    );
    expect(said(await desk.call('POST', `/sign-ins/${signInId}/session`))).toEqual([422, 'SCA_CONTENT_CHANGED']);
    expect((await desk.call('POST', `/sign-ins/${own}/session`)).status).toBe(201);
  });

  it('does not get the stored response to an earlier order with the same X-Request-ID', async () => {
    const session = await desk.signIn(userName);
    const headers = { 'x-request-id': randomUUID() };
    const iban = await desk.firstIban(session);
    const earlier = await desk.call('POST', '/payments', { session, headers, body: order(iban) });
    await replaced();
    const later = await desk.call('POST', '/payments', { session: await desk.signIn(userName), headers, body: order(iban) });
    expect(said(later)).toEqual([400, 'REQUEST_ID_REUSED']);
    expect(await statusOf(textOf(earlier.body, 'paymentId'))).toBe('RCVD');
  });
});

it('a session of an earlier version, which has no person stored, continues', async () => {
  const session = await desk.signIn(userName);
  await rows('update fallback_session set person = null where customer_id = $1', people.ids.company);
  await replaced();
  expect((await desk.call('GET', '/accounts', { session })).status).toBe(200);
});
