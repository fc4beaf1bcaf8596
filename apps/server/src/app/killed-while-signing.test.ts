/** The power goes while access is signed: the process dies at a named point, the next one on the same data ends it right, once. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createBankFolder,
  createTpp,
  demoClient,
  freePort,
  jsonOf,
  member,
  obtainToken,
  openBrowser,
  overHttp,
  type PorticoProcess,
  SITE,
  startPortico,
} from '@portico/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import type { CrashPoint } from '#platform/crash-points.ts';
import { type AccessKind, createAccessPages, EVERY_ACCOUNT } from './testing/access-pages.ts';

const CUSTOMER = { country: 'ee', nationalIdentityNumber: '60001019906', method: 'SMART_ID' };

let folder: string;
let portico: PorticoProcess | undefined;
afterEach(async () => {
  await portico?.kill();
  await rm(folder, { recursive: true });
});

/** `before`: what the application reads after the restart, until the page has repeated its call. */
const ROUNDS: readonly (readonly [kind: AccessKind, point: CrashPoint, before: string])[] = [
  ['consent', 'signing.committed', 'valid'],
  ['transactions-statement', 'signing.committed', 'valid'],
  ['transactions-statement', 'signing.insideTransaction', 'received'],
];

describe('a server that dies while access is signed', { timeout: 120_000 }, () => {
  it.each(ROUNDS)('(%s, at %s) leaves it %s, and the repeated signature signs it once', async (kind, point, before) => {
    folder = await createBankFolder('killed');
    const port = await freePort();
    const start = (env: Record<string, string>) =>
      startPortico({ port, dataDir: join(folder, 'data'), env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', ...env } });
    portico = await start({ PORTICO_CRASH_AT: point });
    const { origin } = portico;
    const transport = overHttp(origin);
    const pages = createAccessPages(origin, [transport]);
    const tpp = createTpp({ transport, publicUrl: origin, site: SITE, ...(await demoClient(join(folder, 'data'))) });
    const browser = openBrowser(transport, origin);
    const token = await obtainToken(browser, tpp, CUSTOMER);
    const account = { iban: await pages.firstIban(token) };
    const body = kind === 'consent' ? EVERY_ACCOUNT : { account, dateFrom: '2026-01-01', dateTo: '2026-06-30' };
    const page = await pages.enter(browser, await pages.ask(token, kind, body));

    await expect(page.sign()).rejects.toThrow();
    expect(await portico.ended()).toBe('SIGKILL');
    portico = await start({});
    expect(await pages.statusOf(token, page)).toBe(before);
    const [first, again] = [await page.sign(), await page.sign()];
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(member(jsonOf(first), kind === 'consent' ? 'consentStatus' : 'statementStatus')).toBe('valid');
    expect(await pages.statusOf(token, page)).toBe('valid');
    expect((await page.refuse()).status).toBe(409);
    if (kind === 'transactions-statement') expect((await pages.call(token, 'GET', `${page.path}/transactions`)).status).toBe(200);
  });
});
