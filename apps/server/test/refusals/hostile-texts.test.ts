/** Texts that deceive or break pages, in every field that travels to a customer's page: refused with the field's place, and nothing is kept. */
import { TokenUserList } from '@portico/contract';
import { HOSTILE_TEXTS } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { isPrintable } from '#platform/printable-text.ts';
import { DEMO_CLIENT_ID } from '../../src/app/demo/demo-tpp.ts';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readBooks } from './read-books.ts';

const PAYEE = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  creditorName: PAYEES.lumenBooks.name,
};
const SINGLE = '/api/v1/payments/instant-sepa-credit-transfers';
const BULK = '/api/v1/bulk-payments/sepa-credit-transfers';
const PERIODIC = '/api/v1/periodic-payments/sepa-credit-transfers';

/** Where each text is put, and the path by which it is refused. */
const FIELDS: readonly (readonly [path: string, url: string, body: (text: string) => object])[] = [
  ['creditorName', SINGLE, (text) => ({ ...PAYEE, creditorName: text })],
  ['remittanceInformationUnstructured', SINGLE, (text) => ({ ...PAYEE, remittanceInformationUnstructured: text })],
  ['remittanceInformationStructured.reference', SINGLE, (text) => ({ ...PAYEE, remittanceInformationStructured: { reference: text } })],
  ['endToEndIdentification', SINGLE, (text) => ({ ...PAYEE, endToEndIdentification: text })],
  ['creditorName', PERIODIC, (text) => ({ ...PAYEE, creditorName: text, startDate: '2030-01-01', frequency: 'Monthly', dayOfExecution: '1' })],
  ['payments[1].creditorName', BULK, (text) => ({ payments: [PAYEE, { ...PAYEE, creditorName: text }] })],
  ['payments[1].remittanceInformationUnstructured', BULK, (text) => ({ payments: [PAYEE, { ...PAYEE, remittanceInformationUnstructured: text }] })],
];

let house: House;
let token: string;
let books: unknown;
let developers: DevelopersHouse;
beforeAll(async () => {
  house = await openHouse();
  token = await house.token(house.browse());
  books = await readBooks(house);
  developers = await openDevelopersHouse();
  expect((await developers.send('dev_ada', 'POST', '/api/tpp')).status).toBe(204);
});
afterAll(async () => {
  await house.close();
  await developers.close();
});

async function post(url: string, body: object) {
  const response = await house.portico.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-request-id': crypto.randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': 'http://127.0.0.1:3001/paid',
    },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, message: response.json().tppMessages?.[0] };
}

describe('a payment with', () => {
  it.each(HOSTILE_TEXTS.filter(({ travels }) => travels === undefined))('$what is refused in every text field', async ({ text }) => {
    for (const [path, url, body] of FIELDS) {
      const { status, message } = await post(url, body(text));
      expect([status, message]).toEqual([400, expect.objectContaining({ category: 'ERROR', code: 'FORMAT_ERROR', path })]);
      // What is answered can be read in a log or a terminal, whatever was sent.
      expect(message.text).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u);
    }
  });

  it('any of these texts is not stored', async () => {
    expect(await readBooks(house)).toEqual(books);
  });
});

describe('an application named with', () => {
  it.each(HOSTILE_TEXTS.map((hostile) => [hostile.what, hostile] as const))(
    '%s is refused, unless the text is only written from right to left',
    async (_what, hostile) => {
      const { text, isRightToLeft } = hostile;
      const answer = await developers.send('dev_ada', 'PUT', '/api/tpp', { body: { clientName: text } });
      // Scripts of the other direction are names like any others; the page gives each its own place.
      if (isRightToLeft) expect([answer.status, answer.body]).toMatchObject([200, { clientName: text }]);
      else expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR', path: 'clientName' }] }]);
    },
  );

  it.each(['Näidis & Co', 'Лумен Книги', 'Lumen Книги', 'Λούμεν', '光の本', 'Lumen 24/7'.replace('/', ' '), 'O’Lumen'])(
    'letters of another script, %s, is accepted',
    async (clientName) => {
      expect((await developers.send('dev_ada', 'PUT', '/api/tpp', { body: { clientName } })).status).toBe(200);
    },
  );
});

describe('an application with a name that passes for the bank’s', () => {
  it.each(['Portico Bank', 'P0rtico', 'Рогтісо Банк', 'Payments by PorticoBank'])('is refused: %s', async (clientName) => {
    const answer = await developers.send('dev_ada', 'PUT', '/api/tpp', { body: { clientName } });
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR', path: 'clientName' }] }]);
  });
});

describe('a contact with', () => {
  /** Without the characters that no address has. */
  const CONTACTS = HOSTILE_TEXTS.map(({ what, text }) => [what, `${text.replaceAll(/[\s<>,;:"()[\]\\]/g, '').slice(0, 64)}@example.com`] as const);

  it.each(CONTACTS.filter(([, contact]) => !isPrintable(contact)))('%s is refused by its place', async (_what, contact) => {
    const answer = await developers.send('dev_ada', 'PUT', '/api/tpp', { body: { contacts: ['owner@example.com', contact] } });
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR', path: 'contacts[1]' }] }]);
  });

  it('an override, stored by an earlier version, does not steer the terminal of an operator', async () => {
    const contact = 'owner\u202emoc.elpmaxe@\u009b31m';
    await house.database.query('update tpp_app set contacts = $1 where client_id = $2', [JSON.stringify([contact]), DEMO_CLIENT_ID]);
    const order = { command: 'app find', about: DEMO_CLIENT_ID, operator: 'test', isConfirmed: false, file: '', options: {} };
    const lines: string[] = [];
    for await (const event of playOrder(house.portico, order)) if ('line' in event) lines.push(event.line);
    expect(lines.join('')).toContain('owner\\u202emoc.elpmaxe@\\u009b31m');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ clientId: DEMO_CLIENT_ID, contacts: [contact] }]);
  });

  it('an override in the name of a provider does not steer the terminal of an operator', async () => {
    const [organizationId, name] = ['PSDEE-TEST-HOSTILE', 'Lumen\u202edlo\u009b31m\nBank'];
    await house.database.query('insert into provider (provider_id, organization_id, name) values ($1, $1, $2)', [organizationId, name]);
    for (const [command, about] of [
      ['provider list', ''],
      ['provider show', organizationId],
    ] as const) {
      const lines: string[] = [];
      const order = { command, about, operator: 'test', isConfirmed: false, file: '', options: {} };
      for await (const event of playOrder(house.portico, order)) if ('line' in event) lines.push(event.line);
      expect(lines.join('')).toContain('Lumen\\u202edlo\\u009b31m\\nBank');
      expect(lines.map((line) => JSON.parse(line))).toContainEqual({ organizationId, name, certificates: 0 });
    }
    const about = 'PSD\u202e\u001b[31m';
    const events = [];
    const options = { reason: 'Stolen.' };
    for await (const event of playOrder(house.portico, { command: 'provider block', about, operator: 'test', isConfirmed: false, file: '', options }))
      events.push(event);
    expect(events).toEqual([{ exitCode: 1, text: expect.stringContaining('There is no provider PSD\\u202e\\u001b[31m. Nothing was changed.') }]);
  });
});

describe('a test customer, company or account named with', () => {
  const NAMED: readonly (readonly [field: string, body: (text: string) => object])[] = [
    ['firstName', (text) => ({ country: 'ee', type: 'person', firstName: text, surname: 'Kask' })],
    ['surname', (text) => ({ country: 'ee', type: 'person', firstName: 'Eve', surname: text })],
    ['companyName', (text) => ({ country: 'ee', type: 'company', firstName: 'Eve', surname: 'Kask', companyName: text })],
    ['name', (text) => ({ name: text, currency: 'EUR', openingBalance: '1.00' })],
  ];

  const REFUSED = HOSTILE_TEXTS.filter(({ isRightToLeft, travels }) => isRightToLeft !== true && travels === undefined);

  it.each(REFUSED.map(({ what, text }) => [what, text] as const))('%s is refused by the name of the field', async (_what, text) => {
    const customers = Value.Parse(TokenUserList, (await developers.send('dev_ada', 'GET', '/api/tpp/psu')).body);
    for (const [path, body] of NAMED) {
      const url = path === 'name' ? `/api/tpp/customers/${customers[0]?.id}/accounts` : '/api/tpp/customers';
      const answer = await developers.send('dev_ada', 'POST', url, { body: body(text) });
      expect([path, answer.status, answer.body]).toMatchObject([path, 400, { errors: [{ code: 'FORMAT_ERROR', path }] }]);
    }
  });
});
