import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoneySite } from '../testing/money-site.ts';
import { LATER, openOrderSite, orderAhead } from '../testing/order-site.ts';

let shop: MoneySite;
beforeEach(async () => {
  shop = await openOrderSite();
});
afterEach(() => shop.close());

describe('a later payment', () => {
  it('is sent with the chosen date', async () => {
    expect((await shop.send('GET', '/pay-later')).page).toContain('name="date" value="2026-12-04"');
    await orderAhead(shop, '/pay-later', { ...LATER, speed: 'instant' });
    const sent = shop.request('/v1/payments/instant-sepa-credit-transfers', 'POST');
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      instructedAmount: { amount: '46.80', currency: 'EUR' },
      requestedExecutionDate: '2026-12-04',
      creditorName: 'Lumen Books OÜ',
    });
  });

  it.each([
    [undefined, 'EE869800100045081764'],
    ['match', 'EE869800100045081764'],
    ['close-match', 'EE639977200100450817'],
    ['no-match', 'EE769800100099001237'],
    ['not-possible', 'EE409600300012345673'],
  ])('pays the account of the chosen payee check, %s', async (payee, iban) => {
    await orderAhead(shop, '/pay-later', { ...LATER, ...(payee === undefined ? {} : { payee }) });
    const sent = shop.request('/v1/payments/sepa-credit-transfers', 'POST');
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ creditorName: 'Lumen Books OÜ', creditorAccount: { iban } });
  });

  it('compares its date with the bank’s date, which begins before the date in UTC', async () => {
    shop.now = Date.parse('2026-11-20T22:30:00Z');
    expect((await shop.send('POST', '/pay-later', { ...LATER, date: '2026-11-21' })).page).toContain('Choose 2026-11-22 or a later day.');
  });

  it.each([
    [{ amount: '' }, 'amount', 'This is no amount.'],
    [{ date: '' }, 'date', 'Choose a day.'],
    [{ date: '04.12.2026' }, 'date', 'Choose a day.'],
    [{ date: '2026-11-20' }, 'date', 'Choose 2026-11-21 or a later day.'],
    [{ date: '2027-11-22' }, 'date', 'Choose 2027-11-21 or an earlier day.'],
    [{ bank: '' }, 'bank', 'Choose your bank.'],
    [{ speed: '' }, 'speed', 'Choose how fast.'],
    [{ payee: 'somebody' }, 'payee', 'Choose who receives the money.'],
  ])('with %o shows the error and sends nothing to the bank', async (change, field, text) => {
    const { status, page } = await shop.send('POST', '/pay-later', { ...LATER, ...change });
    expect([status, shop.bank.requests]).toEqual([400, []]);
    expect(page).toContain(`id="${field}-error" role="alert">${text}`);
    expect(page.match(/role="alert"/g)).toHaveLength(1);
  });
});
