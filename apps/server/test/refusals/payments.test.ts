/**
 * What applications send wrongly to `/api/v1/payments`: each case with its answer, through the whole composition, and the proof that
 * nothing was kept of it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readBooks } from './read-books.ts';

const PAYEE = PAYEES.lumenBooks.iban;
const GOOD = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorAccount: { iban: PAYEE },
  creditorName: PAYEES.lumenBooks.name,
  remittanceInformationUnstructured: 'Order 1',
};
const URL = '/api/v1/payments/instant-sepa-credit-transfers';

const TEXTS = {
  form: 'Accepted: plain digits with a dot and at most two decimals, such as 46.80.',
  range: 'Accepted: 0.01 to 999999999.99 with at most two decimals, without leading zeros.',
  string: 'This value must be a text.',
  object: 'This value must be an object.',
  ibanForm: 'Accepted: an IBAN in upper case without spaces, such as EE869800100045081764.',
  iban: expect.stringMatching(/^This is no valid IBAN of its country: /),
  rf: 'This RF reference is wrong: its check digits do not fit, or RF is not in capitals (ISO 11649). Send it as the payee gave it.',
  estonian: 'This reference number is wrong: its last digit does not fit (7-3-1). Send it as the payee gave it.',
  unknown: 'This field is unknown. Leave it out.',
  twice: 'This field comes twice. Send it once.',
  stored: 'The body holds a character that cannot be stored (U+0000 or half a surrogate pair). Leave it out.',
  missing: 'This field is missing.',
  notOwn: 'The customer has no such account in EUR. Send another account, or none: the customer chooses.',
};
const travel = (code: string) =>
  `The character U+${code} cannot travel in a SEPA payment. Accepted: a-z A-Z 0-9 / - ? : ( ) . , ' + space, Latin letters of SEPA's languages, & and €.`;

let house: House;
let token: string;
let books: unknown;
beforeAll(async () => {
  house = await openHouse();
  token = await house.token(house.browse());
  books = await readBooks(house);
});
afterAll(() => house.close());

async function post(body: string | Buffer | object, headers: Readonly<Record<string, string>> = {}, url = URL) {
  const response = await house.portico.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': 'http://127.0.0.1:3001/paid',
      ...headers,
    },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  return { status: response.statusCode, messages: response.json().tppMessages, headers: response.headers };
}

type Row = [what: string, body: string | Buffer | object, path: string | undefined, text: string, code?: string];
const amount = (given: unknown, currency: unknown = 'EUR') => ({ ...GOOD, instructedAmount: { amount: given, currency } });
const iban = (given: unknown) => ({ ...GOOD, creditorAccount: { iban: given } });
const reference = (given: unknown, more: object = {}) => ({
  ...GOOD,
  remittanceInformationUnstructured: undefined,
  remittanceInformationStructured: { reference: given, ...more },
});
const AMOUNT = 'instructedAmount.amount';
const IBAN = 'creditorAccount.iban';
const REFERENCE = 'remittanceInformationStructured.reference';

const AMOUNTS: readonly Row[] = [
  ...['0', '0.00', '-1', '-0.01', '0.001', '01.00', '00', '1000000000', '999999999.991'].map(
    (text): Row => [`the amount ${text}`, amount(text), AMOUNT, TEXTS.range],
  ),
  ...[
    '1e3',
    '1e308',
    '12345678901234567890',
    '1,00',
    ' 1.00',
    '1.00\n',
    '+1',
    'NaN',
    'Infinity',
    '',
    '1.',
    '.5',
    '１.００',
    '١',
    '0x10',
    '1_000',
  ].map((text): Row => [`the amount ${JSON.stringify(text)}`, amount(text), AMOUNT, TEXTS.form]),
  ['an amount as a number', amount(1), AMOUNT, TEXTS.string],
  ['an amount that no double holds', JSON.stringify(amount('?')).replace('"?"', '1e999'), AMOUNT, TEXTS.string],
  ['an amount in a list', amount(['1.00']), AMOUNT, TEXTS.string],
  ['no amount at all', amount(null), AMOUNT, TEXTS.string],
  ['dollars', amount('1.00', 'USD'), 'instructedAmount.currency', 'SEPA payments are made in EUR. Send EUR.', 'PARAMETER_NOT_SUPPORTED'],
  ['a currency in small letters', amount('1.00', 'eur'), 'instructedAmount.currency', 'Accepted: three capital letters (ISO 4217), such as EUR.'],
];

const ACCOUNTS: readonly Row[] = [
  ['wrong check digits', iban(`EE87${PAYEE.slice(4)}`), IBAN, TEXTS.iban],
  ['one digit less', iban(PAYEE.slice(0, -1)), IBAN, TEXTS.iban],
  ['one digit more', iban(`${PAYEE}0`), IBAN, TEXTS.iban],
  ['a country that has no IBAN', iban(`US${PAYEE.slice(2)}`), IBAN, TEXTS.iban],
  ['a country that does not exist', iban(`XX${PAYEE.slice(2)}`), IBAN, TEXTS.iban],
  ['an IBAN in small letters', iban(PAYEE.toLowerCase()), IBAN, TEXTS.ibanForm],
  ['an IBAN in fours', iban('EE86 9800 1000 4508 1764'), IBAN, TEXTS.ibanForm],
  ['an IBAN and a space', iban(`${PAYEE} `), IBAN, TEXTS.ibanForm],
  ['an IBAN in full-width letters', iban('ＥＥ869800100045081764'), IBAN, TEXTS.ibanForm],
  ['no IBAN', iban(''), IBAN, TEXTS.ibanForm],
  ['an account as a text', { ...GOOD, creditorAccount: PAYEE }, 'creditorAccount', TEXTS.object],
  ['an account in a list', { ...GOOD, creditorAccount: [{ iban: PAYEE }] }, 'creditorAccount', TEXTS.object],
  [
    'an account that is not the customer’s',
    { ...GOOD, debtorAccount: { iban: PAYEES.lumenRaamatud.iban } },
    'debtorAccount.iban',
    TEXTS.notOwn,
    'RESOURCE_UNKNOWN',
  ],
  [
    'an account in another currency',
    { ...GOOD, debtorAccount: { iban: PAYEES.lumenRaamatud.iban, currency: 'USD' } },
    'debtorAccount.currency',
    'SEPA payments run between accounts in EUR. Send EUR or leave the currency out.',
    'PARAMETER_NOT_SUPPORTED',
  ],
  [
    'paying the account it comes from',
    { ...GOOD, debtorAccount: { iban: PAYEE } },
    'debtorAccount.iban',
    'The money would go to the account it comes from. Send another account, or none: the customer chooses.',
  ],
];

const WORDS: readonly Row[] = [
  ['a wrong RF reference', reference('RF19539007547034'), REFERENCE, TEXTS.rf],
  ['an RF reference in small letters', reference('rf18539007547034'), REFERENCE, TEXTS.rf],
  ['a wrong reference number', reference('1234567'), REFERENCE, TEXTS.estonian],
  ['a reference number of 21 digits', reference('123456789012345678901'), REFERENCE, TEXTS.estonian],
  ['a reference in fours', reference('RF18 5390 0754 7034'), REFERENCE, 'A reference travels without spaces. Leave them out.'],
  ['a reference as a number', reference(1_234_561), REFERENCE, TEXTS.string],
  ['a bell in the name', { ...GOOD, creditorName: 'Lumen\u0007' }, 'creditorName', travel('0007')],
  ['a line break in the name', { ...GOOD, creditorName: 'Lumen\nBooks' }, 'creditorName', travel('000A')],
  ['a delete character in the name', { ...GOOD, creditorName: 'Lumen\u007f' }, 'creditorName', travel('007F')],
  ['a name written right to left', { ...GOOD, creditorName: 'Lumen\u202eskooB' }, 'creditorName', travel('202E')],
  ['a space that does not break', { ...GOOD, creditorName: 'Lumen\u00a0Books' }, 'creditorName', travel('00A0')],
  ['markup in the name', { ...GOOD, creditorName: '<b>Lumen</b>' }, 'creditorName', travel('003C')],
  ['other letters', { ...GOOD, creditorName: 'Лумен' }, 'creditorName', travel('041B')],
  ['U+0000 in the name', { ...GOOD, creditorName: 'Lumen\u0000' }, 'creditorName', TEXTS.stored],
  ['half a character in the name', { ...GOOD, creditorName: 'Lumen\ud83d' }, 'creditorName', TEXTS.stored],
  ['U+0000 in the name of a field', { ...GOOD, 'creditor\u0000': 1 }, undefined, TEXTS.stored],
  ['a line break in the description', { ...GOOD, remittanceInformationUnstructured: 'a\nb' }, 'remittanceInformationUnstructured', travel('000A')],
  [
    'a day that does not exist',
    { ...GOOD, requestedExecutionDate: '2027-02-30' },
    'requestedExecutionDate',
    'This date does not exist. Send a calendar date as YYYY-MM-DD.',
  ],
  [
    'a date with a time',
    { ...GOOD, requestedExecutionDate: '2027-02-01T00:00:00Z' },
    'requestedExecutionDate',
    'Accepted: a calendar date as YYYY-MM-DD.',
  ],
  ['a BIC that is none', { ...GOOD, creditorAgent: 'PORTEE' }, 'creditorAgent', 'Accepted: a BIC of 8 or 11 characters, such as PORTEE2X.'],
];

const FIELDS: readonly Row[] = [
  ['an unknown field', { ...GOOD, foo: 1 }, 'foo', TEXTS.unknown],
  ['a field in other letters', { ...GOOD, CreditorAgent: 'PORTEE2X' }, 'CreditorAgent', TEXTS.unknown],
  ['an unknown field of the account', { ...GOOD, creditorAccount: { iban: PAYEE, foo: 1 } }, 'creditorAccount.foo', TEXTS.unknown],
  [
    'an unknown field of the amount',
    { ...GOOD, instructedAmount: { amount: '1.00', currency: 'EUR', foo: 1 } },
    'instructedAmount.foo',
    TEXTS.unknown,
  ],
  [
    'an unknown field of the address',
    { ...GOOD, creditorAddress: { townName: 'Tallinn', country: 'EE', foo: {} } },
    'creditorAddress.foo',
    TEXTS.unknown,
  ],
  ['an unknown field of the reference', reference('RF18539007547034', { foo: 1 }), 'remittanceInformationStructured.foo', TEXTS.unknown],
  ['a field of ours', { ...GOOD, transactionStatus: 'ACSC' }, 'transactionStatus', TEXTS.unknown],
  ['a prototype', '{"__proto__":{"creditorName":"x"}}', '__proto__', TEXTS.unknown],
  ['a constructor inside', '{"creditorAccount":{"constructor":{"prototype":{}}}}', 'creditorAccount.constructor', TEXTS.unknown],
  ['a field twice', `{"creditorName":"a",${JSON.stringify(GOOD).slice(1)}`, 'creditorName', TEXTS.twice],
  ['a field inside twice', JSON.stringify(GOOD).replace('"iban":', `"iban":"EE00","\\u0069ban":`), 'creditorAccount.iban', TEXTS.twice],
  ['no name', { ...GOOD, creditorName: undefined }, 'creditorName', TEXTS.missing],
  ['no fields', {}, 'instructedAmount', TEXTS.missing],
];

const BODIES: readonly Row[] = [
  ['nothing', '', undefined, 'The body must be an object.'],
  ['null', 'null', undefined, 'The body must be an object.'],
  ['a list', [], undefined, 'The body must be an object.'],
  ['half a body', '{"creditorName":', undefined, 'The body is not valid JSON. Correct it and send the request again.'],
  ['a comma too much', '{"creditorName":"x",}', undefined, 'The body is not valid JSON (line 1, column 21). Correct it and send the request again.'],
  ['single quotes', "{'creditorName':'x'}", undefined, 'The body is not valid JSON (line 1, column 2). Correct it and send the request again.'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), undefined, 'The body is not UTF-8. Send JSON in UTF-8.'],
  ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, undefined, 'The body is nested deeper than 32 levels. Send it flatter.'],
];

describe('a payment is refused with', () => {
  it.each<Row>([...AMOUNTS, ...ACCOUNTS, ...WORDS, ...FIELDS, ...BODIES])('%s', async (_what, body, path, text, code = 'FORMAT_ERROR') => {
    const { status, messages } = await post(body);
    expect([status, messages[0]]).toEqual([400, { category: 'ERROR', code, text, ...(path === undefined ? {} : { path }) }]);
  });

  it.each<[what: string, headers: Record<string, string>, body: string | Buffer, status: number, code: string]>([
    ['2 MB', {}, `{"creditorName":"${'x'.repeat(2_000_000)}"}`, 413, 'FORMAT_ERROR'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'creditorName=x', 415, 'FORMAT_ERROR'],
    ['a text', { 'content-type': 'text/plain' }, JSON.stringify(GOOD), 415, 'FORMAT_ERROR'],
    ['no content type', { 'content-type': '' }, JSON.stringify(GOOD), 415, 'FORMAT_ERROR'],
    ['a kind of JSON we do not speak', { 'content-type': 'application/merge-patch+json' }, JSON.stringify(GOOD), 415, 'FORMAT_ERROR'],
    ['a packed body', { 'content-encoding': 'gzip' }, Buffer.from('1f8b08', 'hex'), 415, 'FORMAT_ERROR'],
    ['a customer’s address that is none', { 'psu-ip-address': '192.0.2.256' }, JSON.stringify(GOOD), 400, 'FORMAT_ERROR'],
    ['a way back to somebody else', { 'tpp-redirect-uri': 'http://127.0.0.1:3001@evil.example/' }, JSON.stringify(GOOD), 400, 'FORMAT_ERROR'],
    ['a request id that is none', { 'x-request-id': '1' }, JSON.stringify(GOOD), 400, 'FORMAT_ERROR'],
    ['a token that is none', { authorization: 'Bearer x' }, JSON.stringify(GOOD), 401, 'TOKEN_UNKNOWN'],
    ['a token of another scheme', { authorization: 'Basic eDp5' }, JSON.stringify(GOOD), 401, 'TOKEN_INVALID'],
  ])('%s', async (_what, headers, body, status, code) => {
    const answer = await post(body, headers);
    expect([answer.status, answer.messages[0]]).toEqual([
      status,
      expect.objectContaining({ category: 'ERROR', code, text: expect.stringMatching(/\.$/) }),
    ]);
  });

  it('a product that is not offered, an address that does not exist, or a method too much', async () => {
    const unknown = await post(GOOD, {}, '/api/v1/payments/cross-border-credit-transfers');
    expect([unknown.status, unknown.messages[0].code]).toEqual([404, 'PRODUCT_UNKNOWN']);
    const nowhere = await post('x'.repeat(2_000_000), {}, '/api/v1/paymentz/sepa-credit-transfers');
    expect([nowhere.status, nowhere.messages[0].code]).toEqual([404, 'RESOURCE_UNKNOWN']);
    const patched = await house.portico.app.inject({ method: 'PATCH', url: URL, payload: {} });
    expect([patched.statusCode, patched.headers.allow, patched.json().tppMessages[0].code]).toEqual([405, 'POST', 'SERVICE_INVALID']);
  });

  it('nothing left behind: no payment, no signing, no booking, and the same request id can still be used', async () => {
    const id = { 'x-request-id': randomUUID() };
    expect((await post(amount('0'), id)).status).toBe(400);
    expect(await readBooks(house)).toEqual(books);
    expect((await post(GOOD, id)).status).toBe(201);
  });
});
