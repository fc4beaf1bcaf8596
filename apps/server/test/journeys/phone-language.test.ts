/** The language in which the application sent the customer, on the customer's phone. */
import { enterSigning, jsonOf, member, obtainToken } from '@portico/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it.each([
  ['et', 'Sisselogimine: ', 'Makse 1,00 EUR saajale'],
  ['lt', 'Prisijungimas prie banko', 'Mokėti 1,00 EUR gavėjui'],
  ['lv', 'Pieslēgšanās bankai', 'Maksāt 1,00 EUR saņēmējam'],
  ['ru', 'Вход в банк', 'Оплата 1,00 EUR получателю'],
  ['en', 'Sign in to', 'Pay 1.00 EUR to'],
])('speaks %s at the sign-in and at the signature', async (locale, signIn, pay) => {
  const [customer] = house.customers;
  const browser = house.browse();
  const onPhone = async () => member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges', '0', 'displayText');
  const token = await obtainToken(browser, house.tpp, { ...customer, locale });
  expect(await onPhone()).toContain(signIn);
  const { scaRedirect } = await house.tpp.createPayment(token, orderOf('1.00'));
  const page = await enterSigning(browser, scaRedirect, customer);
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  expect((await page.sign(iban)).status).toBe(200);
  expect(await onPhone()).toContain(pay);
});
