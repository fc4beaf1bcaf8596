/** The PDF of receipts that no payment of the sandbox can become: every alphabet, hostile texts, times long past. */
import { describe, expect, it } from 'vitest';
import { textOfPdf } from '../../testing/pdf-text.ts';
import { describeReceipt } from './describe-receipt.ts';
import { drawReceipt } from './draw-receipt.ts';
import { type Evidence, isReceipt, type Receipt } from './receipt.ts';

const HASH = 'a1'.repeat(32);
const AT = '2026-11-20T12:07:11.000Z';
const SIGNATURE: NonNullable<Evidence['signature']> = {
  signatory: 'Liis Näidis',
  method: 'SMART_ID',
  tppName: 'Lumen Books OÜ',
  tppApplicationName: 'Lumen Books online',
  bankCountry: 'lt',
  locale: 'lt',
  signedAt: AT,
};

function receiptOf(signature: Partial<typeof SIGNATURE> = {}, changes: Partial<Receipt> = {}): Receipt {
  return {
    format: 'portico-receipt-1',
    bankName: 'Portico Bank',
    evidence: {
      receiptId: 'sgn_1',
      kind: 'transactions-statement',
      resourceId: 'sta_1',
      position: 4,
      recordedAt: AT,
      challengeId: 'chl_1',
      contentHash: HASH,
      signed: {},
      shown: { accountHolder: 'Liis Näidis', iban: 'LT601010012345678901', currency: 'EUR', dateFrom: '2026-01-01', dateTo: '2026-06-30' },
      signature: { ...SIGNATURE, ...signature },
    },
    coSignatures: [],
    status: { value: 'valid', readAt: AT, awaited: [] },
    ...changes,
  };
}

const pagesOf = async (receipt: Receipt, language?: 'en' | 'ru') => textOfPdf(await drawReceipt(receipt, language));

describe('the PDF of a receipt', () => {
  it('has the form that is verified', () => {
    expect(isReceipt(receiptOf())).toBe(true);
    expect(isReceipt({ ...receiptOf(), other: 1 })).toBe(false);
  });

  it('is the same bytes for the same receipt, and other bytes for another', async () => {
    const [first, second] = await Promise.all([drawReceipt(receiptOf()), drawReceipt(receiptOf())]);
    expect(first.equals(second)).toBe(true);
    expect(first.equals(await drawReceipt(receiptOf({ signatory: 'Liis Naidis' })))).toBe(false);
    expect(first.equals(await drawReceipt(receiptOf(), 'ru'))).toBe(false);
  });

  it('has the summary and every note', async () => {
    const { summary, notes } = describeReceipt(receiptOf(), 'en');
    const text = (await textOfPdf(await drawReceipt(receiptOf(), 'en'))).join(' ').replaceAll(/\s+/g, ' ');
    expect(notes.length).toBeGreaterThan(1);
    for (const said of [summary, ...notes]) expect(text).toContain(said.replaceAll(/\s+/g, ' '));
  });

  it.each([
    ['en', 'On the phone alone, without a page of the bank.'],
    ['et', 'Ainult telefonis, ilma panga leheta.'],
    ['lt', 'Tik telefone, be banko puslapio.'],
    ['lv', 'Tikai tālrunī, bez bankas lapas.'],
    ['ru', 'Только на телефоне, без страницы банка.'],
  ] as const)('says in %s that it was signed on the phone alone, and what the phone showed', async (language, said) => {
    const { status, ...receipt } = receiptOf({ approach: 'decoupled', deviceText: 'Pay 0.10 EUR to Lumen Books OÜ' });
    const text = textOfPdf(await drawReceipt({ ...receipt, status: { ...status, drawing: 1 } }, language))
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain(said);
    expect(text).toContain('Pay 0.10 EUR to Lumen Books OÜ');
    // As an earlier version drew it.
    expect(textOfPdf(await drawReceipt({ ...receipt, status }, language)).join(' ')).not.toContain('0.10 EUR');
  });

  it('says nothing of the phone for a signature on a page', async () => {
    const { status, ...receipt } = receiptOf();
    expect(await pagesOf({ ...receipt, status: { ...status, drawing: 1 } }, 'en')).toEqual(await pagesOf(receiptOf(), 'en'));
  });

  it.each([1, undefined])('has the largest amount of an item on one line, unless an earlier version drew it: %j', async (drawing) => {
    const payment = {
      instructedAmount: { amount: '999999999.99', currency: 'EUR' },
      creditorName: 'Lumen Books OÜ',
      creditorAccount: { iban: 'EE869800100045081764' },
      payeeVerification: { result: 'MTCH' as const },
    };
    const { status, evidence } = receiptOf();
    const receipt = receiptOf(
      {},
      {
        evidence: { ...evidence, kind: 'bulk-payment', shown: { itemCount: 1, itemsDigest: HASH } },
        items: [payment],
        status: { ...status, value: 'ACCC', outcomes: [{ value: 'ACCC' }], layout: 2, ...(drawing === undefined ? {} : { drawing }) },
      },
    );
    const [page = ''] = await pagesOf(receipt, 'en');
    // Beside the item: the sum that was signed and the sum that was paid.
    expect(page.match(/(EUR|€)\s?999,999,999\.99|999,999,999\.99[^\S\n]EUR/g)).toHaveLength(drawing === 1 ? 3 : 2);
  });

  it('speaks the language it was signed in, at the time of the bank’s own country', async () => {
    const [page = ''] = await pagesOf(receiptOf());
    expect(page).toContain('Operacijų išrašas');
    expect(page).toContain('14:07:11');
  });

  it.each(['Ирина Щёкина-Ъыьэюя Ёж', 'Žygimantas Šukštulis', 'Ģirts Ķēniņš', 'Łukasz Żółć', 'Ñandú Çelik Øyvind', "O'Neill–Smith & Sõber"])(
    'carries %s as it is written',
    async (name) => {
      const [page = ''] = await pagesOf(receiptOf({ signatory: name }), 'ru');
      expect(page.replaceAll('\n', ' ')).toContain(name);
      expect(page).not.toContain('\u{fffd}');
    },
  );

  it.each([
    ['a mark that turns the direction', 'Lumen\u202eskooB', 'Lumen[U+202E]skooB'],
    ['an invisible character', 'Lu\u200bmen', 'Lu[U+200B]men'],
    ['another script', '中文 OÜ', '[U+4E2D][U+6587] OÜ'],
    ['an emoji', 'Shop 🛒', 'Shop [U+1F6D2]'],
    ['a control character', 'Shop\u0007', 'Shop[U+0007]'],
    ['markup', '<b>Shop</b> (a\\)b', '<b>Shop</b> (a\\)b'],
  ])('writes out %s', async (_what, name, drawn) => {
    const [page = ''] = await pagesOf(receiptOf({ tppName: name }));
    expect(page).toContain(drawn);
  });

  it('breaks a name of 300 letters without a space, and loses none', async () => {
    const name = 'Õ'.repeat(300);
    const [page = ''] = await pagesOf(receiptOf({ tppName: name }));
    expect(page.match(/Õ/g)).toHaveLength(300);
  });

  it('goes on on the next page after a hundred accounts, with every one of them', async () => {
    const accounts = Array.from({ length: 100 }, (_, index) => ({
      iban: `LT6010100123456${String(index).padStart(5, '0')}`,
      currency: 'EUR',
      name: 'Account',
    }));
    const rights = accounts.map(({ iban, currency }) => ({ iban, currency }));
    const evidence: Evidence = {
      ...receiptOf().evidence,
      kind: 'consent',
      shown: { accountHolder: 'Liis', validUntil: '2027-05-19', access: { form: 'detailed', accounts, balances: rights, transactions: [] } },
    };
    const pages = await pagesOf(receiptOf({}, { evidence }));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.join('\n').match(/LT60/g)).toHaveLength(200);
  });
});

describe('the receipt of a bulk payment', () => {
  const IBAN = 'EE749900111313760010';
  const item = (amount: string) => ({
    instructedAmount: { amount, currency: 'EUR' },
    creditorName: 'Lumen Books OÜ',
    creditorAccount: { iban: 'EE869800100045081764' },
    payeeVerification: { result: 'MTCH' as const },
  });
  const bulk = (status: Partial<Receipt['status']>): Receipt =>
    receiptOf(
      {},
      {
        evidence: {
          ...receiptOf().evidence,
          kind: 'bulk-payment',
          signed: { amountCents: 4185, currency: 'EUR', feeCents: 32, debtorIban: IBAN },
          shown: { itemCount: 3, itemsDigest: HASH },
        },
        items: [item('1.80'), item('30.05'), item('10.00')],
        status: {
          value: 'PART',
          readAt: AT,
          awaited: [],
          outcomes: [{ value: 'ACCC' }, { value: 'RJCT', notPaidReason: 'accountUnavailable' }, { value: 'PDNG' }],
          ...status,
        },
      },
    );
  const NEW: Partial<Receipt['status']> = {
    layout: 2,
    refused: ['Kaur Kaasallkiri'],
    accountNames: { [IBAN]: 'Everyday' },
    address: 'https://bank.example/bank/receipts/sgn_1',
  };
  const valuesIn = (receipt: Receipt) =>
    new Map(describeReceipt(receipt, 'en').sections.flatMap(({ rows }) => rows.map(({ label, value }) => [label, value.replaceAll('\u00a0', ' ')])));

  it('names who refused, the account that pays, and the address to verify it at', async () => {
    const values = valuesIn(bulk(NEW));
    expect(['Refused by', 'Paid from', 'Address of this receipt'].map((label) => values.get(label))).toEqual([
      'Kaur Kaasallkiri',
      'Everyday\nEE74 9900 1113 1376 0010',
      'https://bank.example/bank/receipts/sgn_1',
    ]);
    const page = (await pagesOf(bulk(NEW), 'en')).join('\n').replaceAll('\u00a0', ' ');
    for (const said of ['Kaur Kaasallkiri', 'Everyday', 'https://bank.example/bank/receipts/sgn_1', 'Total signed', '41.85 EUR', '1.80 EUR'])
      expect(page).toContain(said);
  });

  it('marks each payment, and sums what was signed and what was paid', () => {
    const { items } = describeReceipt(bulk(NEW), 'en');
    expect(items?.marks).toEqual(['paid', 'notPaid', 'open']);
    expect(items?.totals?.map(({ label, value }) => [label, value.replaceAll('\u00a0', ' ')])).toEqual([
      ['Total signed', '41.85 EUR'],
      ['Paid', '1.80 EUR'],
    ]);
  });

  it.each([['__proto__'], ['toString']])('finds no account name under %s', (iban) => {
    const { evidence, ...receipt } = bulk(NEW);
    expect(valuesIn({ ...receipt, evidence: { ...evidence, signed: { debtorIban: iban } } }).get('Paid from')).not.toContain('\n');
  });

  it('from an earlier version has none of this, so that its PDF stays the same', () => {
    const { items, notes } = describeReceipt(bulk({}), 'en');
    const values = valuesIn(bulk({}));
    expect([items?.marks, items?.totals, values.get('Refused by'), values.get('Address of this receipt')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(values.get('Paid from')).toBe('EE74 9900 1113 1376 0010');
    expect(notes.join()).not.toContain('open its address');
  });
});

describe('what was not kept is said', () => {
  it('of a signature from before it was kept who signed and how', () => {
    const { signature: _signature, ...evidence } = receiptOf().evidence;
    const { signatory: _signatory, method: _method, ...fallback } = SIGNATURE;
    const { sections, notes } = describeReceipt(receiptOf({}, { evidence, fallback }), 'en');
    expect(sections.flatMap(({ rows }) => rows.map(({ label }) => label))).not.toContain('Signed by');
    expect(notes.join()).toContain('did not yet store with the signature who signed');
  });

  it('where what the page showed, or the single payments, are not there any more', () => {
    const { shown: _shown, ...evidence } = receiptOf().evidence;
    expect(describeReceipt(receiptOf({}, { evidence }), 'en').notes.join()).toContain('kept only what was signed');
    const bulk: Evidence = { ...evidence, kind: 'bulk-payment', shown: { itemCount: 2, itemsDigest: HASH } };
    expect(describeReceipt(receiptOf({}, { evidence: bulk }), 'en').notes.join()).toContain('can no longer be shown');
  });

  it('and a status that this version has no word for is shown as it is', () => {
    const { sections } = describeReceipt(receiptOf({}, { status: { value: 'ZZZZ', readAt: AT, awaited: [] } }), 'en');
    expect(sections.find(({ title }) => title === 'Status')?.rows[0]?.value).toBe('ZZZZ');
  });
});
