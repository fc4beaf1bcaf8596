/** The power goes while access is signed: the process dies at a named point, the next one on the same data ends it right, once. */
import { jsonOf, member, obtainToken } from '@portico/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CrashPoint } from '#platform/crash-points.ts';
import { type AccessKind, createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { openProcessHouse, PROCESS_CUSTOMER, type ProcessHouse } from '../house/process-house.ts';

let house: ProcessHouse;
beforeEach(async () => {
  house = await openProcessHouse();
});
afterEach(() => house.close());

/** `before`: what the application reads after the restart, until the page has repeated its call. */
const ROUNDS: readonly (readonly [kind: AccessKind, point: CrashPoint, before: string])[] = [
  ['consent', 'signing.committed', 'valid'],
  ['transactions-statement', 'signing.committed', 'valid'],
  ['transactions-statement', 'signing.insideTransaction', 'received'],
];

describe('a server that dies while access is signed', () => {
  it.each(ROUNDS)('(%s, at %s) leaves it %s, and the repeated signature signs it once', async (kind, point, before) => {
    const dying = await house.start({ PORTICO_CRASH_AT: point });
    const pages = createAccessPages(house.origin, [house.transport]);
    const { tpp, browser } = await house.visit();
    const token = await obtainToken(browser, tpp, PROCESS_CUSTOMER);
    const account = { iban: await pages.firstIban(token) };
    const body = kind === 'consent' ? EVERY_ACCOUNT : { account, dateFrom: '2026-01-01', dateTo: '2026-06-30' };
    const page = await pages.enter(browser, await pages.ask(token, kind, body));

    await expect(page.sign()).rejects.toThrow();
    expect(await dying.ended()).toBe('SIGKILL');
    await house.start();
    expect(await pages.statusOf(token, page)).toBe(before);
    const [first, again] = [await page.sign(), await page.sign()];
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(member(jsonOf(first), kind === 'consent' ? 'consentStatus' : 'statementStatus')).toBe('valid');
    expect(await pages.statusOf(token, page)).toBe('valid');
    expect((await page.refuse()).status).toBe(409);
    if (kind === 'transactions-statement') expect((await pages.call(token, 'GET', `${page.path}/transactions`)).status).toBe(200);
  });
});
