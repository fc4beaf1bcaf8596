/**
 * An approval that the customer gave on their device is used later: by an application that stored it, or in another visit of the bank's pages.
 * One test for each place that waits for an approval. Threat T9.
 */
import type { TokenUser } from '@portico/contract';
import { jsonOf, member, openBrowser, SITE, signInAtBank, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { type CompanyHouse, openCompanyHouse, orderBody } from '../house/company-house.ts';
import { type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import type { Reply } from '../house/xs2a/wire.ts';

const REDIRECT_URI = `${SITE}/`;
const VERSIONS = ['/api/v2/am/realms/psd2/protocol/openid-connect/auth', '/api/v1/am/oauth2/authorize'] as const;
const WAIT = { interval: 20 };
const FIVE_MINUTES = 5 * 60;
const A_MONTH = 30 * 24 * 60 * 60;

let house: CompanyHouse;
let desk: FallbackDesk;
let person: TokenUser;
let userName: string;
beforeAll(async () => {
  house = await openCompanyHouse('dev_old_approvals');
  desk = await openFallbackDesk(house, 'dev_old_approvals');
  await house.call('PUT', '/api/tpp', { redirectionUris: [REDIRECT_URI, `${house.config.publicUrl}/?m=authCode`] });
  person = await house.choose('ee', 'person');
  ({ userName } = person);
});
afterAll(() => house.close());

/** Makes the newest challenge of this kind and all its times older. */
async function age(purpose: 'signIn' | 'signing', seconds: number): Promise<void> {
  await house.database.query(
    `update challenge set created_at = created_at - $2::integer * interval '1 second', expires_at = expires_at - $2::integer * interval '1 second',
       answers_at = answers_at - $2::integer * interval '1 second', ended_at = ended_at - $2::integer * interval '1 second'
     where challenge_id = (select challenge_id from challenge where purpose = $1 order by created_at desc limit 1)`,
    [purpose, seconds],
  );
}
/** Makes completed sign-ins older whose customer has not come back. */
async function ageSignIn(seconds: number): Promise<void> {
  await house.database.query(
    `update oauth_artifact set payload = jsonb_set(payload, '{result,completedAt}', to_jsonb((payload #>> '{result,completedAt}')::bigint - $1::bigint * 1000))
     where payload #> '{result,login}' is not null`,
    [seconds],
  );
}
const said = ({ status, body }: Reply) => [status, member(body, 'errors', '0', 'code')];
const statusOf = async (paymentId: string) =>
  textOf((await house.database.query('select status from payment where payment_id = $1', [paymentId])).rows[0], 'status');

describe.each([
  ['five minutes', FIVE_MINUTES],
  ['a month', A_MONTH],
])('an approval of %s ago', (_when, seconds) => {
  it.each([true, false])('opens no session of the fallback interface (the application saw it in time: %s)', async (isSeen) => {
    const signInId = await desk.ask(userName);
    const state = async () => member((await desk.call('GET', `/sign-ins/${signInId}`)).body, 'challenge', 'state');
    if (isSeen) await expect.poll(state, WAIT).toBe('approved');
    await age('signIn', seconds);
    expect(await state()).toBe('timedOut');
    expect(said(await desk.call('POST', `/sign-ins/${signInId}/session`))).toEqual([422, 'SCA_TIMED_OUT']);
    expect(await desk.ask(userName)).not.toBe(signInId);
  });

  it.each([true, false])('pays nothing at the fallback interface (the application saw it in time: %s)', async (isSeen) => {
    const session = await desk.signIn(userName);
    const body = { ...orderBody('1.00'), debtorAccountIban: await desk.firstIban(session), isInstant: true };
    const ordered = await desk.call('POST', '/payments', { session, body });
    const path = `/payments/${textOf(ordered.body, 'paymentId')}`;
    const state = async () => member((await desk.call('GET', path, { session })).body, 'challenge', 'state');
    if (isSeen) await expect.poll(state, WAIT).toBe('approved');
    await age('signing', seconds);
    expect(said(await desk.call('POST', `${path}/confirmation`, { session }))).toEqual([422, 'SCA_TIMED_OUT']);
    expect((await desk.call('GET', path, { session })).body).toMatchObject({ transactionStatus: 'RJCT', challenge: { state: 'timedOut' } });
  });

  it('gives no second signature, and the co-signer is asked again', async () => {
    await house.choose('ee', 'company');
    await house.play('needsSecondSignature');
    const { paymentId } = await house.signOnce('2.00');
    const { send, sign } = await house.coSigner();
    await send('POST', paymentId, '/challenge');
    const state = async () => member(jsonOf(await send('GET', paymentId, '/challenge')), 'state');
    await expect.poll(state, WAIT).toBe('approved');
    await age('signing', seconds);
    const refused = await send('POST', paymentId, '/signature');
    expect([refused.status, member(jsonOf(refused), 'errors', '0', 'code')]).toEqual([422, 'SCA_TIMED_OUT']);
    expect(await statusOf(paymentId)).toBe('PATC');
    expect((await sign(paymentId)).status).toBe(200);
    expect(await statusOf(paymentId)).toBe('ACCC');
  });

  it.each(VERSIONS)('gives no code to the application that the customer comes back to (%s)', async (at) => {
    const params = { client_id: desk.clientId, response_type: 'code', scope: 'openid', state: 's', nonce: 'n', bank_country: 'ee' };
    const browser = openBrowser(overInject(house.app, house.config.publicUrl), house.config.publicUrl);
    const asked = await browser.send('GET', `${at}?${new URLSearchParams({ ...params, redirect_uri: REDIRECT_URI })}`);
    const who = { country: 'ee', nationalIdentityNumber: person.customer.nationalIdentityNumber, method: 'SMART_ID' };
    const wayBack = await signInAtBank(browser, asked.headers.location ?? '', who);
    await ageSignIn(seconds);
    const back = await browser.send('GET', wayBack);
    const arrived = new URL(back.headers.location ?? '', SITE).searchParams;
    expect([back.status, arrived.get('code'), arrived.get('error'), arrived.get('state')]).toEqual([303, null, 'access_denied', 's']);
  });

  it('starts no session at the bank', async () => {
    const { browser } = await house.coSigner();
    const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/to-sign' } });
    const location = textOf(jsonOf(opened), 'location');
    const who = { country: 'ee', nationalIdentityNumber: house.company.coSigner?.nationalIdentityNumber ?? '', method: 'SMART_ID' };
    const tooLate = signInAtBank({ ...browser, send: delayed(browser.send, seconds) }, location, who);
    await expect(tooLate).rejects.toThrow('SCA_TIMED_OUT');
  });
});

/** Before the call that completes the sign-in, time passes. */
function delayed<Send extends (method: never, url: string, ...rest: never[]) => unknown>(send: Send, seconds: number): Send {
  return (async (method: never, url: string, ...rest: never[]) => {
    if (url.endsWith('/completion')) await age('signIn', seconds);
    return send(method, url, ...rest);
  }) as unknown as Send;
}
