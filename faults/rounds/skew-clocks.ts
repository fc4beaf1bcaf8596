/**
 * F7: the clocks of two servers differ by a minute, and then jump while they run: ten minutes ahead, an hour back. The database's clock decides about
 * expiry and execution, so no order may run twice and no expired session may become valid again. Needs libfaketime.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Customer,
  createFolder,
  createTpp,
  demoClient,
  enterSigning,
  obtainToken,
  openBrowser,
  openDatabase,
  overHttp,
  SITE,
} from '@portico/testkit';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Impossible, type Report } from '../findings.ts';
import { createOrder, SINGLE } from '../load/orders.ts';

const BROWSERS = 8;
/** Seconds by which each server's clock is ahead, step by step. */
const STEPS = [
  [0, 60],
  [600, 60],
  [600, -3_600],
  [0, -3_600],
] as const;
const TOLERANCE_SECONDS = 5;
const CUSTOMER: Customer = { country: 'ee', nationalIdentityNumber: '60001019906', method: 'SMART_ID' };

export interface SkewSettings {
  readonly clusterUrl: string;
  readonly say: (text: string) => void;
  readonly seconds?: number;
}

export async function skewClocks({ clusterUrl, say, seconds = 15 }: SkewSettings): Promise<Report | Impossible> {
  const library = findLibrary();
  if (library === undefined) return { impossible: 'libfaketime is not installed here. Debian: apt-get install faketime.' };
  const findings = createFindings('F7 · clocks that differ and jump', say);
  const folder = await createFolder('clocks');
  const file = (index: number) => join(folder, `clock-${index}`);
  const setClock = (index: number, ahead: number) => writeFileSync(file(index), `${ahead < 0 ? '' : '+'}${ahead}s\n`);
  for (const [index, ahead] of STEPS[0].entries()) setClock(index, ahead);
  const bank = await openBankUnderLoad({
    clusterUrl,
    serverCount: 2,
    browsers: BROWSERS,
    env: (index) => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file(index),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    }),
  });
  try {
    for (const step of STEPS) {
      for (const [index, ahead] of step.entries()) setClock(index, ahead);
      await delay(1_000);
      const seen = await Promise.all(step.map((_, index) => secondsAhead(bank, index)));
      findings.must(
        `the servers' clocks are ahead by ${step.join(' and ')} s`,
        step.every((ahead, index) => Math.abs((seen[index] ?? 0) - ahead) <= TOLERANCE_SECONDS),
      );
      const before = bank.load.answered();
      await delay(seconds * 1_000);
      findings.note(`With ${step.join(' and ')} s: ${bank.load.answered() - before} signatures and refusals answered in ${seconds} s`);
    }
    const [before, after] = await openExpired(bank);
    findings.must(
      `a signing session that is over stays over at the server whose clock is an hour behind (${before}, then ${after})`,
      before === 200 && after === 410,
    );
    // A code of one server has expired, or is not yet valid, for a server whose clock differs by an hour. That sign-in must fail.
    return await findings.conclude(bank, (error) =>
      findings.note(`A customer could not sign in while the clocks were an hour apart: ${String(error).slice(0, 80)}`),
    );
  } finally {
    await bank.close();
  }
}

/**
 * Opens a page and lets it expire by the database's clock, 45 minutes ago. Returns its statuses before and after, from the server whose clock is an
 * hour behind.
 */
async function openExpired(bank: BankUnderLoad): Promise<readonly [number, number]> {
  const { publicUrl } = bank;
  const transport = overHttp(bank.server(1).origin);
  const browser = openBrowser(transport, publicUrl);
  const tpp = createTpp({ transport, publicUrl, site: SITE, ...(await demoClient(bank.place.dataDir)) });
  const requestId = randomUUID();
  const number = bank.history.sent({ deed: 'create', subject: requestId, amountCents: 1 });
  const payment = await createOrder(transport, await obtainToken(browser, tpp, CUSTOMER), {
    kind: SINGLE,
    product: 'sepa-credit-transfers',
    cents: 1,
    creditorName: 'Lumen Raamatud OÜ',
    creditorIban: 'EE639977200100450817',
    startDate: '',
    requestId,
  });
  bank.history.ended(number, { outcome: 'ok', answer: '201', body: payment.paymentId });
  const { headers } = await enterSigning(browser, payment.scaRedirect, CUSTOMER);
  const read = async () => (await browser.send('GET', '/api/ui/payment/details', { headers })).status;
  const before = await read();
  const database = await openDatabase(bank.place);
  const ago = "- interval '45 minutes'";
  await database.query(
    `update signing_session set created_at = created_at ${ago}, last_activity_at = last_activity_at ${ago} where resource_id = '${payment.paymentId}'`,
  );
  await database.close();
  return [before, await read()];
}

async function secondsAhead(bank: BankUnderLoad, index: number): Promise<number> {
  const answer = await fetch(`${bank.server(index).origin}/healthz`);
  return Math.round((Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 1_000);
}

function findLibrary(): string | undefined {
  const roots = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu')) : [];
  return roots.map((name) => join('/usr/lib', name, 'faketime/libfaketime.so.1')).find((path) => existsSync(path));
}
