/** A sign-in whose challenge opens in the app by a link or a QR code. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { registerTestDeviceRoutes } from '../test-device/index.ts';
import { AUTHORIZATION, Browser, CODES, registerSignInHarness } from './testing/sign-in-harness.ts';

const appendAudit = createAudit({ keyAudit: Buffer.alloc(32, 1) }).append;
const UNKNOWN_CODE = '38001085718';

let house: TestPlatform;
let app: FastifyInstance;
let door: ReturnType<typeof registerSignInHarness>;
beforeAll(async () => {
  house = await openTestPlatform({ appendAudit, config: { deviceAnswerSeconds: 0 } });
  app = await house.openApp();
  door = registerSignInHarness(app, house);
  registerTestDeviceRoutes(app, house);
});
beforeEach(async () => {
  for (const table of ['person_attempt', 'spent_allowance', 'sign_in_request', 'known_browser']) await house.database.query(`delete from ${table}`);
});
afterAll(async () => {
  await app.close();
  await house.database.close();
});

async function begin(nationalIdentityNumber: string = CODES.mari, asked: object = { form: 'deviceLink' }) {
  door.openNext(AUTHORIZATION);
  const browser = new Browser(app, house.ownPage);
  const path = await browser.open();
  const started = await browser.send('POST', `${path}/authentication`, { method: 'SMART_ID', nationalIdentityNumber, ...asked });
  const read = async () => (await browser.send('GET', `${path}/challenge`)).json();
  const notify = async () => (await browser.send('POST', `${path}/notification`, {})).json();
  const complete = () => browser.send('POST', `${path}/completion`);
  return { browser, path, started: started.json(), status: started.statusCode, read, notify, complete };
}

const openOn = (phone: Browser, link: string) => phone.send('POST', '/bank/device/links', { link });

describe('a sign-in by a device link', () => {
  it('is offered for Smart-ID alone', async () => {
    const { browser, path } = await begin();
    expect((await browser.send('GET', `${path}/details`)).json()).toMatchObject({ deviceLinkMethods: ['SMART_ID'], challengeRunning: true });
  });

  it('is completed in the browser that asked, after a phone has opened the QR code', async () => {
    const { started, read, complete } = await begin();
    expect(started).toMatchObject({ state: 'started', method: 'SMART_ID', deviceLink: { isOpened: false } });
    expect(started).not.toHaveProperty('controlCode');
    expect((await openOn(new Browser(app, house.ownPage), started.deviceLink.qrText)).statusCode).toBe(200);
    expect(await read()).toMatchObject({ state: 'approved' });
    expect((await complete()).statusCode).toBe(200);
  });

  it('is not completed in the browser that opened the code', async () => {
    const { started, path } = await begin();
    const thief = new Browser(app, house.ownPage);
    await openOn(thief, started.deviceLink.qrText);
    expect((await thief.send('POST', `${path}/completion`)).statusCode).toBe(410);
  });

  it('notifies the phone instead if the customer asks for it, as the same request', async () => {
    const { browser, notify, complete } = await begin();
    expect(await notify()).toMatchObject({ state: 'approved', controlCode: expect.stringMatching(/^\d{4}$/) });
    expect((await browser.send('GET', '/bank/device/challenges')).json().challenges).toHaveLength(1);
    expect((await complete()).statusCode).toBe(200);
  });

  it('begins another challenge in the other form, and ends the first', async () => {
    const { browser, path, started } = await begin();
    const body = { method: 'SMART_ID', nationalIdentityNumber: CODES.mari };
    expect((await browser.send('POST', `${path}/authentication`, body)).json()).toMatchObject({ controlCode: expect.any(String) });
    expect((await openOn(browser, started.deviceLink.qrText)).statusCode).toBe(404);
  });

  it('returns the running challenge to the same request', async () => {
    const { browser, path } = await begin(CODES.timesOut);
    await browser.send('POST', `${path}/authentication`, { method: 'SMART_ID', nationalIdentityNumber: CODES.timesOut, form: 'deviceLink' });
    expect((await house.database.query(`select from challenge where customer_id = 'cus_late' and state = 'started'`)).rows).toHaveLength(1);
  });

  it('is refused for a method without one', async () => {
    const { status } = await begin(CODES.mari, { form: 'deviceLink', method: 'MOBILE_ID', phoneNumber: '+37200000001' });
    expect(status).toBe(422);
  });
});

describe('an unknown personal code with a device link', () => {
  const withoutCodes = ({ deviceLink, ...rest }: { deviceLink?: Record<string, string> }) => ({
    ...rest,
    deviceLink: Object.fromEntries(
      Object.entries(deviceLink ?? {}).map(([name, value]) => [name, String(value).replaceAll(/(chl_|authCode=)[\w-]+/g, '$1')]),
    ),
  });

  it('gets the answer of a known one, and its code opens nothing', async () => {
    const unknown = await begin(UNKNOWN_CODE);
    const known = await begin();
    expect(withoutCodes(unknown.started)).toEqual(withoutCodes(known.started));
    expect(unknown.started.deviceLink.qrText).toHaveLength(known.started.deviceLink.qrText.length);
    expect(await unknown.read()).toMatchObject({ state: 'started', deviceLink: { isOpened: false } });
    expect((await openOn(unknown.browser, unknown.started.deviceLink.href)).statusCode).toBe(404);
  });

  it('gets a control code instead, like a known one, and ends as the device does not answer', async () => {
    const unknown = await begin(UNKNOWN_CODE);
    const notified = await unknown.notify();
    expect(notified).toMatchObject({ state: 'timedOut', controlCode: expect.stringMatching(/^\d{4}$/) });
    expect(notified).not.toHaveProperty('deviceLink');
  });
});
