/** Receipts of everything that can be signed, as the customer who signed it reads, saves and verifies them. */
import { ReceiptList, ReceiptView } from '@portico/contract';
import { LOCALES, SIGNING_KINDS } from '@portico/contract/values';
import { jsonOf, member, type WireAnswer } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRAWINGS_PER_SESSION, verifyReceipt } from '#modules/receipts/index.ts';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { textOfPdf } from '../../src/testing/pdf-text.ts';
import { houseDay } from '../house/avoid-midnight.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readFileOf } from '../house/receipts/read-file.ts';
import { openSigner, orderOf, type Signed, type Signer } from '../house/receipts/sign-everything.ts';

const PATH = '/bank/receipts/signed';

let house: House;
let signer: Signer;
let signed: readonly Signed[];

beforeAll(async () => {
  house = await openHouse();
  signer = await openSigner(house);
  const ordinary = 'payments/sepa-credit-transfers';
  const later = { requestedExecutionDate: houseDay(3) };
  const periodic = { ...orderOf('3.00'), startDate: houseDay(3), frequency: 'Monthly' };
  const made = [
    await signer.pay(ordinary, { ...orderOf('46.80', { remittanceInformationUnstructured: 'Invoice 2026-118' }), ...later }),
    await signer.pay('periodic-payments/sepa-credit-transfers', periodic, 'periodic-payment'),
    await signer.pay('bulk-payments/sepa-credit-transfers', { payments: [orderOf('1.00'), orderOf('2.00')], ...later }, 'bulk-payment'),
  ];
  for (const kind of SIGNING_KINDS) if (!kind.includes('payment')) made.push(await signer.confirm(kind));
  const [payment = '', standing = '', bulk = ''] = made.map(({ resourceId }) => resourceId);
  signed = [
    ...made,
    await signer.cancel(ordinary, payment, 'payment'),
    await signer.cancel('periodic-payments/sepa-credit-transfers', standing, 'periodic-payment'),
    await signer.cancel('bulk-payments/sepa-credit-transfers', bulk, 'bulk-payment'),
  ];
});
afterAll(() => house.close());

const read = (path: string, browser = signer.browser) => browser.send('GET', `${PATH}${path}`);
const viewOf = (answer: WireAnswer) => Value.Parse(ReceiptView, jsonOf(answer));
const valuesOf = (view: ReceiptView) => new Map(view.sections.flatMap(({ rows }) => rows.map(({ label, value }) => [label, value])));
const sectionsOf = ({ sections }: ReceiptView, titles: readonly string[]) => sections.filter(({ title }) => titles.includes(title));
const byKind = (kind: string): Signed => {
  const found = signed.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`Nothing of kind ${kind} was signed.`);
  return found;
};
const verify = (file: Buffer) => verifyReceipt(house.database.db, house.portico.modules.audit, file);

describe('the receipt of each signed resource', () => {
  it.each(SIGNING_KINDS)('%s: can be read and downloaded, and is proven by the audit log', async (kind) => {
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

describe('a receipt', () => {
  it('of a payment has everything that the signing page showed, and the fee', async () => {
    const values = valuesOf(viewOf(await read(`/${byKind('payment').receiptId}`)));
    const told = ['Amount', 'Beneficiary', 'Beneficiary account', 'Check of the name', 'Description', 'Payment priority', 'Fee', 'Signed with'];
    expect(told.map((label) => values.get(label)?.replaceAll('\u00a0', ' '))).toEqual([
      '46.80 EUR',
      'Lumen Books OÜ',
      'EE86 9800 1000 4508 1764',
      'Match. The account is in this name.',
      'Invoice 2026-118',
      'Ordinary',
      '0.16 EUR',
      'Smart-ID',
    ]);
    expect([values.get('Service provider'), values.get('Application')]).toEqual(['Lumen Books OÜ (demo)', 'Lumen Books online']);
    expect(values.get('Paid from')).toMatch(/^Everyday account\nEE\d\d\u00a0/);
    expect(values.get('Address of this receipt')).toMatch(new RegExp(`^https?://.*/bank/receipts/${byKind('payment').receiptId}$`));
  });

  it('shows the current status of the payment', async () => {
    const view = viewOf(await read(`/${byKind('payment').receiptId}`));
    const [status] = view.sections.find(({ title }) => title === 'Status')?.rows ?? [];
    expect([status?.label, status?.value]).toEqual([expect.stringMatching(/^Status on .* EES?T$/), 'Cancelled']);
  });

  it('of a bulk payment lists all its payments', async () => {
    const { items } = viewOf(await read(`/${byKind('bulk-payment').receiptId}`));
    expect([items?.columns.length, items?.rows.map((cells) => cells.at(-1)?.replace('\u00a0', ' '))]).toEqual([7, ['1.00 EUR', '2.00 EUR']]);
  });

  it('of a consent lists the accounts of each right', async () => {
    const values = valuesOf(viewOf(await read(`/${byKind('consent').receiptId}`)));
    const [own, balances] = ['View account', 'View balance'].map((right) => values.get(right)?.split('\n'));
    // Three accounts, and those that the customer opens later.
    expect([own?.length, balances?.length, values.get('Account holder')]).toEqual([4, 4, 'Liis Näidis']);
    expect(own?.at(-1)).toBe('All accounts you open later');
    expect(values.get('How far back, in days')).toBe('90');
  });

  it.each(LOCALES)('of each kind has no unfilled placeholder in %s', async (language) => {
    for (const { receiptId } of signed) expect(JSON.stringify(viewOf(await read(`/${receiptId}?language=${language}`)))).not.toMatch(/\{\w+[,}]/);
  });

  it('is also found by the payment id, and is then that of the payment, not of its cancellation', async () => {
    const { resourceId, receiptId } = byKind('payment');
    expect(viewOf(await read(`/${resourceId}`)).receiptId).toBe(receiptId);
  });

  it.each([
    ['et', 'Makse'],
    ['lt', 'Mokėjimas'],
    ['lv', 'Maksājums'],
    ['ru', 'Платёж'],
  ])('is written in %s on request', async (language, title) => {
    const { receiptId } = byKind('payment');
    expect(viewOf(await read(`/${receiptId}?language=${language}`))).toMatchObject({ language, title });
    const [page = ''] = textOfPdf(await readFileOf(house, signer, `${PATH}/${receiptId}/pdf?language=${language}`));
    expect(page).toContain(title);
  });
});

describe('access to a receipt', () => {
  const rests = ['', '/pdf', '/json'];
  const visible = ({ status, text, headers }: WireAnswer) => ({ status, text, type: headers['content-type'] });

  it('returns to another customer the 404 of an unknown receipt, byte for byte', async () => {
    const other = await openSigner(
      house,
      house.customers.find(({ country, type }) => country === 'lv' && type === 'person'),
    );
    for (const rest of rests) {
      const foreign = await read(`/${byKind('payment').receiptId}${rest}`, other.browser);
      const unknown = await read(`/sgn_00000000000000000000000000${rest}`, other.browser);
      expect([foreign.status, visible(foreign)]).toEqual([404, visible(unknown)]);
      expect(visible(await read(`/${byKind('consent').resourceId}${rest}`, other.browser))).toEqual(visible(unknown));
    }
    expect(Value.Parse(ReceiptList, jsonOf(await read('', other.browser))).receipts).toEqual([]);
  });

  it('returns 404 before a signature and after a refusal', async () => {
    const page = await signer.enter('payments/sepa-credit-transfers', orderOf('5.00'), 'payment');
    const unknown = visible(await read('/sgn_00000000000000000000000000'));
    expect([visible(await read(`/${page.receiptId}`)), visible(await read(`/${page.resourceId}`))]).toEqual([unknown, unknown]);
    await page.refuse();
    expect(visible(await read(`/${page.receiptId}`))).toEqual(unknown);
  });

  it.each(['sgn_', 'SGN_1', '%27%20or%201=1', '..%2f..%2fbank%2fdevice', '%00', 'sgn_%25', 'null'])(
    'finds no receipt under the number %s',
    async (id) => {
      expect([400, 404]).toContain((await read(`/${id}`)).status);
    },
  );

  it('refuses a number or search that is too long, an unknown language and an unknown parameter', async () => {
    expect((await read(`/${'x'.repeat(65)}`)).status).toBe(400);
    expect((await read(`/${byKind('payment').receiptId}?language=de`)).status).toBe(400);
    expect((await read(`/${byKind('payment').receiptId}?other=1`)).status).toBe(400);
    expect((await read(`?search=${'x'.repeat(71)}`)).status).toBe(400);
  });

  it('requires a sign-in', async () => {
    for (const path of ['', ...rests.map((rest) => `/${byKind('payment').receiptId}${rest}`)]) {
      const answer = await read(path, house.browse());
      expect([answer.status, member(jsonOf(answer), 'errors', '0', 'code')]).toEqual([410, 'SIGN_IN_UNKNOWN']);
    }
  });
});

describe('a session that asked for too many PDFs', () => {
  it('gets 429 for each further PDF, and other sessions of the customer do not', async () => {
    const { browser } = await openSigner(house);
    const path = '/sgn_00000000000000000000000000/pdf';
    const statuses: number[] = [];
    for (let count = 0; count < DRAWINGS_PER_SESSION.perHour + 2; count += 1) statuses.push((await read(path, browser)).status);
    expect(statuses.slice(0, DRAWINGS_PER_SESSION.perHour).filter((status) => status !== 404)).toEqual([]);
    expect(statuses.slice(DRAWINGS_PER_SESSION.perHour)).toEqual([429, 429]);
    expect((await read(`/${byKind('payment').receiptId}/pdf`, browser)).headers).toMatchObject({ 'retry-after': '3600' });
    expect((await read(`/${byKind('payment').receiptId}`, browser)).status).toBe(200);
    expect((await read(`/${byKind('payment').receiptId}/pdf`)).status).toBe(200);
  });

  it('gets 429 for the PDF of its permissions, too: both kinds are counted together', async () => {
    const { browser } = await openSigner(house);
    const permissions = () => browser.send('GET', '/bank/permissions/given/pdf');
    expect((await permissions()).status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < DRAWINGS_PER_SESSION.perHour; count += 1) {
      statuses.push((await read('/sgn_00000000000000000000000000/pdf', browser)).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await permissions()).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect((await browser.send('GET', '/bank/permissions/given')).status).toBe(200);
  });
});

describe('the list of receipts', () => {
  const listed = async (query = '') => Value.Parse(ReceiptList, jsonOf(await read(query)));

  it('has a receipt for each signature, the latest first', async () => {
    expect((await listed()).receipts.map(({ receiptId }) => receiptId)).toEqual(signed.map(({ receiptId }) => receiptId).toReversed());
  });

  it('continues after a receipt, and starts at the beginning after an unknown one', async () => {
    const { receipts } = await listed();
    const [, second, third] = receipts;
    expect((await listed(`?after=${second?.receiptId}`)).receipts[0]).toEqual(third);
    expect((await listed('?after=sgn_unknown')).receipts).toEqual(receipts);
  });

  it('starts at the beginning after a receipt of another customer', async () => {
    const { receipts } = await listed();
    const [, second] = receipts;
    const give = (customerId: unknown) =>
      house.database.query('update signing_session set customer_id = $2 where session_id = $1', [second?.receiptId, customerId]);
    const { rows } = await house.database.query('select customer_id from signing_session where session_id = $1', [second?.receiptId]);
    await give('cus_of_nobody');
    const after = await listed(`?after=${second?.receiptId}`);
    await give(member(rows[0], 'customer_id'));
    expect(after.receipts).toEqual(receipts.filter((each) => each !== second));
  });

  it.each([
    ['lumen', SIGNING_KINDS.length],
    ['46.80', 2],
    ['46,80', 2],
    ['100%', 0],
    ['_', 0],
    ["' or ''='", 0],
  ])('finds %s in %i receipts', async (search, count) => {
    expect((await listed(`?search=${encodeURIComponent(search)}`)).receipts).toHaveLength(count);
  });
});

// Last: it signs one thing more.
describe('the receipt of a consent that replaced another one', () => {
  it('names the earlier access that it ended; the receipt of that access stays as it was', async () => {
    const earlier = byKind('consent').receiptId;
    const before = sectionsOf(viewOf(await read(`/${earlier}`)), ['What was signed', 'Signature', 'Evidence']);
    const newer = await signer.confirm('consent');
    expect(valuesOf(viewOf(await read(`/${newer.receiptId}`))).get('Earlier access')).toMatch(
      /^Replaces the access given on \w+ \d+, \d{4}, which has ended\.$/,
    );
    const view = viewOf(await read(`/${earlier}`));
    expect(valuesOf(view).has('Earlier access')).toBe(false);
    expect(sectionsOf(view, ['What was signed', 'Signature', 'Evidence'])).toEqual(before);
    const pdf = await read(`/${newer.receiptId}/pdf`);
    expect(pdf.status).toBe(200);
    const json = await read(`/${newer.receiptId}/json`);
    expect((await verify(Buffer.from(json.text))).outcome).toBe('proven');
  });
});
