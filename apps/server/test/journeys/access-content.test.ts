/** What the signature of a consent or a statement is bound to: exactly this, for exactly this provider, and nothing else. */
import { type Browser, jsonOf, member, obtainToken, readCalculator, typeResponse } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type AccessKind, type AccessPage, type AccessPages, createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type House, openHouse } from '../house/open-house.ts';

const RESPONSE = '/api/ui/challenge/response';
const PERIOD = { dateFrom: '2026-01-01', dateTo: '2026-06-30' };
const KINDS: readonly AccessKind[] = ['consent', 'transactions-statement'];

let house: House;
let pages: AccessPages;
beforeAll(async () => {
  house = await openHouse();
  pages = createAccessPages(house.config.publicUrl, [overInject(house.portico.app, house.config.publicUrl)]);
});
afterAll(() => house.close());

async function openCustomer(method: string) {
  const browser = house.browse();
  const token = await obtainToken(browser, house.tpp, { ...house.customers[0], method });
  const iban = await pages.firstIban(token);
  const bodyOf = (kind: AccessKind) => (kind === 'consent' ? EVERY_ACCOUNT : { account: { iban }, ...PERIOD });
  const openPage = async (kind: AccessKind) => pages.enter(browser, await pages.ask(token, kind, bodyOf(kind)));
  return { browser, token, iban, openPage };
}

async function contentHashOf({ id }: AccessPage): Promise<unknown> {
  const text = 'select challenge_content_hash as hash from signing_session where resource_id = $1';
  return member((await house.database.query(text, [id])).rows[0], 'hash');
}

/** Waits until the PUT has started a challenge. */
async function untilAsked(browser: Browser, { headers }: AccessPage): Promise<void> {
  const state = async () => member(jsonOf(await browser.send('GET', '/api/ui/challenge', { headers })), 'state');
  await expect.poll(state).toBe('started');
}

describe('the signature', () => {
  it('of a statement is bound to account, period and provider, as the page showed them', async () => {
    const { iban, openPage } = await openCustomer('SMART_ID');
    const page = await openPage('transactions-statement');
    expect((await page.sign()).status).toBe(200);
    const { statementStatus: _status, ...shown } = Object(member(page.details, 'details'));
    expect(shown).toEqual({ accountHolder: house.customers[0].name, iban, currency: 'EUR', ...PERIOD });
    const content = { kind: 'transactions-statement', statementId: page.id, tppName: member(page.details, 'tppName'), ...shown };
    expect(await contentHashOf(page)).toBe(sha256Hex(canonicalJson(content)));
  });

  it('of a consent is bound to accounts, rights, validity, frequency and provider, as the page showed them', async () => {
    const { openPage } = await openCustomer('SMART_ID');
    const page = await openPage('consent');
    expect((await page.sign()).status).toBe(200);
    const { consentStatus: _status, ...shown } = Object(member(page.details, 'details'));
    expect(Object.keys(shown).sort()).toEqual(['access', 'accountHolder', 'frequencyPerDay', 'historyDays', 'recurringIndicator', 'validUntil']);
    const covers = 'every account, those opened later included';
    const content = { kind: 'consent', consentId: page.id, tppName: member(page.details, 'tppName'), covers, ...shown };
    expect(await contentHashOf(page)).toBe(sha256Hex(canonicalJson(content)));
  });

  it('covers the requested period: the database refuses to change it', async () => {
    const { browser, token, openPage } = await openCustomer('SMART_ID');
    await browser.send('PUT', '/bank/device', { body: { automatic: false } });
    const page = await openPage('transactions-statement');
    const held = page.sign();
    await untilAsked(browser, page);
    const change = house.database.query(`update transactions_statement set date_from = '2020-01-01' where statement_id = $1`, [page.id]);
    await expect(change).rejects.toThrow(/stays as it was asked/);
    await browser.send('PUT', '/bank/device', { body: { automatic: true } });
    expect((await held).status).toBe(200);
    expect(await pages.statusOf(token, page)).toBe('valid');
  });
});

describe('a calculator', () => {
  it.each(KINDS)('signs a %s with the response to the number shown', async (kind) => {
    const { browser, token, openPage } = await openCustomer('CODE_CALCULATOR');
    const page = await openPage(kind);
    const held = page.sign();
    await untilAsked(browser, page);
    await typeResponse(browser, RESPONSE, await readCalculator(browser), page.headers);
    expect((await held).status).toBe(200);
    expect(await pages.statusOf(token, page)).toBe('valid');
  });

  it.each(KINDS)('cannot sign a second, equal %s with the response that signed the first', async (kind) => {
    const { browser, token, openPage } = await openCustomer('CODE_CALCULATOR');
    const [first, second] = [await openPage(kind), await openPage(kind)];
    const signing = first.sign();
    await untilAsked(browser, first);
    const response = await readCalculator(browser);
    await typeResponse(browser, RESPONSE, response, first.headers);
    expect((await signing).status).toBe(200);
    const held = second.sign();
    await untilAsked(browser, second);
    await typeResponse(browser, RESPONSE, response, second.headers);
    const refused = await held;
    expect([refused.status, member(jsonOf(refused), 'errors', '0', 'code')]).toEqual([422, 'SCA_WRONG_CODE']);
    expect(await contentHashOf(first)).not.toBe(await contentHashOf(second));
    expect(await pages.statusOf(token, second)).toBe('received');
  });
});

describe('two tabs of one bank session', () => {
  it('each sign or refuse only the consent or statement that they opened', async () => {
    const { browser, token, openPage } = await openCustomer('SMART_ID');
    for (const [left, right] of KINDS.flatMap((kind) => KINDS.map((second) => [kind, second] as const))) {
      const [one, other] = [await openPage(left), await openPage(right)];
      expect((await one.refuse()).status).toBe(200);
      expect((await other.sign()).status).toBe(200);
      expect([await pages.statusOf(token, one), await pages.statusOf(token, other)]).toEqual(['rejected', 'valid']);
      const wrong = one.kind === other.kind ? 410 : 404;
      const answer = await browser.send('PUT', `/api/ui/${other.kind}`, { headers: one.headers, body: {} });
      expect(answer.status).toBe(wrong);
    }
  });

  it('sign a statement and a consent at the same time, with separate challenges', async () => {
    const { token, openPage } = await openCustomer('SMART_ID');
    const [statement, consent] = [await openPage('transactions-statement'), await openPage('consent')];
    const answers = await Promise.all([statement.sign(), consent.sign()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await pages.statusOf(token, statement), await pages.statusOf(token, consent)]).toEqual(['valid', 'valid']);
    expect(await contentHashOf(statement)).not.toBe(await contentHashOf(consent));
  });
});
