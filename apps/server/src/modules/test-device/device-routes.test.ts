import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import { createSca, phoneText, type Sca, type StartChallenge } from '#modules/sca/index.ts';
import { ageChallenge, customer } from '#modules/sca/testing/sca-harness.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createScenarioAuthenticator, registerTestDeviceRoutes } from './index.ts';

type Harness = TestPlatform & { sca: Sca };

async function openHarness(config: Parameters<typeof openTestPlatform>[0]['config'] = {}): Promise<Harness> {
  const opened = await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append, config });
  return { ...opened, sca: createSca({ ...opened, authenticator: createScenarioAuthenticator(opened.platform) }) };
}

let harness: Harness;
let app: FastifyInstance;
let number = 0;
beforeAll(async () => {
  harness = await openHarness();
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

const start = (deviceKeyHash: string, overrides: Partial<StartChallenge> = {}) =>
  harness.sca.start({
    customer: customer(`cus_${number}`),
    method: 'SMART_ID',
    purpose: 'signing',
    content: {
      canonical: { number },
      displayText: phoneText('phone.signIn', { bankName: 'Portico Bank' }),
      amount: { amount: '46.80', currency: 'EUR' },
      payee: 'Lumen Books OÜ',
    },
    locale: 'en',
    deviceKeyHash,
    isKnownBrowser: true,
    ...overrides,
  });
const list = (cookie?: string) => app.inject({ url: '/bank/device/challenges', headers: cookie === undefined ? {} : { cookie } });
const answer = (challengeId: string, given: unknown, cookie?: string) =>
  app.inject({
    method: 'POST',
    url: `/bank/device/challenges/${challengeId}/answer`,
    headers: { ...harness.ownPage, ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify({ answer: given }),
  });
const setMode = (automatic: boolean, cookie?: string) =>
  app.inject({
    method: 'PUT',
    url: '/bank/device',
    headers: { ...harness.ownPage, ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify({ automatic }),
  });

describe('the test device', () => {
  it('shows the challenges of its browser, newest first', async () => {
    const device = newDevice();
    const first = await start(device.deviceKeyHash);
    const second = await start(device.deviceKeyHash, { purpose: 'signIn' });
    // A minute ahead, so that however slow the machine is it has not answered yet.
    for (const { challengeId } of [first, second]) await ageChallenge(harness.database, challengeId, -60);
    const { automatic, challenges } = (await list(device.cookie)).json();
    expect(automatic).toBe(true);
    expect(challenges.map(({ challengeId }: { challengeId: string }) => challengeId)).toEqual([second.challengeId, first.challengeId]);
    expect(challenges[1]).toMatchObject({
      controlCode: first.controlCode,
      customerName: 'Mari Näidis',
      amount: { amount: '46.80', currency: 'EUR' },
      payee: 'Lumen Books OÜ',
    });
    const { secondsLeft, answersInSeconds } = challenges[1];
    expect(secondsLeft - answersInSeconds).toBe(120 - 2);
  });

  it('shows nothing to a browser without a device', async () => {
    await start(newDevice().deviceKeyHash);
    expect((await list()).json()).toEqual({ automatic: true, challenges: [] });
  });

  it('shows no challenge of another browser', async () => {
    await start(newDevice().deviceKeyHash);
    expect((await list(newDevice().cookie)).json().challenges).toEqual([]);
  });

  it.each([
    ['approve', 'approved'],
    ['refuse', 'refused'],
    ['wrongCode', 'wrongCode'],
    ['timeOut', 'timedOut'],
  ])('can answer %s manually', async (given, state) => {
    const device = newDevice();
    const { challengeId } = await start(device.deviceKeyHash);
    expect((await answer(challengeId, given, device.cookie)).json()).toMatchObject({ challengeId, state, secondsLeft: 0 });
  });

  it('does not change an answer', async () => {
    const device = newDevice();
    const { challengeId } = await start(device.deviceKeyHash);
    await answer(challengeId, 'refuse', device.cookie);
    expect((await answer(challengeId, 'approve', device.cookie)).json()).toMatchObject({ state: 'refused' });
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'refused' });
  });

  it('does not answer after the challenge has expired', async () => {
    const device = newDevice();
    await setMode(false, device.cookie);
    const { challengeId } = await start(device.deviceKeyHash);
    await ageChallenge(harness.database, challengeId, 120);
    expect((await answer(challengeId, 'approve', device.cookie)).json()).toMatchObject({ state: 'timedOut' });
  });

  it('returns the same for a challenge of another browser as for an unknown one', async () => {
    const { challengeId } = await start(newDevice().deviceKeyHash);
    const stranger = newDevice();
    const foreign = await answer(challengeId, 'approve', stranger.cookie);
    const missing = await answer('chl_nobody', 'approve', stranger.cookie);
    const without = await answer(challengeId, 'approve');
    expect(foreign.statusCode).toBe(404);
    expect(foreign.json().errors[0].code).toBe('CHALLENGE_UNKNOWN');
    expect([missing.body, without.body]).toEqual([foreign.body, foreign.body]);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'started' });
  });

  it('refuses an unknown answer', async () => {
    const device = newDevice();
    const { challengeId } = await start(device.deviceKeyHash);
    expect((await answer(challengeId, 'maybe', device.cookie)).statusCode).toBe(400);
  });

  it('refuses an answer with the origin of another site', async () => {
    const device = newDevice();
    const { challengeId } = await start(device.deviceKeyHash);
    const response = await app.inject({
      method: 'POST',
      url: `/bank/device/challenges/${challengeId}/answer`,
      headers: { ...harness.ownPage, origin: 'https://evil.example', cookie: device.cookie },
      body: JSON.stringify({ answer: 'approve' }),
    });
    expect(response.statusCode).toBe(403);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'started' });
  });

  it('waits for a manual answer once automatic answers are off, also in running challenges', async () => {
    const device = newDevice();
    const running = await start(device.deviceKeyHash);
    expect((await setMode(false, device.cookie)).json().automatic).toBe(false);
    const later = await start(device.deviceKeyHash);
    await ageChallenge(harness.database, running.challengeId, 60);
    expect(await harness.sca.read(running.challengeId)).toMatchObject({ state: 'started' });
    const { challenges } = (await list(device.cookie)).json();
    expect(challenges.map((challenge: object) => 'answersInSeconds' in challenge)).toEqual([false, false]);
    expect((await answer(later.challengeId, 'approve', device.cookie)).json()).toMatchObject({ state: 'approved' });
  });

  it('answers automatically again once automatic answers are on', async () => {
    const device = newDevice();
    await setMode(false, device.cookie);
    const { challengeId } = await start(device.deviceKeyHash);
    expect((await setMode(true, device.cookie)).json().challenges[0].answersInSeconds).toBeLessThanOrEqual(2);
    await ageChallenge(harness.database, challengeId, 2);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'approved' });
  });

  it('keeps an answer that was already due when automatic answers are turned off', async () => {
    const device = newDevice();
    const { challengeId } = await start(device.deviceKeyHash);
    await ageChallenge(harness.database, challengeId, 2);
    expect((await setMode(false, device.cookie)).json().challenges[0]).toMatchObject({ state: 'approved' });
  });

  it('sets an HttpOnly cookie with the key of the device', async () => {
    const [cookie] = (await setMode(false)).cookies;
    expect(cookie).toMatchObject({ name: 'portico-device', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.secure).toBeUndefined();
  });
});

describe('of an https installation', () => {
  it('the key is bound to its host', async () => {
    const secure = await openHarness({ publicUrl: 'https://portal.example' });
    const server = await secure.openApp();
    registerTestDeviceRoutes(server, secure);
    const response = await server.inject({
      method: 'PUT',
      url: '/bank/device',
      headers: secure.ownPage,
      body: JSON.stringify({ automatic: true }),
    });
    expect(response.cookies[0]).toMatchObject({ name: '__Host-portico-device', secure: true, httpOnly: true, path: '/' });
    await server.close();
    await secure.database.close();
  });
});
