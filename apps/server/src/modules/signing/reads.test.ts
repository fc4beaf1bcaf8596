import type { SigningSessionOf } from '@portico/contract';
import { addDays } from '@portico/primitives';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { entryCodeOf } from './testing/answers.ts';
import { openSigningHarness, type SigningHarness } from './testing/signing-harness.ts';
import { CUSTOMERS, IBANS, SANDBOX } from './testing/test-bank.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let harness: SigningHarness;
let id: string;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
  ({ id } = await harness.openPage());
});
afterAll(() => harness.close());

const get = (path: string, as = 'mari', signingId = id) => harness.call('GET', `/api/ui/${path}`, { as, id: signingId });

describe('the reads of a signing page', () => {
  it('say which day it is at the bank: that of the sandbox’s clock', async () => {
    const { today } = (await harness.openPage()).details;
    await harness.moveClock(20 * DAY_MS);
    harness.signIn.addSession('mari', 'mari', new Date(Date.now() + 20 * DAY_MS));
    const { today: later } = (await harness.openPage()).details;
    await harness.moveClock(0);
    harness.signIn.addSession('mari', 'mari');
    expect([today, later]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), addDays(today, 20)]);
  });

  // Review of 25 November 2026, §3.3.
  it('list the accounts a payment can be made from, with the balance that the balance call answers', async () => {
    const { body } = await get('account/list');
    expect(body).toMatchObject([
      { iban: IBANS.main, currency: 'EUR', name: 'Current account' },
      { iban: IBANS.low, currency: 'EUR', name: 'Pocket money', availableBalance: { amount: '12.30', currency: 'EUR' } },
    ]);
    for (const { iban, availableBalance } of Array.isArray(body) ? body : []) {
      expect((await get(`account/balance?iban=${iban}`)).body).toMatchObject({ balanceAmount: availableBalance });
    }
  });

  it('answer the available balance of an own account only', async () => {
    expect((await get(`account/balance?iban=${IBANS.low}`)).body).toEqual({ balanceAmount: { amount: '12.30', currency: 'EUR' } });
    const foreign = await get(`account/balance?iban=${IBANS.jaans}`);
    const unknown = await get(`account/balance?iban=${IBANS.payee}`);
    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ code: 'ACCOUNT_UNKNOWN', path: 'query:iban' }] } });
    expect(unknown.text).toBe(foreign.text);
    expect((await get('account/balance')).status).toBe(400);
  });

  // Review of 25 November 2026, §3.1.
  it('say for which company the representative signs, and that the account needs a second signature', async () => {
    const { bank } = harness;
    const find = vi.spyOn(bank, 'findCustomer').mockResolvedValue({ ...CUSTOMERS.mari, type: 'company', name: 'OÜ Näidis' });
    const account = await bank.findAccount(harness.db, { sandboxId: SANDBOX, customerId: 'cus_mari' }, IBANS.low);
    const read = vi.spyOn(bank, 'findAccount').mockResolvedValue(account && { ...account, needsSecondSignature: true });
    try {
      expect((await get(`account/balance?iban=${IBANS.low}`)).body).toEqual({
        balanceAmount: { amount: '12.30', currency: 'EUR' },
        accountHolder: 'OÜ Näidis',
        representative: 'Mari Maasikas',
        needsSecondSignature: true,
      });
    } finally {
      find.mockRestore();
      read.mockRestore();
    }
  });

  it('answer the fee of this payment from an own account only', async () => {
    expect((await get(`payment/fee?debtorIban=${IBANS.main}&creditorIban=${IBANS.payee}&info=Invoice&amount=46.80`)).body).toEqual({
      sum: '0.16',
      crcCode: 'EUR',
    });
    expect(await get(`payment/fee?debtorIban=${IBANS.jaans}`)).toMatchObject({ status: 400, body: { errors: [{ code: 'ACCOUNT_UNKNOWN' }] } });
    expect((await get('payment/fee')).status).toBe(400);
    expect((await get(`payment/fee?debtorIban=${IBANS.main}&extra=1`)).status).toBe(400);
  });

  it('answer debtor details in Lithuania and nowhere else', async () => {
    expect((await get('customer/details')).status).toBe(404);
    const ruta = await harness.openPage('ruta');
    expect((await get('customer/details', 'ruta', ruta.id)).body).toEqual({ debtorId: '30001010000', townName: 'Vilnius', country: 'LT' });
  });

  it('answer a session of another kind with 404, and a stranger to it with 410', async () => {
    const page = await harness.openPage();
    await sql`update signing_session set kind = 'consent' where resource_id = ${page.paymentId}`.execute(harness.db);
    expect(await get('payment/details', 'mari', page.id)).toMatchObject({ status: 404, body: { errors: [{ code: 'SIGNING_KIND_UNKNOWN' }] } });
    expect((await harness.sign(page.id)).status).toBe(404);
    expect((await get('payment/details', 'jaan', page.id)).status).toBe(410);
  });

  it('never put a secret into the database', async () => {
    const { path, paymentId } = await harness.createPayment();
    const entryCode = entryCodeOf(await harness.enter(path));
    const opened = await harness.call<SigningSessionOf<'payment'>>('GET', '/api/ui/payment/details', { as: 'mari', entryCode });
    const signed = harness.sign(opened.body.signingId);
    await harness.answerOnDevice(paymentId, 'approve');
    await signed;
    const unused = entryCodeOf(await harness.enter(path));
    for (const table of ['signing_session', 'signing_entry', 'challenge', 'audit_entry', 'audit_content']) {
      const { rows } = await sql<{ stored: string }>`select t::text as stored from ${sql.table(table)} as t`.execute(harness.db);
      expect(rows.length, table).toBeGreaterThan(0);
      const stored = rows.map((row) => row.stored).join('\n');
      for (const secret of [path.split('/').at(-1) ?? '', entryCode, unused, opened.body.signingId, id]) {
        expect(secret).toHaveLength(43);
        expect(stored).not.toContain(secret);
      }
    }
  });
});
