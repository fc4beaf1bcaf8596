/** What each scenario of a test customer does to the signature of a consent and of a statement. No money moves, so too little of it matters not. */
import { type Browser, jsonOf, member, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { type AccessKind, type AccessPages, createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type House, openHouse } from '../house/open-house.ts';

const KINDS = ['consent', 'transactions-statement'] as const satisfies readonly AccessKind[];

let house: House;
let pages: AccessPages;
let browser: Browser;
let token: string;
let iban: string;

beforeAll(async () => {
  house = await openHouse();
  pages = createAccessPages(house.config.publicUrl, [overInject(house.portico.app, house.config.publicUrl)]);
  browser = house.browse();
  token = await house.token(browser);
  iban = await pages.firstIban(token);
});
afterEach(() => play('approves'));
afterAll(() => house.close());

const play = (scenario: string) =>
  house.database.query('update customer set scenario = $1 where user_name = $2', [scenario, house.customers[0].userName]);

async function openPage(kind: AccessKind) {
  const request = kind === 'consent' ? EVERY_ACCOUNT : { account: { iban }, dateFrom: '2026-01-01', dateTo: '2026-06-30' };
  const page = await pages.enter(browser, await pages.ask(token, kind, request));
  const read = () => {
    if (kind !== 'consent') return pages.call(token, 'GET', `${page.path}/transactions`);
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': crypto.randomUUID(), 'consent-id': page.id };
    return overInject(house.portico.app, house.config.publicUrl)({ method: 'GET', path: '/api/v1/accounts', headers, body: undefined });
  };
  return { ...page, status: () => pages.statusOf(token, page), read };
}

const codeOf = (answer: WireAnswer): unknown => member(jsonOf(answer), 'errors', '0', 'code');

/** The customer's phone does not answer until its time is over. */
async function letTimeOut(): Promise<void> {
  const asked = async () => member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges', '0');
  await expect.poll(async () => member(await asked(), 'state')).toBe('started');
  await browser.send('POST', `/bank/device/challenges/${textOf(await asked(), 'challengeId')}/answer`, { body: { answer: 'timeOut' } });
}

describe.each(KINDS)('a %s', (kind) => {
  it.each(['approves', 'notEnoughMoney', 'bankSlow'])(
    '%s: can be signed and read',
    async (scenario) => {
      const { sign, status, read } = await openPage(kind);
      await play(scenario);
      expect((await sign()).status).toBe(200);
      await play('approves');
      expect([await status(), (await read()).status]).toEqual(['valid', 200]);
    },
    30_000,
  );

  it.each([
    ['refuses', 422, 'SCA_REFUSED'],
    ['wrongCode', 422, 'SCA_WRONG_CODE'],
    ['timesOut', 422, 'SCA_TIMED_OUT'],
    ['bankDown', 503, 'UNAVAILABLE'],
  ])('%s: returns %i %s, gives no access, and can be signed later', async (scenario, code, error) => {
    const { sign, status, read } = await openPage(kind);
    await play(scenario);
    const [answer] = await Promise.all([sign(), scenario === 'timesOut' ? letTimeOut() : undefined]);
    expect([answer.status, codeOf(answer)]).toEqual([code, error]);
    await play('approves');
    expect([await status(), (await read()).status]).toEqual(['received', 401]);
    expect((await sign()).status).toBe(200);
    expect(await status()).toBe('valid');
  });

  it('sessionExpires: the session ends with the return address, and gives no access', async () => {
    const { sign, status, read } = await openPage(kind);
    await play('sessionExpires');
    const answer = await sign();
    expect([answer.status, jsonOf(answer)]).toMatchObject([410, { errors: [{ code: 'SIGNING_TERMINATED' }], tppFailureUrl: expect.any(String) }]);
    await play('approves');
    expect([await status(), (await read()).status, (await sign()).status]).toEqual(['rejected', 401, 410]);
  });

  it('needsSecondSignature: gives access after one signature', async () => {
    const { sign, status, read } = await openPage(kind);
    await play('needsSecondSignature');
    expect((await sign()).status).toBe(200);
    expect([await status(), (await read()).status]).toEqual(['valid', 200]);
  });
});
