/** A challenge that opens by its link or its QR code: on which device, for how long, and how often. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import { createSca, phoneText, type Sca, type StartChallenge } from '#modules/sca/index.ts';
import { ageChallenge, customer } from '#modules/sca/testing/sca-harness.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createScenarioAuthenticator, registerTestDeviceRoutes } from './index.ts';

let harness: TestPlatform;
let sca: Sca;
let app: FastifyInstance;
let number = 0;
beforeAll(async () => {
  const config = { deviceAnswerSeconds: 60 };
  harness = await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append, config });
  sca = createSca({ ...harness, authenticator: createScenarioAuthenticator(harness.platform) });
  app = await harness.openApp();
  registerTestDeviceRoutes(app, harness);
});
afterAll(async () => {
  await app.close();
  await harness.database.close();
});

function newDevice() {
  number += 1;
  const key = `device-${number}`.padEnd(43, 'x');
  return { cookie: `portico-device=${key}`, deviceKeyHash: sha256Hex(key) };
}

const call = (cookie: string, path: string, body?: unknown) =>
  app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/bank/device/${path}`,
    headers: { ...harness.ownPage, cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const open = (cookie: string, link: string) => call(cookie, 'links', { link });
const shown = async (cookie: string): Promise<{ challengeId: string; controlCode?: string }[]> =>
  (await call(cookie, 'challenges')).json().challenges;
const approve = (cookie: string, challengeId: string) => call(cookie, `challenges/${challengeId}/answer`, { answer: 'approve' });

const asked = (deviceKeyHash: string, overrides: Partial<StartChallenge> = {}): StartChallenge => ({
  customer: customer(`cus_${number}`),
  method: 'SMART_ID',
  purpose: 'signing',
  form: 'deviceLink',
  content: { canonical: { number }, displayText: phoneText('phone.signIn', { bankName: 'Portico Bank' }) },
  locale: 'et',
  deviceKeyHash,
  isKnownBrowser: true,
  ...overrides,
});

/** A challenge asked for in a browser, with the addresses that its page has now. */
async function begin(overrides: Partial<StartChallenge> = {}) {
  const browser = newDevice();
  const challenge = await sca.start(asked(browser.deviceKeyHash, overrides));
  const { challengeId } = challenge;
  const links = async () => {
    const read = await sca.read(challengeId);
    return read && sca.deviceLink({ token: challengeId, ...read }, { purpose: overrides.purpose ?? 'signing', locale: 'et' });
  };
  const first = await links();
  return { browser, challenge, challengeId, links, href: first?.href ?? '', qrText: first?.qrText ?? '' };
}

const refusalOf = async (answer: ReturnType<typeof open>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().errors?.[0]?.code];
};
const REFUSED = [404, 'CHALLENGE_UNKNOWN'];

describe('a link', () => {
  it('has the parts that Smart-ID documents; the text of a QR code also has its second', async () => {
    const { href, qrText, challengeId } = await begin();
    const parts = { sessionToken: challengeId, sessionType: 'sign', version: '1.0', lang: 'est', authCode: expect.stringMatching(/^[\w-]{43}$/) };
    expect(Object.fromEntries(new URL(href).searchParams)).toEqual({ deviceLinkType: 'Web2App', ...parts });
    expect(Object.fromEntries(new URL(qrText).searchParams)).toEqual({
      deviceLinkType: 'QR',
      elapsedSeconds: expect.stringMatching(/^\d$/),
      ...parts,
    });
    expect(href.startsWith(`${harness.platform.config.publicUrl}/bank/device?`)).toBe(true);
  });

  it('opens the challenge in the browser that asked, which shows no control code', async () => {
    const { browser, challenge, challengeId, href } = await begin();
    expect(challenge.controlCode).toBeUndefined();
    expect(await shown(browser.cookie)).toEqual([]);
    expect((await open(browser.cookie, href)).json()).toMatchObject({ challengeId, state: 'started', answersInSeconds: expect.any(Number) });
    const [only, ...others] = await shown(browser.cookie);
    expect([only?.challengeId, only?.controlCode, others]).toEqual([challengeId, undefined, []]);
    expect((await approve(browser.cookie, challengeId)).statusCode).toBe(200);
    expect(await sca.read(challengeId)).toMatchObject({ state: 'approved' });
  });

  it('does not open in another browser', async () => {
    const { href, browser, challengeId } = await begin();
    const thief = newDevice();
    expect(await refusalOf(open(thief.cookie, href))).toEqual(REFUSED);
    expect((await approve(thief.cookie, challengeId)).statusCode).toBe(404);
    expect((await open(browser.cookie, href)).statusCode).toBe(200);
  });

  it('is not answered before it is opened', async () => {
    const { browser, challengeId } = await begin();
    await ageChallenge(harness.database, challengeId, 110);
    expect((await approve(browser.cookie, challengeId)).statusCode).toBe(404);
    expect(await sca.read(challengeId)).toMatchObject({ state: 'started' });
  });
});

describe('a QR code', () => {
  it('opens the challenge on another device, once: the first device shows it, and the page has no addresses any more', async () => {
    const { browser, challengeId, qrText, links } = await begin();
    const phone = newDevice();
    const other = newDevice();
    expect((await open(phone.cookie, qrText)).statusCode).toBe(200);
    expect(await refusalOf(open(other.cookie, qrText))).toEqual(REFUSED);
    expect(await refusalOf(open(browser.cookie, qrText))).toEqual(REFUSED);
    expect((await open(phone.cookie, qrText)).statusCode).toBe(200);
    expect(await links()).toEqual({ isOpened: true });
    expect(await shown(browser.cookie)).toEqual([]);
    expect((await approve(phone.cookie, challengeId)).json()).toMatchObject({ state: 'approved' });
  });

  it('opens for one of many devices at the same moment', async () => {
    const { qrText } = await begin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(newDevice().cookie, qrText)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('gives a phone that is new to the bank its device key, and only if it opens', async () => {
    const { qrText } = await begin();
    const send = (link: string) =>
      app.inject({ method: 'POST', url: '/bank/device/links', headers: harness.ownPage, body: JSON.stringify({ link }) });
    expect((await send(`${qrText}x`)).cookies).toEqual([]);
    const first = await send(qrText);
    expect([first.statusCode, first.cookies.map(({ name }) => name)]).toEqual([200, ['portico-device']]);
  });

  it('counts for ten seconds', async () => {
    const { challengeId, qrText, links } = await begin();
    await ageChallenge(harness.database, challengeId, 12);
    expect(await refusalOf(open(newDevice().cookie, qrText))).toEqual(REFUSED);
    expect((await open(newDevice().cookie, (await links())?.qrText ?? '')).statusCode).toBe(200);
  });

  it('is not accepted from the future', async () => {
    const { challengeId, links } = await begin();
    await ageChallenge(harness.database, challengeId, 60);
    const later = (await links())?.qrText ?? '';
    await ageChallenge(harness.database, challengeId, -60);
    expect(await refusalOf(open(newDevice().cookie, later))).toEqual(REFUSED);
  });
});

describe('a link or code that is not the one of the page', () => {
  it.each<[string, (link: URL, foreign: URL) => void]>([
    ['another second', (link) => link.searchParams.set('elapsedSeconds', '1')],
    ['another challenge', (link, foreign) => link.searchParams.set('sessionToken', foreign.searchParams.get('sessionToken') ?? '')],
    ['the code of another challenge', (link, foreign) => link.searchParams.set('authCode', foreign.searchParams.get('authCode') ?? '')],
    ['no code', (link) => link.searchParams.delete('authCode')],
    ['another purpose', (link) => link.searchParams.set('sessionType', 'auth')],
    ['another kind', (link) => link.searchParams.set('deviceLinkType', 'Web2App')],
    ['another language', (link) => link.searchParams.set('lang', 'eng')],
    ['one more parameter', (link) => link.searchParams.append('elapsedSeconds', '0')],
    ['another host', (link) => Object.assign(link, { hostname: 'bank.example' })],
    ['a fragment', (link) => Object.assign(link, { hash: 'x' })],
  ])('opens nothing: %s', async (_what, change) => {
    const { qrText, challengeId } = await begin();
    const foreign = await begin();
    await ageChallenge(harness.database, challengeId, 2);
    const link = new URL(qrText);
    change(link, new URL(foreign.qrText));
    expect(await refusalOf(open(newDevice().cookie, link.href))).toEqual(REFUSED);
    expect((await open(newDevice().cookie, qrText)).statusCode).toBe(200);
  });

  it.each(['', 'smart-id', 'https://bank.example/', '/bank/device?sessionToken=x&lang=eng'])('opens nothing: the text "%s"', async (text) => {
    expect(await refusalOf(open(newDevice().cookie, text))).toEqual(REFUSED);
  });

  it('opens nothing after its challenge has ended', async () => {
    const { browser, challengeId, href, links } = await begin();
    await sca.abandon(challengeId);
    expect(await refusalOf(open(browser.cookie, href))).toEqual(REFUSED);
    expect(await links()).toEqual({ isOpened: false });
  });

  it('is made for no challenge that notifies its device', async () => {
    const { links } = await begin({ form: 'notification' });
    expect(await links()).toBeUndefined();
  });
});

describe('a notification in the place of the link', () => {
  it('has the control code of the same content, and the link opens nothing any more', async () => {
    const { browser, challengeId, href, qrText, links } = await begin();
    const notified = await sca.notify(challengeId);
    expect(notified).toMatchObject({ state: 'started', controlCode: expect.stringMatching(/^\d{4}$/) });
    expect(await links()).toBeUndefined();
    expect(await refusalOf(open(browser.cookie, href))).toEqual(REFUSED);
    expect(await refusalOf(open(newDevice().cookie, qrText))).toEqual(REFUSED);
    expect(await shown(browser.cookie)).toMatchObject([{ challengeId, controlCode: notified?.controlCode, answersInSeconds: expect.any(Number) }]);
  });

  it('is not sent once the app has opened the challenge', async () => {
    const { browser, challengeId, href } = await begin();
    await open(browser.cookie, href);
    expect(await sca.notify(challengeId)).toMatchObject({ controlCode: undefined, link: { openedByHash: browser.deviceKeyHash } });
  });

  it('changes no challenge that began with one', async () => {
    const { challengeId, challenge } = await begin({ form: 'notification' });
    expect(await sca.notify(challengeId)).toMatchObject({ controlCode: challenge.controlCode });
  });
});

describe('methods without a link', () => {
  it.each(['MOBILE_ID', 'IDCARD', 'EPARAKSTS_MOBILE'] as const)('refuse one: %s', async (method) => {
    expect(sca.offersLink(method)).toBe(false);
    const begun = begin({ method, customer: customer('cus_other', { authMethods: [method] }) });
    await expect(begun).rejects.toMatchObject({ status: 422, code: 'SCA_METHOD_UNKNOWN' });
  });

  it('have one in no installation whose authenticator makes none', async () => {
    const { deviceLink: _none, ...authenticator } = createScenarioAuthenticator(harness.platform);
    const plain = createSca({ ...harness, authenticator });
    expect([sca.offersLink('SMART_ID'), plain.offersLink('SMART_ID')]).toEqual([true, false]);
    await expect(plain.start(asked(newDevice().deviceKeyHash))).rejects.toMatchObject({ code: 'SCA_METHOD_UNKNOWN' });
  });
});
