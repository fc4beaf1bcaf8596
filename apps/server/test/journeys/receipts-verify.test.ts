/** What the audit log proves of a receipt that somebody brings, and what it refutes: changed files, a changed log, erased contents. */

import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceiptVerification, verifyReceipt } from '#modules/receipts/index.ts';
import { textOfPdf } from '../../src/testing/pdf-text.ts';
import { houseDay } from '../house/avoid-midnight.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readFileOf } from '../house/receipts/read-file.ts';
import { openSigner, orderOf, type Signed, type Signer } from '../house/receipts/sign-everything.ts';

let house: House;
let signer: Signer;
let bulk: Signed;

beforeAll(async () => {
  house = await openHouse();
  signer = await openSigner(house);
  const order = { payments: [orderOf('1.00'), orderOf('2.00')], requestedExecutionDate: houseDay(3) };
  bulk = await signer.pay('bulk-payments/sepa-credit-transfers', order, 'bulk-payment');
});
afterAll(() => house.close());

const verify = (file: Buffer) => verifyReceipt(house.database.db, house.portico.modules.audit, file);
const load = ({ receiptId }: Signed, rest: string) => readFileOf(house, signer, `/bank/receipts/signed/${receiptId}/${rest}`);
const saidBy = ({ lines }: ReceiptVerification) => lines.join('\n');
const pay = (changes: object = {}) =>
  signer.pay('payments/sepa-credit-transfers', { ...orderOf('4.00', changes), requestedExecutionDate: houseDay(3) });
const edited = (file: Buffer, from: string | RegExp, to: string) => {
  const changed = Buffer.from(file.toString('latin1').replace(from, to), 'latin1');
  if (changed.equals(file)) throw new Error(`${String(from)} does not stand in the file.`);
  return changed;
};

describe('an unchanged receipt', () => {
  it('is proven as JSON and as PDF, with its payments and its pages', async () => {
    const [json, pdf] = [await verify(await load(bulk, 'json')), await verify(await load(bulk, 'pdf?language=lv'))];
    expect([json.outcome, pdf.outcome]).toEqual(['proven', 'proven']);
    expect(saidBy(json)).toMatch(/the 2 single payments are those that were shown/);
    expect(saidBy(pdf)).toMatch(/the pages of the PDF say the same/);
    expect(saidBy(json)).toMatch(/Not proven: the status/);
    // The file prints these, and the log does not keep them: a forger may write anything there.
    expect(saidBy(json)).toMatch(
      /Not proven:.*the names of the accounts.*the address at which the receipt can be opened, and the name of the bank\./,
    );
  });

  it('is proven with the seal that covers it', async () => {
    await house.portico.platform.write(({ tx }) => house.portico.modules.audit.seal(tx));
    expect(saidBy(await verify(await load(bulk, 'json')))).toMatch(/Seal \d+ of .* stands over it/);
  });

  it('stays proven after its payment was cancelled', async () => {
    const payment = await pay();
    const before = await load(payment, 'json');
    await signer.cancel('payments/sepa-credit-transfers', payment.resourceId, 'payment');
    const after = await load(payment, 'json');
    expect(after.equals(before)).toBe(false);
    expect([(await verify(before)).outcome, (await verify(after)).outcome]).toEqual(['proven', 'proven']);
  });
});

describe('verification refutes', () => {
  it.each([
    ['the account that pays', '"debtorIban":"EE', '"debtorIban":"LV'],
    ['an amount', '"amountCents":300', '"amountCents":400'],
    ['the fee', /"feeCents":\d/, '"feeCents":9'],
    ['who signed', '"signatory":"Liis', '"signatory":"Lees'],
    ['with which method', '"method":"SMART_ID"', '"method":"IDCARD"'],
    ['the provider', '"tppName":"Lumen', '"tppName":"Lunen'],
    ['when', /"signedAt":"20\d\d/, '"signedAt":"1999'],
    ['a payee of the bulk', '"creditorName":"Lumen', '"creditorName":"Lunen'],
    ['what the page showed', '"requestedExecutionDate":"20', '"requestedExecutionDate":"19'],
    ['its hash', /"contentHash":"[0-9a-f]{8}/, '"contentHash":"00000000'],
    ['its place in the log', /"position":\d+/, '"position":1'],
    ['its number', /"receiptId":"sgn_../, '"receiptId":"sgn_zz'],
  ])('a receipt in which this was changed: %s', async (_what, from, to) => {
    expect(await verify(edited(await load(bulk, 'json'), from, to))).toMatchObject({ outcome: 'refuted' });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no receipt', Buffer.from('{"format":"portico-receipt-1"}')],
    ['no JSON', Buffer.from('Invoice 2026-118')],
    ['no PDF of ours', Buffer.from('%PDF-1.7\n%%EOF\n')],
    ['more than any receipt', Buffer.alloc(4_000_001, 0x20)],
  ])('a file of this content: %s', async (_what, file) => {
    expect(await verify(file)).toMatchObject({ outcome: 'refuted', lines: [expect.any(String)] });
  });

  it('JSON that was only reformatted', async () => {
    const json = (await load(bulk, 'json')).toString();
    expect(saidBy(await verify(Buffer.from(JSON.stringify(JSON.parse(json), null, 2))))).toMatch(/another program has rewritten/);
  });

  it('an added second signature', async () => {
    const second = '"coSignatures":[{"decidedAt":"2026-11-20T12:07:11.000Z","position":1,"signatory":"Kaur Kaasallkiri"}]';
    expect(saidBy(await verify(edited(await load(bulk, 'json'), '"coSignatures":[]', second)))).toMatch(/second signature/);
  });

  it('a truncated PDF, at every tenth of its length', async () => {
    const pdf = await load(bulk, 'pdf');
    for (let tenth = 1; tenth < 10; tenth += 1) {
      expect(await verify(pdf.subarray(0, (pdf.length * tenth) / 10))).toMatchObject({ outcome: 'refuted' });
    }
  });

  it('a PDF whose pages differ from the receipt in it', async () => {
    const pdf = await load(bulk, 'pdf');
    expect(saidBy(await verify(edited(pdf, '/Lang (en)', '/Lang (et)')))).toMatch(/pages of this PDF are not those/);
  });

  it('a PDF whose attachment decompresses to more than any receipt', async () => {
    const bomb = deflateSync(Buffer.alloc(5_000_000, 0x20));
    const head = `%PDF-1.7\n1 0 obj\n<<\n/Type /EmbeddedFile\n/Length ${bomb.length}\n>>\nstream\n`;
    const pdf = Buffer.concat([Buffer.from(head), bomb, Buffer.from('\nendstream\nendobj\n%%EOF\n')]);
    expect(saidBy(await verify(pdf))).toMatch(/larger than any receipt/);
  });
});

describe('the pages of a receipt', () => {
  it.each([
    ['lt', 'Žygimantas Šukštulis ąčęėįšųūž ĄČĘĖĮŠŲŪŽ'],
    ['lv', 'Ģirts Ķēniņš Ļubova Ņikita'],
    ['et', 'Jüri Õõnõla Ääre Ülo šž'],
  ])('in %s show every letter of a text: %s', async (language, name) => {
    const payment = await pay({ remittanceInformationUnstructured: name });
    const pages = textOfPdf(await load(payment, `pdf?language=${language}`));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain(name);
    expect(pages[0]).not.toContain('\u{fffd}');
  });

  it('are several for a bulk payment of 120 payments', async () => {
    const payments = Array.from({ length: 120 }, (_, index) => orderOf('0.01', { endToEndIdentification: `E2E-${index}` }));
    const many = await signer.pay('bulk-payments/sepa-credit-transfers', { payments, requestedExecutionDate: houseDay(3) }, 'bulk-payment');
    const pdf = await load(many, 'pdf');
    const pages = textOfPdf(pdf);
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`);
    expect(await verify(pdf)).toMatchObject({ outcome: 'proven' });
  });

  it('come with PDF metadata that names neither customer nor payee', async () => {
    const info = (await load(bulk, 'pdf')).toString('latin1');
    expect(info).toMatch(/\/Lang \(en\)/);
    expect(info).toMatch(/\/MarkInfo|\/Marked true/);
    expect([info.includes('Liis'), info.includes('Lumen')]).toEqual([false, false]);
  });
});

describe('the audit log of a receipt', () => {
  it('still verifies after an erasure: the receipt returns 404, and its file is reported as erased', async () => {
    const payment = await pay();
    const file = await load(payment, 'json');
    const { audit } = house.portico.modules;
    const chain = `signing:${payment.receiptId}`;
    const { rows } = await sql<{ sandbox_id: string }>`select sandbox_id from audit_chain where chain = ${chain}`.execute(house.database.db);
    await house.portico.platform.write(({ tx }) => audit.erase(tx, { chain, sandboxId: rows[0]?.sandbox_id ?? '', reason: 'profileDeleted' }));
    await expect(load(payment, 'json')).rejects.toThrow('404');
    const verified = await verify(file);
    expect([verified.outcome, saidBy(verified)]).toEqual(['erased', expect.stringMatching(/Not proven: what is written in this file/)]);
    expect((await audit.verify(house.database.db)).ok).toBe(true);
  });

  it('proves nothing after a row of the chain was changed', async () => {
    const payment = await pay();
    const file = await load(payment, 'json');
    await tamper(`update audit_entry set event = 'signing.other' where chain = 'signing:${payment.receiptId}' and event = 'signing.entered'`);
    const verified = await verify(file);
    expect([verified.outcome, saidBy(verified)]).toEqual(['refuted', expect.stringMatching(/audit log itself was changed/)]);
  });

  it('proves nothing after its stored content was changed together with the file', async () => {
    const payment = await pay();
    await tamper(`update audit_content set content = replace(content, 'Lumen', 'Lunen') where chain = 'signing:${payment.receiptId}'`);
    expect(await verify(await load(payment, 'json'))).toMatchObject({ outcome: 'refuted' });
  });
});

/** As somebody does who has the database in his hands. */
async function tamper(statement: string): Promise<void> {
  await house.database.query('alter table audit_entry disable trigger all');
  await house.database.query('alter table audit_content disable trigger all');
  await house.database.query(statement);
  await house.database.query('alter table audit_entry enable trigger all');
  await house.database.query('alter table audit_content enable trigger all');
}
