/** A signature whose challenge opens in the app by a link or a QR code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';

let harness: SigningHarness;
beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterAll(() => harness.close());

interface Reading {
  readonly state: string;
  readonly controlCode?: string;
  readonly deviceLink?: { readonly isOpened: boolean; readonly href: string; readonly qrText: string };
}

/** A payment whose signature waits for its link to be opened. */
async function begin() {
  const page = await harness.openPage();
  const held = harness.sign(page.id, { signingForm: 'deviceLink' });
  await harness.untilAsked(page.paymentId);
  const read = async () => (await harness.call<Reading>('GET', '/api/ui/challenge', { as: 'mari', id: page.id })).body;
  return { page, held, read, first: await read() };
}

const openOn = (as: string, link: string) => harness.call('POST', '/bank/device/links', { as, body: { link } });

describe('a signature by a device link', () => {
  it('is offered for the methods that have one', async () => {
    expect((await harness.openPage()).details).toMatchObject({ authMethods: ['SMART_ID', 'MOBILE_ID'], deviceLinkMethods: ['SMART_ID'] });
  });

  it('has links in the place of a control code, and is signed once the app has opened and approved it', async () => {
    const { page, held, read, first } = await begin();
    expect(first).toMatchObject({ state: 'started', deviceLink: { isOpened: false } });
    expect(first).not.toHaveProperty('controlCode');
    expect((await openOn('a-phone', first.deviceLink?.qrText ?? '')).status).toBe(200);
    expect(await read()).toMatchObject({ state: 'started', deviceLink: { isOpened: true } });
    await harness.answerOnDevice(page.paymentId, 'approve', 'a-phone');
    expect((await held).status).toBe(200);
  });

  it('is not approved by the browser that asked before its link is opened', async () => {
    const { page, held, first } = await begin();
    await expect(harness.answerOnDevice(page.paymentId, 'approve')).rejects.toThrow('The device refused: 404');
    expect((await openOn('mari', first.deviceLink?.href ?? '')).status).toBe(200);
    await harness.answerOnDevice(page.paymentId, 'refuse');
    expect((await held).status).toBe(422);
  });

  it('notifies the phone instead, while the same PUT waits', async () => {
    const { page, held, read } = await begin();
    const notified = await harness.call<Reading>('POST', '/api/ui/challenge/notification', { as: 'mari', id: page.id, body: {} });
    expect(notified.body).toMatchObject({ state: 'started', controlCode: expect.stringMatching(/^\d{4}$/) });
    expect((await read()).deviceLink).toBeUndefined();
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
  });

  it('has no notification before a signature, and none for another browser', async () => {
    const page = await harness.openPage();
    expect((await harness.call('POST', '/api/ui/challenge/notification', { as: 'mari', id: page.id, body: {} })).status).toBe(409);
    expect((await harness.call('POST', '/api/ui/challenge/notification', { as: 'jaan', id: page.id, body: {} })).status).toBe(410);
  });

  it('is refused for a method without one, and the session stays open', async () => {
    const page = await harness.openPage();
    const refused = await harness.sign(page.id, { signingMethod: 'MOBILE_ID', signingForm: 'deviceLink' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('SCA_METHOD_UNKNOWN')]);
    expect((await harness.sign(page.id, { signingForm: 'letter' })).status).toBe(400);
    expect((await harness.sessionOf(page.paymentId)).state).toBe('open');
  });
});
