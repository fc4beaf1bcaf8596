/** Receipts of payments that were signed and not made: each reason in the words of the signing page, on the page and in the PDF. */
import { type ReceiptRow, ReceiptView } from '@portico/contract';
import { type Browser, jsonOf, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { verifyReceipt } from '#modules/receipts/index.ts';
import { textOfPdf } from '../../src/testing/pdf-text.ts';
import { houseDay } from '../house/avoid-midnight.ts';
import { type CompanyHouse, openCompanyHouse, orderBody } from '../house/company-house.ts';

const PATH = '/bank/receipts/signed';
const INSTANT = 'instant-sepa-credit-transfers';
const NO_INSTANT = 'Not paid: the payee’s bank does not take instant payments';
const NO_MONEY = 'Not paid: there was not enough money on the account';

let house: CompanyHouse;
beforeAll(async () => {
  house = await openCompanyHouse('dev_not_paid');
  await house.play('approves');
});
afterEach(async () => {
  await house.play('approves');
  await house.resetClock();
});
afterAll(() => house.close());

const unreachable = (amount: string) => ({ ...orderBody(amount), creditorAccount: { iban: PAYEES.withoutInstant.iban } });

interface Paid {
  readonly paymentId: string;
  readonly iban: string;
  /** In which it was signed: it may read the receipt. */
  readonly browser: Browser;
}

/** `path`: service and product. */
async function pay(path: string, body: object, kind: 'payment' | 'periodic-payment' | 'bulk-payment' = 'payment'): Promise<Paid> {
  const created = await house.tpp('POST', `/api/v1/${path}`, { body });
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  const { page, browser } = await house.enter(house.company, created, kind);
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  const signed = await page.sign(iban);
  expect([signed.status, signed.text]).toEqual([200, expect.any(String)]);
  return { paymentId: textOf(created.body, 'paymentId'), iban, browser };
}

const read = async ({ browser, paymentId }: Pick<Paid, 'browser' | 'paymentId'>, language = 'en') =>
  Value.Parse(ReceiptView, jsonOf(await browser.send('GET', `${PATH}/${paymentId}?language=${language}`)));
/** After the clock was advanced: the sign-in of before is over. */
async function readLater({ paymentId }: Pick<Paid, 'paymentId'>): Promise<ReceiptView> {
  const { browser } = await house.coSigner(house.company.customer.nationalIdentityNumber);
  return read({ browser, paymentId });
}

const statusRows = (view: ReceiptView): readonly ReceiptRow[] => view.sections.find(({ title }) => title === 'Status')?.rows ?? [];
const titlesOf = (view: ReceiptView) => view.sections.map(({ title }) => title);

async function fileOf({ browser, paymentId }: Pick<Paid, 'browser' | 'paymentId'>, rest: string): Promise<Buffer> {
  const url = `${PATH}/${paymentId}/${rest}`;
  const headers = { host: new URL(house.config.publicUrl).host, cookie: browser.cookieHeader(url) };
  const { statusCode, rawPayload } = await house.app.inject({ method: 'GET', url, headers });
  expect(statusCode).toBe(200);
  return rawPayload;
}

const verify = (file: Buffer) => verifyReceipt(house.database.db, house.modules.audit, file);

describe('the receipt of a signed payment', () => {
  it('says first, also as a PDF, why it was not executed and that no money has moved', async () => {
    const paid = await pay(`payments/${INSTANT}`, unreachable('5.00'));
    const view = await read(paid);
    expect([titlesOf(view)[0], statusRows(view).map(({ value }) => value)]).toEqual(['Status', [`${NO_INSTANT}\nNo money has moved.`]]);
    const { body } = await house.tpp('GET', `/api/v1/payments/${INSTANT}/${paid.paymentId}/status`);
    expect(body).toMatchObject({
      transactionStatus: 'RJCT',
      psuMessage: `${NO_INSTANT}. No money has moved.`,
      tppMessages: [{ code: 'PAYMENT_FAILED' }],
    });
    const pdf = await fileOf(paid, 'pdf?language=en');
    expect(textOfPdf(pdf).join(' ').replaceAll('\n', ' ')).toContain(NO_INSTANT);
    expect([(await verify(pdf)).outcome, (await verify(await fileOf(paid, 'json'))).outcome]).toEqual(['proven', 'proven']);
  });

  it('names missing funds on the execution day', async () => {
    const later = { requestedExecutionDate: houseDay(3) };
    const { iban, available } = await availableOf();
    const most = (available - 1000) / 100;
    const first = await pay('payments/sepa-credit-transfers', { ...orderBody(most.toFixed(2)), ...later, debtorAccount: { iban } });
    const second = await pay('payments/sepa-credit-transfers', { ...orderBody(most.toFixed(2)), ...later, debtorAccount: { iban } });
    await house.advance({ days: 6 });
    const values = [statusRows(await readLater(first))[0]?.value, statusRows(await readLater(second))[0]?.value];
    expect(values.toSorted()).toEqual([`${NO_MONEY}\nNo money has moved.`, 'Settled']);
  });

  it('names an account that was blocked', async () => {
    const paid = await pay('payments/sepa-credit-transfers', { ...orderBody('5.00'), requestedExecutionDate: houseDay(3) });
    await house.database.query("update account set status = 'blocked' where iban = $1", [paid.iban]);
    await house.advance({ days: 6 });
    await house.database.query("update account set status = 'enabled' where iban = $1", [paid.iban]);
    expect(statusRows(await readLater(paid))[0]?.value).toBe('Not paid: the account is blocked\nNo money has moved.');
  });

  it('names a second signature that was refused, or not given in time', async () => {
    await house.play('needsSecondSignature');
    const [refused, late] = [await house.signOnce('10.00'), await house.signOnce('11.00')];
    const coSigner = await house.coSigner();
    expect((await coSigner.send('POST', refused.paymentId, '/refusal')).status).toBe(200);
    const { browser } = coSigner;
    expect(statusRows(await read({ browser, paymentId: refused.paymentId }))[0]?.value).toMatch(/^Not paid: the second signature was refused\n/);
    const signature = (await read({ browser, paymentId: refused.paymentId })).sections.find(({ title }) => title === 'Signature')?.rows ?? [];
    expect(signature.find(({ label }) => label === 'Refused by')?.value).toBe('Kaur Kaasallkiri');
    await house.play('timesOut');
    await house.advance({ days: 7 });
    await house.play('approves');
    expect(statusRows(await readLater(late))[0]?.value).toMatch(/^Not paid: the second signature was not given in time\n/);
  });

  it('begins with what was signed if the payment was executed', async () => {
    const view = await read(await pay(`payments/${INSTANT}`, orderBody('5.00')));
    expect([titlesOf(view)[0], statusRows(view).map(({ value }) => value)]).toEqual(['What was signed', ['Settled']]);
  });
});

describe('the receipt of a bulk payment', () => {
  const bulk = (payments: readonly object[]) => pay(`bulk-payments/${INSTANT}`, { payments }, 'bulk-payment');
  const settled = async (paid: Paid) => {
    await house.advance({ minutes: 1 });
    return read(paid);
  };
  const outcomesOf = ({ items }: ReceiptView) => items?.rows.map((cells) => cells[items.columns.indexOf('Status')]);

  it('has the status of each payment, and the number of those not executed', async () => {
    const paid = await bulk([orderBody('1.00'), unreachable('2.00'), orderBody('3.00')]);
    const view = await settled(paid);
    expect(outcomesOf(view)).toEqual(['Settled', NO_INSTANT, 'Settled']);
    expect([titlesOf(view)[0], statusRows(view).map(({ value }) => value)]).toEqual([
      'Status',
      ['Partly paid: some payments were not made', '1 of 3'],
    ]);
    const pdf = await fileOf(paid, 'pdf?language=en');
    expect(textOfPdf(pdf).join(' ').replaceAll('\n', ' ')).toContain('Partly paid: some payments were not made');
    expect([(await verify(pdf)).outcome, (await verify(await fileOf(paid, 'json'))).outcome]).toEqual(['proven', 'proven']);
  });

  it('has the common reason if no payment was executed', async () => {
    const view = await settled(await bulk([unreachable('1.00'), unreachable('2.00')]));
    expect([statusRows(view).map(({ value }) => value), outcomesOf(view)]).toEqual([
      [`${NO_INSTANT}\nNo money has moved.`],
      [NO_INSTANT, NO_INSTANT],
    ]);
  });

  it('has the status Settled for each executed payment', async () => {
    expect(outcomesOf(await settled(await bulk([orderBody('1.00'), orderBody('2.00')])))).toEqual(['Settled', 'Settled']);
  });
});

describe('the receipt of a periodic payment', () => {
  it('says why its first payment was not executed', async () => {
    const startDate = houseDay(2);
    const paid = await pay(`periodic-payments/${INSTANT}`, { ...unreachable('3.00'), startDate, frequency: 'Monthly' }, 'periodic-payment');
    expect(statusRows(await read(paid))).toHaveLength(1);
    await house.advance({ days: 4 });
    const view = await readLater(paid);
    const rows = statusRows(view);
    expect(rows.map(({ value }) => value.split('\n'))).toEqual([
      ['Accepted, waits for its day'],
      [
        NO_INSTANT,
        'No money has moved for it, and the bank does not try it again. If it is still due, pay it yourself.',
        'The periodic payment stands. Its next payments are made on their days.',
      ],
    ]);
    expect(rows[1]?.label).toMatch(/^Payment of [A-Z]/);
    expect(titlesOf(view)[0]).toBe('Status');
  });
});

/** The first account of the company, and what it may spend; cents. */
async function availableOf(): Promise<{ readonly iban: string; readonly available: number }> {
  const { rows } = await house.database.query(
    `select iban, (balance_cents - held_cents)::integer as available from account join account_balance on account.id = account_id
     where customer_id = $1 and account.currency = 'EUR' order by available desc limit 1`,
    [house.company.id],
  );
  return Object(rows[0]);
}
