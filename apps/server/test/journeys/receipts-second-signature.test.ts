/** Receipts of payments that two have to sign: who reads them, and what they say of each signature. */
import { ReceiptList, ReceiptView } from '@portico/contract';
import { type Browser, jsonOf, member, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyReceipt } from '#modules/receipts/index.ts';
import { houseDay } from '../house/avoid-midnight.ts';
import { type CompanyHouse, openCompanyHouse, orderBody } from '../house/company-house.ts';

const PATH = '/bank/receipts/signed';

let house: CompanyHouse;
beforeAll(async () => {
  house = await openCompanyHouse('dev_receipts');
  await house.play('needsSecondSignature');
});
afterAll(() => house.close());

const read = async (browser: Browser, paymentId: string) => Value.Parse(ReceiptView, jsonOf(await browser.send('GET', `${PATH}/${paymentId}`)));
const jsonFile = async (browser: Browser, id: string) => (await browser.send('GET', `${PATH}/${id}/json`)).text;
const verify = (file: string) => verifyReceipt(house.database.db, house.modules.audit, Buffer.from(file));
const rowsOf = (view: ReceiptView) => view.sections.flatMap(({ rows }) => rows.map(({ label, value }): [string, string] => [label, value]));
const valuesOf = (view: ReceiptView) => new Map(rowsOf(view));

describe('the receipt of a payment with two signatories', () => {
  it('names who still has to sign before the second signature', async () => {
    const payment = await house.signOnce('10.00');
    const { browser } = await house.coSigner();
    const values = valuesOf(await read(browser, payment.paymentId));
    expect([values.get('Signed by'), values.get('On behalf of'), values.get('Still has to sign'), values.get('Second signature by')]).toEqual([
      'Tõnu Näidis',
      'Näidis Puidutöökoda OÜ',
      'Kaur Kaasallkiri',
      undefined,
    ]);
  });

  it('names the second signatory afterwards, with method and hash, and is proven', async () => {
    const payment = await house.signOnce('11.00');
    const { browser, sign } = await house.coSigner();
    expect((await sign(payment.paymentId)).status).toBe(200);
    const view = await read(browser, payment.paymentId);
    const values = valuesOf(view);
    const { rows } = await house.database.query('select content_hash from challenge where audit_chain = $1', [`payment:${payment.paymentId}`]);
    expect([values.get('Second signature by'), values.get('Second signature with'), values.get('Hash of the second signature (SHA-256)')]).toEqual([
      'Kaur Kaasallkiri',
      'Smart-ID',
      textOf(rows[0], 'content_hash'),
    ]);
    expect(values.get('Still has to sign')).toBeUndefined();
    const json = Buffer.from((await browser.send('GET', `${PATH}/${view.receiptId}/json`)).text);
    const verified = await verifyReceipt(house.database.db, house.modules.audit, json);
    expect([verified.outcome, verified.lines.join()]).toEqual(['proven', expect.stringContaining('the second signature by Kaur Kaasallkiri')]);
    const forged = Buffer.from(json.toString().replace('"signatory":"Kaur Kaasallkiri"', '"signatory":"Karl Kaasallkiri"'));
    expect(await verifyReceipt(house.database.db, house.modules.audit, forged)).toMatchObject({ outcome: 'refuted' });
  });

  it('of its cancellation, which one person signs, proves no second signature that was added to the file', async () => {
    const order = { ...orderBody('15.00'), requestedExecutionDate: houseDay(3) };
    const payment = await house.signOnceOf('payment', 'payments/sepa-credit-transfers', order);
    const { browser, sign } = await house.coSigner();
    expect((await sign(payment.paymentId)).status).toBe(200);
    expect(jsonOf(await payment.cancel())).toMatchObject({ transactionStatus: 'CANC' });
    const { receipts } = Value.Parse(ReceiptList, jsonOf(await browser.send('GET', PATH)));
    const receiptId = receipts.find(({ kind }) => kind === 'payment-cancellation')?.receiptId ?? '';
    const [given, cancelled] = [await jsonFile(browser, payment.paymentId), await jsonFile(browser, receiptId)];
    const [second = ''] = /(?<="coSignatures":\[)[^\]]+/.exec(given) ?? [];
    expect(await verify(cancelled)).toMatchObject({ outcome: 'proven' });
    expect(await verify(cancelled.replace('"coSignatures":[]', `"coSignatures":[${second}]`))).toMatchObject({
      outcome: 'refuted',
      lines: [expect.stringContaining('second signature')],
    });
    expect(await verify(given.replace(second, `${second},${second}`))).toMatchObject({ outcome: 'refuted' });
  });

  it('is in the co-signer’s list, unlike that of a payment with one signature', async () => {
    const shared = await house.signOnce('12.00');
    await house.play('approves');
    const alone = await house.signOnce('13.00');
    await house.play('needsSecondSignature');
    const { browser } = await house.coSigner();
    const { receipts } = Value.Parse(ReceiptList, jsonOf(await browser.send('GET', PATH)));
    const amounts = receipts.map(({ instructedAmount }) => instructedAmount?.amount);
    expect([amounts.includes('12.00'), amounts.includes('13.00')]).toEqual([true, false]);
    const unknown = await browser.send('GET', `${PATH}/pay_00000000000000000000000000`);
    const foreign = await browser.send('GET', `${PATH}/${alone.paymentId}`);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(valuesOf(await read(browser, shared.paymentId)).get('Signed by')).toBe('Tõnu Näidis');
  });

  it('returns 404 to a former co-signer of the company', async () => {
    const payment = await house.signOnce('14.00');
    const { browser } = await house.coSigner();
    expect((await browser.send('GET', `${PATH}/${payment.paymentId}`)).status).toBe(200);
    const { rows } = await house.database.query("select signs_for from customer where surname = 'Kaasallkiri' and signs_for is not null limit 1", []);
    await house.database.query("update customer set signs_for = null where surname = 'Kaasallkiri' and signs_for = $1", [
      member(rows[0], 'signs_for'),
    ]);
    const answer = await browser.send('GET', `${PATH}/${payment.paymentId}`);
    expect([answer.status, member(jsonOf(answer), 'errors', '0', 'code')]).toEqual([404, 'NOT_FOUND']);
  });
});
