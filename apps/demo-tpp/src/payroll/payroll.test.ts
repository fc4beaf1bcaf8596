import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoneySite } from '../testing/money-site.ts';
import { openOrderSite, SIGNING_PAGE, uploadOf } from '../testing/order-site.ts';
import { SAMPLE_FILE } from './payroll-file.ts';
import { UPLOAD_BYTES_MAX } from './upload.ts';

const FIELDS = { text: '', date: '', batch: 'yes', bank: 'ee', speed: 'ordinary' };
const WRONG = SAMPLE_FILE.replace('380.00', '"380,00"');
const bytesOf = (text: string) => new TextEncoder().encode(text);

let shop: MoneySite;
beforeEach(async () => {
  shop = await openOrderSite();
});
afterEach(() => shop.close());

async function send(change: Readonly<Record<string, string>> = {}, file?: Uint8Array<ArrayBuffer>, more = {}) {
  const { body, headers } = await uploadOf({ ...FIELDS, ...change }, file);
  return shop.send('POST', '/payroll', body, { ...headers, ...more });
}

/** Answers the path of the preview. */
async function preview(change: Readonly<Record<string, string>> = {}, file = bytesOf(SAMPLE_FILE)): Promise<string> {
  const { location, page } = await send(change, file);
  expect(location, page).toMatch(/^\/payroll\/[0-9a-f]{32}$/);
  return location;
}

/** Answers the path once the customer stands before the signing page. */
async function order(change: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = await preview(change);
  const { location } = await shop.send('POST', `${path}/sign-in`);
  expect((await shop.signIn(location)).location).toBe(SIGNING_PAGE);
  return path;
}

describe('a payroll', () => {
  it('has a sample file, which is accepted', async () => {
    const { status, page } = await shop.send('GET', '/payroll/sample.csv');
    expect([status, page]).toEqual([200, SAMPLE_FILE]);
    await preview();
  });

  it.each([
    ['uploaded', {}, bytesOf(SAMPLE_FILE)],
    ['pasted', { text: SAMPLE_FILE.replaceAll('\n', '\r\n') }, undefined],
    ['uploaded, with other lines pasted', { text: WRONG }, bytesOf(SAMPLE_FILE)],
  ])('%s is shown with total and count before it is sent', async (_how, change, file) => {
    const { location } = await send(change, file);
    const { page } = await shop.send('GET', location);
    for (const text of ['Check the payroll', '968.25 EUR', '<dt>Payments</dt><dd>4</dd>', 'Mari', 'EE48 9800', 'Continue at Portico Bank'])
      expect(page).toContain(text);
    expect(shop.bank.requests).toEqual([]);
  });

  it('is sent as one bulk payment, each payment with an end-to-end id', async () => {
    const path = await order({ date: '2026-11-30' });
    const sent = shop.request('/v1/bulk-payments/sepa-credit-transfers', 'POST');
    const body = JSON.parse(sent?.body ?? '');
    expect(body).toMatchObject({ requestedExecutionDate: '2026-11-30', batchBookingPreferred: true });
    expect(body.payments).toHaveLength(4);
    expect(body.payments[3]).toMatchObject({
      endToEndIdentification: expect.stringMatching(/^LB-[0-9A-F]{8}-4$/),
      instructedAmount: { amount: '112.75', currency: 'EUR' },
      remittanceInformationUnstructured: 'Advance November 2026, part time',
    });
    expect(sent?.headers.get('tpp-nok-redirect-uri')).toBe(`http://127.0.0.1:3001${path}/not-signed`);
  });

  it('is sent without a date and without batch booking when they are not chosen', async () => {
    await order({ batch: '' });
    const body = JSON.parse(shop.request('/v1/bulk-payments/sepa-credit-transfers', 'POST')?.body ?? '');
    expect(body.batchBookingPreferred).toBe(false);
    expect(body).not.toHaveProperty('requestedExecutionDate');
  });

  it('shows the status of each payment in the order of the file', async () => {
    const path = await order();
    const payments = ['ACSC', 'RJCT', 'ACSC', 'ACSP'].map((transactionStatus) => ({ transactionStatus }));
    const rejected = { ...payments[1], tppMessages: [{ category: 'ERROR', code: 'PAYMENT_FAILED', text: 'The account is <closed>.' }] };
    shop.answer('/status', { transactionStatus: 'ACSP' });
    shop.answer('/pay_1', { transactionStatus: 'ACSP', payments: [payments[0], rejected, payments[2], payments[3]] });
    const { page } = await shop.send('GET', path);
    expect(page).toContain('<h1 id="state">Payment under way</h1>');
    expect(page.match(/(?<=<span class="small block">)(paid|not paid|under way)(?=<)/g)).toEqual(['paid', 'not paid', 'paid', 'under way']);
    expect(page).toContain('It was refused, or the bank could not make it. Your bank says why.');
  });

  it.each([
    ['FUNDS_NOT_AVAILABLE', 'There was not enough money on the account.'],
    ['PAYMENT_FAILED', 'It was refused, or the bank could not make it. Your bank says why.'],
    ['RESOURCE_BLOCKED', 'The account is no longer open.'],
    ['RESOURCE_EXPIRED', 'It ended before it was paid.'],
    ['SOMETHING_NEW', 'Your bank says why.'],
  ])('explains why a payment was not made (%s) in words for customers, without the text for developers', async (code, words) => {
    const path = await order();
    const tppMessages = [{ category: 'ERROR', code, text: 'Send an ordinary payment, or set retryAsSepa.' }];
    const payments = [0, 1, 2, 3].map(() => ({ transactionStatus: 'RJCT', tppMessages }));
    shop.answer('/status', { transactionStatus: 'RJCT', tppMessages });
    shop.answer('/pay_1', { transactionStatus: 'RJCT', payments });
    const { page } = await shop.send('GET', path);
    const [seen = ''] = page.split('aria-labelledby="exchange');
    expect(seen.split(words).length - 1).toBe(5);
    const cards = page.slice(0, page.indexOf('</dl>')) + page.slice(page.indexOf('id="parts"'), page.indexOf('</ul>', page.indexOf('id="parts"')));
    expect(cards).not.toMatch(/retryAsSepa|_FAILED|SOMETHING_NEW|FUNDS_NOT/);
  });

  it('with a thousand payments is sent in one request', async () => {
    const [heading = '', line = ''] = SAMPLE_FILE.split('\n');
    const path = await preview({}, bytesOf([heading, ...Array<string>(1000).fill(line)].join('\n')));
    const { location } = await shop.send('POST', `${path}/sign-in`);
    expect((await shop.signIn(location)).location).toBe(SIGNING_PAGE);
    expect(JSON.parse(shop.request('/v1/bulk-payments/sepa-credit-transfers', 'POST')?.body ?? '').payments).toHaveLength(1000);
  });
});

describe('an invalid payroll', () => {
  it('shows line and correction, keeps the lines in the form and sends nothing', async () => {
    const { status, page } = await send({ date: '2026-11-30', batch: '' }, bytesOf(WRONG));
    expect(status).toBe(400);
    expect(page).toContain('One thing is wrong. Nothing was sent.');
    expect(page).toContain('<strong>Line 2</strong>');
    expect(page).toContain('Write a point before the cents: 380.00');
    expect(page).toContain('&quot;380,00&quot;');
    expect(page).toContain('name="date" value="2026-11-30"');
    expect(page).toContain('name="batch" value="yes">');
    expect(shop.bank.requests).toEqual([]);
  });

  it('lists twenty errors and counts the rest', async () => {
    const [heading = '', line = ''] = WRONG.split('\n');
    const { page } = await send({}, bytesOf([heading, ...Array<string>(25).fill(line)].join('\n')));
    expect(page).toContain('25 things are wrong');
    expect(page.match(/<strong>Line/g)).toHaveLength(20);
    expect(page).toContain('And 5 more further down the file.');
  });

  it.each([
    [{ date: '2026-11-19' }, 'date', 'Choose 2026-11-20 or a later day.'],
    [{ date: '2027-11-22' }, 'date', 'Choose 2027-11-21 or an earlier day.'],
    [{ date: 'payday' }, 'date', 'Choose a day.'],
    [{ bank: 'fi' }, 'bank', 'Choose your bank.'],
    [{ speed: '' }, 'speed', 'Choose how fast.'],
  ])('shows an error beside its field: %o', async (change, field, text) => {
    const { status, page } = await send(change, bytesOf(SAMPLE_FILE));
    expect([status, shop.bank.requests]).toEqual([400, []]);
    expect(page).toContain(`id="${field}-error" role="alert">${text}`);
    expect(page).not.toContain('Nothing was sent.');
  });

  it('with neither file nor lines is reported as empty', async () => {
    expect((await send()).page).toContain('There is nothing in it.');
  });

  it('is never shown as markup', async () => {
    const attack = '</textarea><script>alert(1)</script>';
    const { page } = await send({ text: `name,iban,amount,reference\n${attack},EE00,1.00,${attack}` });
    expect(page).not.toContain('<script');
    expect(page.match(/<\/textarea>/g)).toHaveLength(1);
  });

  it('is refused with 413 when it is too large', async () => {
    const { status, page } = await send({}, new Uint8Array(UPLOAD_BYTES_MAX + 1).fill(65));
    expect(status).toBe(413);
    expect(page).toContain('The file is larger than 512 kB');
  });

  it.each([
    ['with a broken form', 'multipart/form-data; boundary=x', '--y\r\n', 400],
    ['without a boundary', 'multipart/form-data', 'x', 400],
    ['of a type nobody knows', 'application/xml', '<x/>', 415],
  ])('%s is refused as unreadable', async (_what, type, body, status) => {
    const answer = await shop.send('POST', '/payroll', body, { 'content-type': type });
    expect(answer.status).toBe(status);
    expect(answer.page).toContain('The shop cannot read this request');
  });

  it('is refused to another site', async () => {
    expect((await send({}, bytesOf(SAMPLE_FILE), { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
  });

  it.each(['sign-in', 'cancel', ''])('in another browser is not found: %s', async (act) => {
    const path = await preview();
    shop.cookie = '';
    const { status, page } = await shop.send(act === '' ? 'GET' : 'POST', `${path}/${act}`.replace(/\/$/, ''));
    expect(status).toBe(404);
    expect(page).not.toContain('Mari');
  });
});
