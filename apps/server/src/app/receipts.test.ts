/** Receipts of everything that can be signed, as the customer who signed it reads, saves and verifies them. */
import { ReceiptView } from '@portico/contract';
import { jsonOf, member, type WireAnswer } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyReceipt } from '#modules/receipts/index.ts';
import { canonicalJson, sha256Hex } from '#platform/crypto/hash.ts';
import { type House, openHouse } from './testing/open-house.ts';
import { openSigner, orderOf, type Signed, type Signer } from './testing/receipts/sign-everything.ts';
import { bankDay } from './testing/xs2a/payment-acts.ts';

const PATH = '/bank/receipts/signed';

let house: House;
let signer: Signer;
let signed: readonly Signed[];

beforeAll(async () => {
  house = await openHouse();
  signer = await openSigner(house);
  const ordinary = 'payments/sepa-credit-transfers';
  const later = { requestedExecutionDate: bankDay(3) };
  const periodic = { ...orderOf('3.00'), startDate: bankDay(3), frequency: 'Monthly' };
  const made = [
    await signer.pay(ordinary, { ...orderOf('46.80', { remittanceInformationUnstructured: 'Invoice 2026-118' }), ...later }),
    await signer.pay('periodic-payments/sepa-credit-transfers', periodic, 'periodic-payment'),
    await signer.pay('bulk-payments/sepa-credit-transfers', { payments: [orderOf('1.00'), orderOf('2.00')], ...later }, 'bulk-payment'),
    await signer.consent(),
    await signer.statement(),
  ];
  const [payment = '', standing = '', bulk = ''] = made.map(({ resourceId }) => resourceId);
  signed = [
    ...made,
    await signer.cancel(ordinary, payment, 'payment'),
    await signer.cancel('periodic-payments/sepa-credit-transfers', standing, 'periodic-payment'),
    await signer.cancel('bulk-payments/sepa-credit-transfers', bulk, 'bulk-payment'),
  ];
}, 120_000);
afterAll(() => house.close());

const read = (path: string, browser = signer.browser) => browser.send('GET', `${PATH}${path}`);
const viewOf = (answer: WireAnswer) => Value.Parse(ReceiptView, jsonOf(answer));
const valuesOf = (view: ReceiptView) => new Map(view.sections.flatMap(({ rows }) => rows.map(({ label, value }) => [label, value])));
const byKind = (kind: string): Signed => {
  const found = signed.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`Nothing of kind ${kind} was signed.`);
  return found;
};
const verify = (file: Buffer) => verifyReceipt({ db: house.database.db, audit: house.portico.modules.audit }, file);

describe('what was signed has a receipt', () => {
  it.each([
    'payment',
    'periodic-payment',
    'bulk-payment',
    'consent',
    'transactions-statement',
    'payment-cancellation',
    'periodic-payment-cancellation',
    'bulk-payment-cancellation',
  ])('%s: read, saved, and proven by the audit log', async (kind) => {
    const { receiptId, resourceId } = byKind(kind);
    const view = viewOf(await read(`/${receiptId}`));
    const values = valuesOf(view);
    expect([values.get('Signed by'), values.get('Receipt number'), values.get('Number of what was signed')]).toEqual([
      signer.customer.name,
      receiptId,
      resourceId,
    ]);
    const json = await read(`/${receiptId}/json`);
    expect(json.headers['content-disposition']).toBe(`attachment; filename="receipt-${receiptId}.json"`);
    expect(json.text).toBe(canonicalJson(jsonOf(json)));
    expect(await verify(Buffer.from(json.text))).toMatchObject({ outcome: 'proven' });
    // The hash is the one that the customer's device confirmed.
    const { rows } = await house.database.query('select challenge_content_hash as hash from signing_session where session_id = $1', [receiptId]);
    expect([sha256Hex(canonicalJson(member(jsonOf(json), 'evidence', 'signed'))), values.get('Hash of what was signed (SHA-256)')]).toEqual([
      member(rows[0], 'hash'),
      member(rows[0], 'hash'),
    ]);
  });
});
