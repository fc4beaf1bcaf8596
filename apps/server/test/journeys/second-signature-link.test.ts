/** The co-signer opens Smart-ID by a link or a QR code in the place of a notification. */
import { jsonOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompanyHouse, openCompanyHouse } from '../house/company-house.ts';

let house: CompanyHouse;
beforeAll(async () => {
  house = await openCompanyHouse('dev_second_link');
  await house.play('needsSecondSignature');
});
afterAll(() => house.close());

const BY_LINK = { headers: { 'signing-form': 'deviceLink' } };

async function begin() {
  const { paymentId } = await house.signOnce('10.00');
  const { browser, send } = await house.coSigner();
  const path = `/bank/to-sign/payments/${paymentId}/challenge`;
  return { paymentId, browser, send, path };
}

describe('the co-signer’s device link', () => {
  it('is offered for Smart-ID, has no control code, and notifies instead for the same signature', async () => {
    const { paymentId, browser, send, path } = await begin();
    expect(jsonOf(await send('GET', paymentId))).toMatchObject({ deviceLinkMethods: ['SMART_ID'] });
    const asked = jsonOf(await browser.send('POST', path, BY_LINK));
    expect(asked).toMatchObject({ state: 'started', deviceLink: { isOpened: false } });
    expect(asked).not.toHaveProperty('controlCode');
    const notified = jsonOf(await browser.send('POST', `${path}/notification`));
    expect(notified).toMatchObject({ method: 'SMART_ID', controlCode: expect.stringMatching(/^\d{4}$/) });
    expect(notified).not.toHaveProperty('deviceLink');
  });

  it.each([
    ['a method without links', { 'signing-form': 'deviceLink', 'signing-method': 'CODE_CALCULATOR' }, 422],
    ['a form that does not exist', { 'signing-form': 'letter' }, 400],
  ])('is refused for %s, and nothing is asked', async (_name, headers, status) => {
    const { browser, path } = await begin();
    expect((await browser.send('POST', path, { headers })).status).toBe(status);
    expect(jsonOf(await browser.send('GET', path))).toEqual({ state: 'none' });
  });

  it('has no notification before a device is asked', async () => {
    const { browser, path } = await begin();
    expect((await browser.send('POST', `${path}/notification`)).status).toBe(409);
  });

  it('signs nothing while the link is not opened', async () => {
    const { paymentId, browser, send, path } = await begin();
    await browser.send('POST', path, BY_LINK);
    expect((await send('POST', paymentId, '/signature')).status).toBe(409);
  });
});
