import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoneySite } from '../testing/money-site.ts';
import { openOrderSite, orderAhead, SUBSCRIBE } from '../testing/order-site.ts';

let shop: MoneySite;
beforeEach(async () => {
  shop = await openOrderSite();
});
afterEach(() => shop.close());

const sent = () => shop.request('/v1/periodic-payments/sepa-credit-transfers', 'POST');

describe('a subscription', () => {
  it('is by default monthly, from today and without an end', async () => {
    const { page } = await shop.send('GET', '/subscriptions');
    expect(page).toContain('name="startDate" value="2026-11-20"');
    expect(page).toContain('<option value="Monthly" selected>');
    expect(page).toContain('name="endDate" value=""');
    expect(page).not.toMatch(/<script|\sstyle=|\son[a-z]+=/);
  });

  it('is sent to the bank without the fields left empty', async () => {
    await orderAhead(shop, '/subscriptions', SUBSCRIBE);
    expect(JSON.parse(sent()?.body ?? '')).toEqual({
      endToEndIdentification: expect.stringMatching(/^LB-[0-9A-F]{8}$/),
      instructedAmount: { amount: '12.50', currency: 'EUR' },
      creditorAccount: { iban: 'EE869800100045081764' },
      creditorName: 'Lumen Books OÜ',
      creditorType: 'business',
      remittanceInformationUnstructured: expect.stringContaining('Lumen Books, subscription LB-'),
      startDate: '2026-12-01',
      frequency: 'Monthly',
    });
  });

  it('has an end and a day of the month when they are chosen', async () => {
    await orderAhead(shop, '/subscriptions', { ...SUBSCRIBE, endDate: '2027-12-01', day: '31', frequency: 'Quarterly' });
    expect(JSON.parse(sent()?.body ?? '')).toMatchObject({ endDate: '2027-12-01', dayOfExecution: '31', frequency: 'Quarterly' });
  });

  it.each(['Daily', 'Weekly', 'EveryTwoWeeks'])('with the frequency %s has no day of the month, even if the form sends one', async (frequency) => {
    await orderAhead(shop, '/subscriptions', { ...SUBSCRIBE, frequency, day: '5' });
    expect(JSON.parse(sent()?.body ?? '')).not.toHaveProperty('dayOfExecution');
  });

  it.each([
    [{ amount: '0' }, 'amount', 'This is no amount.'],
    [{ amount: 'ten' }, 'amount', 'This is no amount.'],
    [{ frequency: 'Hourly' }, 'frequency', 'Choose how often.'],
    [{ frequency: 'MonthlyVariable' }, 'frequency', 'Choose how often.'],
    [{ startDate: '' }, 'startDate', 'Choose a day.'],
    [{ startDate: '2026-02-30' }, 'startDate', 'Choose a day.'],
    [{ startDate: '2026-11-19' }, 'startDate', 'Choose 2026-11-20 or a later day.'],
    [{ startDate: '2027-11-22' }, 'startDate', 'Choose 2027-11-21 or an earlier day.'],
    [{ endDate: 'never' }, 'endDate', 'Choose a day, or leave it empty.'],
    [{ endDate: '2026-11-30' }, 'endDate', 'The last day is before the first one.'],
    [{ day: '32' }, 'day', 'Choose a day of the month.'],
    [{ day: '05' }, 'day', 'Choose a day of the month.'],
    [{ bank: 'fi' }, 'bank', 'Choose your bank.'],
    [{ speed: 'slow' }, 'speed', 'Choose how fast.'],
    [{ payee: 'somebody' }, 'payee', 'Choose who receives the money.'],
  ])('with %o shows the error and sends nothing to the bank', async (change, field, text) => {
    const { status, page } = await shop.send('POST', '/subscriptions', { ...SUBSCRIBE, ...change });
    expect([status, shop.bank.requests]).toEqual([400, []]);
    expect(page).toContain(`id="${field}-error" role="alert">${text}`);
    expect(page.match(/role="alert"/g)).toHaveLength(1);
  });

  it('keeps the typed values as text when it is refused', async () => {
    const { page } = await shop.send('POST', '/subscriptions', { ...SUBSCRIBE, amount: '"><script>', frequency: 'Weekly', speed: 'instant' });
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(page).toContain('<option value="Weekly" selected>');
    expect(page).toContain('value="instant" required checked');
    expect(page).not.toContain('<script');
  });

  it('is refused to another site', async () => {
    expect((await shop.send('POST', '/subscriptions', SUBSCRIBE, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
    expect(shop.bank.requests).toEqual([]);
  });

  it('is listed only in the browser that ordered it', async () => {
    const path = await orderAhead(shop, '/subscriptions', SUBSCRIBE);
    expect((await shop.send('GET', '/subscriptions')).page).toContain(`<a href="${path}">12.50 EUR, every month</a>`);
    expect((await shop.send('GET', '/pay-later')).page).not.toContain(path);
    shop.cookie = '';
    expect((await shop.send('GET', '/subscriptions')).page).not.toContain(path);
  });
});
