/** Each method at the bank's door: what it asks for, how it ends, and what stops it. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { registerTestDeviceRoutes } from '../test-device/index.ts';
import { AUTHORIZATION, Browser, CODES, registerSignInHarness } from './testing/sign-in-harness.ts';

const appendAudit = createAudit({ keyAudit: Buffer.alloc(32, 1) }).append;

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
  await house.setClockOffset(0);
  for (const table of ['person_attempt', 'spent_allowance', 'sign_in_request', 'known_browser']) await house.database.query(`delete from ${table}`);
});
afterAll(async () => {
  await app.close();
  await house.database.close();
});

type Identity = Readonly<Record<string, string>>;
type Scenario = 'approves' | 'refuses' | 'wrongCode' | 'timesOut';
const PLACE = { approves: 0, refuses: 1, wrongCode: 2, timesOut: 3 } as const;
const CODE_OF = { approves: CODES.mari, refuses: CODES.refuses, wrongCode: CODES.wrongCode, timesOut: CODES.timesOut } as const;

/** What the customer of a scenario types. */
const IDENTITY: Readonly<Record<string, (scenario: Scenario) => Identity>> = {
  SMART_ID: (scenario) => ({ nationalIdentityNumber: CODE_OF[scenario] }),
  MOBILE_ID: (scenario) => ({ nationalIdentityNumber: CODE_OF[scenario], phoneNumber: `+3720000000${PLACE[scenario] + 1}` }),
  IDCARD: (scenario) => ({ nationalIdentityNumber: CODE_OF[scenario] }),
  CODE_CALCULATOR: (scenario) => ({ nationalIdentityNumber: CODE_OF[scenario] }),
  EPARAKSTS_MOBILE: (scenario) => ({ userNumber: `9000000${PLACE[scenario]}` }),
};
const METHODS = Object.keys(IDENTITY);
const SCENARIOS: readonly Scenario[] = ['approves', 'refuses', 'wrongCode', 'timesOut'];

async function openFor(method: string) {
  door.openNext({ ...AUTHORIZATION, bankCountry: method === 'EPARAKSTS_MOBILE' ? 'lv' : 'ee' });
  const browser = new Browser(app, house.ownPage);
  return { browser, path: await browser.open() };
}

async function begin(method: string, scenario: Scenario) {
  const { browser, path } = await openFor(method);
  const started = await browser.send('POST', `${path}/authentication`, { method, ...IDENTITY[method]?.(scenario) });
  const device = async () => (await browser.send('GET', '/bank/device/challenges')).json().challenges[0];
  const read = async () => (await browser.send('GET', `${path}/challenge`)).json();
  const respond = (response: string) => browser.send('POST', `${path}/response`, { response });
  return { browser, path, started, device, read, respond };
}

const timeOut = () => house.database.query(`update challenge set expires_at = now() where state = 'started'`);

const ENDS = {
  approves: { state: 'approved', code: undefined },
  refuses: { state: 'refused', code: 'SCA_REFUSED' },
  wrongCode: { state: 'wrongCode', code: 'SCA_WRONG_CODE' },
  timesOut: { state: 'timedOut', code: 'SCA_TIMED_OUT' },
} as const;

describe('a customer with', () => {
  it.each(METHODS.flatMap((method) => SCENARIOS.map((scenario) => ({ method, scenario }))))(
    '$method whose device $scenario',
    async ({ method, scenario }) => {
      const { browser, path, started, device, read, respond } = await begin(method, scenario);
      expect(started.statusCode).toBe(200);
      const { response } = await device();
      if (response !== undefined) await respond(response);
      if (scenario === 'timesOut') await timeOut();
      const { state, code } = ENDS[scenario];
      expect((await read()).state).toBe(state);
      const completion = await browser.send('POST', `${path}/completion`);
      expect([completion.statusCode, completion.json().errors?.[0].code]).toEqual(code === undefined ? [200, undefined] : [422, code]);
      // A completed sign-in cannot be cancelled; a failed one can.
      expect((await browser.send('DELETE', path)).statusCode).toBe(code === undefined ? 410 : 200);
    },
  );

  it.each([
    ['SMART_ID', true],
    ['MOBILE_ID', true],
    ['IDCARD', false],
    ['CODE_CALCULATOR', false],
    ['EPARAKSTS_MOBILE', false],
  ])('%s sees a control code: %s', async (method, hasCode) => {
    const started = (await begin(method, 'timesOut')).started.json();
    expect('controlCode' in started).toBe(hasCode);
    expect('calculatorNumber' in started).toBe(method === 'CODE_CALCULATOR');
  });

  it.each([
    ['SMART_ID', CODES.timesOut],
    ['MOBILE_ID', '+37200000004'],
    ['IDCARD', `NÄIDIS,MARI,${CODES.timesOut}`],
    ['CODE_CALCULATOR', CODES.timesOut],
    ['EPARAKSTS_MOBILE', '90000003'],
  ])('%s is identified on the device as %s', async (method, identity) => {
    expect(await (await begin(method, 'timesOut')).device()).toMatchObject({ method, identity });
  });

  it.each([
    ['MOBILE_ID', 200],
    ['EPARAKSTS_MOBILE', 200],
    ['SMART_ID', 400],
    ['IDCARD', 400],
    ['CODE_CALCULATOR', 400],
  ])('%s gets %s when the device answers that the phone is unreachable', async (method, status) => {
    const { browser, path, device } = await begin(method, 'timesOut');
    const { challengeId } = await device();
    const answered = await browser.send('POST', `/bank/device/challenges/${challengeId}/answer`, { answer: 'unreachable' });
    expect(answered.statusCode).toBe(status);
    if (status === 400) return;
    const completion = await browser.send('POST', `${path}/completion`);
    expect([completion.statusCode, completion.json().errors[0].code]).toEqual([422, 'SCA_UNREACHABLE']);
  });
});

describe('an identification', () => {
  it.each([
    ['SMART_ID', {}, 'nationalIdentityNumber'],
    ['MOBILE_ID', { nationalIdentityNumber: CODES.mari }, 'phoneNumber'],
    ['MOBILE_ID', { phoneNumber: '+37200000001' }, 'nationalIdentityNumber'],
    ['EPARAKSTS_MOBILE', { nationalIdentityNumber: CODES.mari }, 'nationalIdentityNumber'],
    ['EPARAKSTS_MOBILE', {}, 'userNumber'],
    ['SMART_ID', { nationalIdentityNumber: CODES.mari, phoneNumber: '+37200000001' }, 'phoneNumber'],
    ['CODE_CALCULATOR', { nationalIdentityNumber: CODES.mari, userNumber: '90000000' }, 'userNumber'],
  ])('with %s and %o is refused by the path %s', async (method, identity, path) => {
    const opened = await openFor(method);
    const refused = await opened.browser.send('POST', `${opened.path}/authentication`, { method, ...identity });
    expect([refused.statusCode, refused.json().errors[0].code, refused.json().errors[0].path]).toEqual([400, 'FORMAT_ERROR', path]);
  });

  it('does not reveal whether the phone number or the personal code is wrong, or whether the customer exists', async () => {
    const { browser, path } = await openFor('MOBILE_ID');
    const answers = [];
    for (const [nationalIdentityNumber, phoneNumber] of [
      [CODES.mari, '+37200000002'],
      ['49001010012', '+37200000001'],
      ['49001010012', '+37299999999'],
      [CODES.mari, 'my phone'],
    ]) {
      answers.push(await browser.send('POST', `${path}/authentication`, { method: 'MOBILE_ID', nationalIdentityNumber, phoneNumber }));
    }
    const shown = { state: 'started', method: 'MOBILE_ID', controlCode: expect.stringMatching(/^\d{4}$/), secondsLeft: 120 };
    for (const answer of answers.slice(0, -1)) expect([answer.statusCode, answer.json()]).toEqual([200, shown]);
    expect(answers.at(-1)?.json().errors?.[0]).toMatchObject({ code: 'CUSTOMER_UNKNOWN', path: 'phoneNumber' });
    expect((await browser.send('GET', '/bank/device/challenges')).json().challenges).toEqual([]);
    expect(await door.sca.read('chl_nobody')).toBeUndefined();
  });

  it('accepts a phone number with spaces and without country code', async () => {
    const { browser, path } = await openFor('MOBILE_ID');
    const body = { method: 'MOBILE_ID', nationalIdentityNumber: CODES.mari, phoneNumber: '0000 0001' };
    expect((await browser.send('POST', `${path}/authentication`, body)).statusCode).toBe(200);
  });

  it.each([
    ['MOBILE_ID', 'lv', { nationalIdentityNumber: '32900000000', phoneNumber: '+37200000001' }],
    ['IDCARD', 'lv', { nationalIdentityNumber: '32900000000' }],
    ['EPARAKSTS_MOBILE', 'ee', { userNumber: '90000000' }],
  ] as const)('with %s is not offered in %s', async (method, bankCountry, identity) => {
    door.openNext({ ...AUTHORIZATION, bankCountry });
    const browser = new Browser(app, house.ownPage);
    const refused = await browser.send('POST', `${await browser.open()}/authentication`, { method, ...identity });
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([422, 'SCA_METHOD_UNKNOWN']);
  });
});

describe('a calculator’s response', () => {
  it('is refused when it was made for another challenge of the same customer', async () => {
    const first = await begin('CODE_CALCULATOR', 'approves');
    const { response } = await first.device();
    // One request at a time.
    await timeOut();
    const second = await begin('CODE_CALCULATOR', 'approves');
    expect((await second.respond(response)).json().state).toBe('wrongCode');
    expect((await second.browser.send('POST', `${second.path}/completion`)).json().errors[0].code).toBe('SCA_WRONG_CODE');
  });

  it('is refused when another customer’s calculator made it', async () => {
    const { browser, respond, device } = await begin('CODE_CALCULATOR', 'timesOut');
    const { challengeId, calculatorNumber } = await device();
    const number = calculatorNumber.map(({ digits }: { digits: string }) => digits).join('');
    const own = (await browser.send('POST', `/bank/device/challenges/${challengeId}/calculator`, { number })).json().response;
    const stranger = await begin('CODE_CALCULATOR', 'approves');
    const strangers = (await stranger.device()).challengeId;
    const keyedIn = await stranger.browser.send('POST', `/bank/device/challenges/${strangers}/calculator`, { number });
    expect(keyedIn.json().response).not.toBe(own);
    expect((await respond(keyedIn.json().response)).json().state).toBe('wrongCode');
  });

  it('has one attempt: a correct one after a wrong one changes nothing', async () => {
    const { respond, device } = await begin('CODE_CALCULATOR', 'approves');
    const { response } = await device();
    const wrong = response === '00000000' ? '00000001' : '00000000';
    expect((await respond(wrong)).json().state).toBe('wrongCode');
    expect((await respond(response)).json().state).toBe('wrongCode');
  });

  it('is accepted once among twenty simultaneous requests, and not after the completion', async () => {
    const { browser, path, respond, device } = await begin('CODE_CALCULATOR', 'approves');
    const { response } = await device();
    const answers = await Promise.all(Array.from({ length: 20 }, () => respond(response)));
    expect(new Set(answers.map((answer) => answer.json().state))).toEqual(new Set(['approved']));
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(200);
    expect((await respond(response)).statusCode).toBe(410);
  });

  it('is refused after it has expired', async () => {
    const { respond, device } = await begin('CODE_CALCULATOR', 'approves');
    const { response } = await device();
    await timeOut();
    expect((await respond(response)).json().state).toBe('timedOut');
  });

  it.each(['1234567', '123456789', '1234567a', ''])('in another format (“%s”) is refused without ending the challenge', async (response) => {
    const { respond, read } = await begin('CODE_CALCULATOR', 'approves');
    const refused = await respond(response);
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'response']);
    expect((await read()).state).toBe('started');
  });

  it.each(['SMART_ID', 'IDCARD'])('is refused for %s', async (method) => {
    const { respond, read } = await begin(method, 'timesOut');
    const refused = await respond('12345678');
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect((await read()).state).toBe('started');
  });

  it('is refused before the customer is identified, and from another browser', async () => {
    const { browser, path } = await openFor('CODE_CALCULATOR');
    expect((await browser.send('POST', `${path}/response`, { response: '12345678' })).statusCode).toBe(409);
    const stranger = new Browser(app, house.ownPage);
    expect((await stranger.send('POST', `${path}/response`, { response: '12345678' })).statusCode).toBe(410);
  });

  it('is not shown without an automatic answer, nor can another browser request it', async () => {
    const late = await begin('CODE_CALCULATOR', 'timesOut');
    const { challengeId, response } = await late.device();
    expect(response).toBeUndefined();
    const stranger = await begin('CODE_CALCULATOR', 'approves');
    const keyedIn = await stranger.browser.send('POST', `/bank/device/challenges/${challengeId}/calculator`, { number: '1' });
    expect([keyedIn.statusCode, keyedIn.json().errors[0].code]).toEqual([404, 'CHALLENGE_UNKNOWN']);
  });

  it('is also accepted from a calculator that the customer keys in', async () => {
    const { browser, path, device, respond } = await begin('CODE_CALCULATOR', 'timesOut');
    const { challengeId, calculatorNumber } = await device();
    const number = calculatorNumber.map(({ digits }: { digits: string }) => digits).join('');
    const keyIn = async (digits: string) => {
      const url = `/bank/device/challenges/${challengeId}/calculator`;
      return (await browser.send('POST', url, { number: digits })).json().response;
    };
    expect(await keyIn(`${number}0`)).not.toBe(await keyIn(number));
    expect((await respond(await keyIn(number))).json().state).toBe('approved');
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(200);
  });
});

describe('five failures in a row', () => {
  const fail = async () => {
    const { respond } = await begin('CODE_CALCULATOR', 'approves');
    expect((await respond('00000000')).json().state).toBe('wrongCode');
  };

  it('block the method until the stated time, and another method still works', async () => {
    for (let failure = 1; failure <= 5; failure += 1) await fail();
    const { started } = await begin('CODE_CALCULATOR', 'approves');
    const [error] = started.json().errors;
    expect([started.statusCode, error.code]).toEqual([422, 'SCA_METHOD_BLOCKED']);
    expect(error.text).toMatch(
      /^Code calculator is blocked until \d\d:\d\d \(15 min\) after five failed attempts in a row\. .* Choose another method/,
    );
    expect(Number(started.headers['retry-after'])).toBeGreaterThan(890);
    expect((await begin('SMART_ID', 'approves')).started.statusCode).toBe(200);
  });

  it('show the remaining minutes of the block', async () => {
    for (let failure = 1; failure <= 5; failure += 1) await fail();
    await house.setClockOffset(11 * 60);
    expect((await begin('CODE_CALCULATOR', 'approves')).started.json().errors[0].text).toContain('(4 min)');
  });

  it('are counted from zero after a success', async () => {
    for (let failure = 1; failure <= 4; failure += 1) await fail();
    const { respond, device } = await begin('CODE_CALCULATOR', 'approves');
    expect((await respond((await device()).response)).json().state).toBe('approved');
    await fail();
    expect((await begin('CODE_CALCULATOR', 'approves')).started.statusCode).toBe(200);
  });
});
