import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { digestPerson } from '../bank/index.ts';
import type { SandboxCustomer } from '../bank-sandbox/index.ts';
import { createScenarioAuthenticator, keyedNumber, responseOf } from '../test-device/index.ts';
import { type Challenge, createSca, type Sca, type ScaContent, type StartChallenge } from './index.ts';
import { phoneText } from './phone-text.ts';
import { ageChallenge, customer, DEVICE } from './testing/sca-harness.ts';

const CONTENT: ScaContent = {
  canonical: { amount: '46.80', currency: 'EUR', creditorName: 'Lumen Books OÜ' },
  displayText: phoneText('phone.signIn', { bankName: 'Portico Bank' }),
  amount: { amount: '46.80', currency: 'EUR' },
  payee: 'Lumen Books OÜ',
};

const appendAudit = createAudit({ keyAudit: Buffer.alloc(32, 1) }).append;
let harness: TestPlatform & { sca: Sca };
let number = 0;
beforeAll(async () => {
  const opened = await openTestPlatform({ appendAudit });
  harness = { ...opened, sca: createSca({ ...opened, authenticator: createScenarioAuthenticator(opened.platform) }) };
});
beforeEach(async () => {
  number += 1;
  await harness.setClockOffset(0);
});
afterAll(() => harness.database.close());

/** Each test has its own customers, so that a block of one test does not refuse the next test. */
const someone = (overrides: Partial<SandboxCustomer> = {}) =>
  customer(`cus_${number}`, { nationalIdentityNumber: String(40504040000 + number), ...overrides });
const personOf = (who: SandboxCustomer) => digestPerson(harness.platform.config.keys, who);

function start(who: SandboxCustomer, overrides: Partial<StartChallenge> = {}): Promise<Challenge> {
  return harness.sca.start({
    customer: who,
    method: 'SMART_ID',
    purpose: 'signing',
    content: CONTENT,
    locale: 'en',
    deviceKeyHash: DEVICE,
    isKnownBrowser: true,
    ...overrides,
  });
}

async function endAs(who: SandboxCustomer): Promise<Challenge | undefined> {
  const { challengeId } = await start(who);
  await age(challengeId, 2);
  return harness.sca.read(challengeId);
}

const age = (challengeId: string, seconds: number) => ageChallenge(harness.database, challengeId, seconds);

const consume = (challengeId: string, content: ScaContent) =>
  harness.platform.write(({ tx }) => harness.sca.consume(tx, challengeId, harness.sca.contentHash(content)));

const counterOf = async (who: SandboxCustomer) => {
  const { rows } = await harness.database.query('select failures, blocked_until from person_attempt where person = $1', [personOf(who)]);
  return rows[0];
};

describe('a challenge', () => {
  it('starts with a four-digit code and two minutes', async () => {
    const challenge = await start(someone());
    expect(challenge).toMatchObject({ state: 'started', method: 'SMART_ID', secondsLeft: 120 });
    expect(challenge.controlCode).toMatch(/^\d{4}$/);
  });

  it.each([
    ['approves', 'approved'],
    ['refuses', 'refused'],
    ['wrongCode', 'wrongCode'],
  ] as const)('of a customer whose device %s is %s once the answer is due', async (scenario, state) => {
    const { challengeId } = await start(someone({ scenario }));
    await age(challengeId, 1);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'started' });
    await age(challengeId, 1);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state, secondsLeft: 0 });
  });

  it('times out after 120 seconds of real time without an answer', async () => {
    const { challengeId } = await start(someone({ scenario: 'timesOut' }));
    await age(challengeId, 115);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'started' });
    await age(challengeId, 5);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'timedOut' });
  });

  it('is not timed out by the sandbox’s test clock', async () => {
    const { challengeId } = await start(someone({ scenario: 'timesOut' }));
    await harness.setClockOffset(3600);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'started' });
  });

  it('is settled exactly once by simultaneous reads', async () => {
    const who = someone({ scenario: 'refuses' });
    const { challengeId } = await start(who, { auditChain: `sign-in:${number}` });
    await age(challengeId, 2);
    const readings = await Promise.all(Array.from({ length: 8 }, () => harness.sca.read(challengeId)));
    expect(new Set(readings.map((reading) => reading?.state))).toEqual(new Set(['refused']));
    expect(await counterOf(who)).toMatchObject({ failures: 1 });
    expect(await harness.auditOf(`sign-in:${number}`)).toEqual(['sca.refused']);
  });

  it('is undefined for an unknown id', async () => {
    expect(await harness.sca.read('chl_nobody')).toBeUndefined();
  });

  it('is refused for a method that the customer does not hold', async () => {
    await expect(start(someone({ authMethods: ['IDCARD'] }))).rejects.toMatchObject({ status: 422, code: 'SCA_METHOD_UNKNOWN' });
  });

  it('is not started with a text that is too long for the phone', async () => {
    await expect(
      start(someone(), { content: { ...CONTENT, displayText: phoneText('phone.signIn', { bankName: 'x'.repeat(190) }) } }),
    ).rejects.toThrow('201 characters');
  });
});

describe('challenges that are abandoned together', () => {
  const chain = (index: number) => `signing:together-${number}-${index}`;

  it('time out with one audit entry each, and count as no failure', async () => {
    const who = someone({ scenario: 'timesOut' });
    const asked = await Promise.all([1, 2, 3].map((index) => start(who, { auditChain: chain(index) })));
    for (const _time of [1, 2]) await harness.sca.abandonAll(asked.map(({ challengeId }) => challengeId));
    for (const { challengeId } of asked) expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'timedOut' });
    for (const index of [1, 2, 3]) expect(await harness.auditOf(chain(index))).toEqual(['sca.timedOut']);
    expect(await counterOf(who)).toBeUndefined();
  });

  it('keep an answer that was due or recorded before', async () => {
    const [refusing, approving] = [someone({ scenario: 'refuses' }), { ...someone(), customerId: `cus_${number}_other` }];
    const due = await start(refusing, { auditChain: chain(1) });
    const approved = await start(approving, { auditChain: chain(2) });
    for (const { challengeId } of [due, approved]) await age(challengeId, 2);
    await harness.sca.read(approved.challengeId);
    await harness.sca.abandonAll([due.challengeId, approved.challengeId, 'chl_nobody']);
    expect(await harness.auditOf(chain(1))).toEqual(['sca.refused']);
    expect(await counterOf(refusing)).toMatchObject({ failures: 1 });
    expect(await harness.auditOf(chain(2))).toEqual(['sca.approved']);
  });
});

describe('an approval', () => {
  async function approved(): Promise<string> {
    const challenge = await endAs(someone());
    expect(challenge?.state).toBe('approved');
    return challenge?.challengeId ?? '';
  }

  it('is used once', async () => {
    const challengeId = await approved();
    expect(await consume(challengeId, CONTENT)).toBe(true);
    expect(await consume(challengeId, CONTENT)).toBe(false);
  });

  it('is used once among twenty simultaneous attempts', async () => {
    const challengeId = await approved();
    const results = await Promise.all(Array.from({ length: 20 }, () => consume(challengeId, CONTENT)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ['290 seconds after the start', 290, 'approved', true],
    ['five minutes after the start', 300, 'timedOut', false],
    ['a month after the start', 30 * 24 * 60 * 60, 'timedOut', false],
  ] as const)('%s', async (_when, seconds, state, isUsable) => {
    const challengeId = await approved();
    await age(challengeId, seconds - 2);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state, secondsLeft: 0 });
    expect(await consume(challengeId, CONTENT)).toBe(isUsable);
  });

  it('that was used in time stays approved', async () => {
    const challengeId = await approved();
    expect(await consume(challengeId, CONTENT)).toBe(true);
    await age(challengeId, 30 * 24 * 60 * 60);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'approved' });
  });

  it('that is read for the first time after five minutes is timed out, and failures stay counted', async () => {
    const who = someone({ scenario: 'wrongCode' });
    expect(await endAs(who)).toMatchObject({ state: 'wrongCode' });
    const { challengeId } = await start({ ...who, scenario: 'approves' });
    await age(challengeId, 300);
    const readings = await Promise.all(Array.from({ length: 4 }, () => harness.sca.read(challengeId)));
    expect(new Set(readings.map((reading) => reading?.state))).toEqual(new Set(['timedOut']));
    expect(await counterOf(who)).toMatchObject({ failures: 1 });
    expect(await consume(challengeId, CONTENT)).toBe(false);
  });

  it('cannot be used for other content, and stays valid for its own', async () => {
    const challengeId = await approved();
    for (const change of [{ amount: '46.81' }, { creditorName: 'Lumen Book OÜ' }, { currency: 'USD' }, { extra: true }]) {
      const canonical = { amount: '46.80', currency: 'EUR', creditorName: 'Lumen Books OÜ', ...change };
      expect(await consume(challengeId, { ...CONTENT, canonical })).toBe(false);
    }
    expect(await consume(challengeId, CONTENT)).toBe(true);
  });

  it('does not depend on the order of the members of the content', async () => {
    const canonical = { creditorName: 'Lumen Books OÜ', currency: 'EUR', amount: '46.80' };
    expect(await consume(await approved(), { ...CONTENT, canonical })).toBe(true);
  });

  it('stays unused when the transaction that used it fails', async () => {
    const challengeId = await approved();
    const failing = harness.platform.write(async ({ tx }) => {
      await harness.sca.consume(tx, challengeId, harness.sca.contentHash(CONTENT));
      throw new Error('no money');
    });
    await expect(failing).rejects.toThrow('no money');
    expect(await consume(challengeId, CONTENT)).toBe(true);
  });

  it.each(['refuses', 'wrongCode', 'timesOut'] as const)('is not given by a device that %s', async (scenario) => {
    const { challengeId } = await start(someone({ scenario }));
    await age(challengeId, 200);
    await harness.sca.read(challengeId);
    expect(await consume(challengeId, CONTENT)).toBe(false);
  });

  it('cannot be used before it was given', async () => {
    const { challengeId } = await start(someone());
    expect(await consume(challengeId, CONTENT)).toBe(false);
  });

  it('is not given after the challenge was abandoned', async () => {
    const { challengeId } = await start(someone());
    await harness.sca.abandon(challengeId);
    await age(challengeId, 2);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'timedOut' });
    expect(await consume(challengeId, CONTENT)).toBe(false);
  });

  it('is kept when the challenge is abandoned later', async () => {
    const challengeId = await approved();
    await harness.sca.abandon(challengeId);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'approved' });
  });
});

describe('an authenticator that only offers methods', () => {
  const bare = (offered: string) => createSca({ ...harness, authenticator: { offers: (method) => method === offered } });
  const ask = (sca: Sca, who = someone()) =>
    sca.start({ customer: who, method: 'SMART_ID', purpose: 'signIn', content: CONTENT, locale: 'en', deviceKeyHash: DEVICE, isKnownBrowser: false });

  it('has no test device and no automatic answer', async () => {
    const sca = bare('SMART_ID');
    expect(sca.testDevice).toBeUndefined();
    const { challengeId } = await ask(sca);
    await age(challengeId, 60);
    expect(await sca.read(challengeId)).toMatchObject({ state: 'started' });
    await age(challengeId, 60);
    expect(await sca.read(challengeId)).toMatchObject({ state: 'timedOut' });
  });

  it('is not used for a method that it does not offer', async () => {
    await expect(ask(bare('MOBILE_ID'))).rejects.toMatchObject({ status: 422, code: 'SCA_METHOD_UNKNOWN' });
  });

  it('accepts no response of a calculator', async () => {
    const sca = createSca({ ...harness, authenticator: { offers: () => true, drawNumber: () => [{ meaning: 'once', digits: '123456' }] } });
    const who = someone({ authMethods: ['CODE_CALCULATOR'] });
    const { challengeId } = await start(who, { method: 'CODE_CALCULATOR' });
    expect(await sca.respond(challengeId, '12345678')).toMatchObject({ state: 'wrongCode' });
  });
});

describe('a calculator’s response', () => {
  const owner = () => someone({ authMethods: ['CODE_CALCULATOR'] });
  const ask = (content: ScaContent = CONTENT) => start(owner(), { method: 'CODE_CALCULATOR', content });
  const responseTo = ({ calculatorNumber: number = [] }: Challenge) => responseOf(harness.platform.config.keys.secrets, owner(), keyedNumber(number));

  it('approves only the content of its challenge', async () => {
    const challenge = await ask();
    expect(await harness.sca.respond(challenge.challengeId, responseTo(challenge))).toMatchObject({ state: 'approved' });
    expect(await consume(challenge.challengeId, { ...CONTENT, canonical: { amount: '46.81' } })).toBe(false);
    expect(await consume(challenge.challengeId, CONTENT)).toBe(true);
  });

  it('is wrong for a second challenge, also with the same content', async () => {
    const [first, second] = [await ask(), await ask()];
    expect(await harness.sca.respond(second.challengeId, responseTo(first))).toMatchObject({ state: 'wrongCode' });
    expect(await harness.sca.respond(first.challengeId, responseTo(first))).toMatchObject({ state: 'approved' });
  });

  it('for another amount is wrong', async () => {
    const asked = await ask();
    const { calculatorNumber: [amount, ...others] = [] } = asked;
    const other = { ...asked, calculatorNumber: [{ meaning: 'amount', digits: '4681' } as const, ...others] };
    expect(amount?.digits).toBe('4680');
    expect(await harness.sca.respond(asked.challengeId, responseTo(other))).toMatchObject({ state: 'wrongCode' });
    expect(await consume(asked.challengeId, CONTENT)).toBe(false);
  });

  it('is decided once by simultaneous correct and wrong ones, and a wrong one is counted once', async () => {
    const challenge = await ask();
    const right = responseTo(challenge);
    const readings = await Promise.all(
      ['00000000', right, '00000000', right].map((response) => harness.sca.respond(challenge.challengeId, response)),
    );
    expect(new Set(readings.map(({ state }) => state)).size).toBe(1);
    const [first] = readings;
    // Without a failure there may be no counter.
    expect(Object(await counterOf(owner())).failures ?? 0).toBe(first?.state === 'approved' ? 0 : 1);
  });

  it('is refused for a phone and for an unknown challenge', async () => {
    const { challengeId } = await start(someone());
    await expect(harness.sca.respond(challengeId, '12345678')).rejects.toMatchObject({ status: 409, code: 'SIGNING_STATE_INVALID' });
    await expect(harness.sca.respond('chl_nobody', '12345678')).rejects.toMatchObject({ status: 409 });
  });

  it('is not replaced by an automatic answer of the device', async () => {
    const { challengeId } = await ask();
    await age(challengeId, 60);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'started' });
    await age(challengeId, 60);
    expect(await harness.sca.read(challengeId)).toMatchObject({ state: 'timedOut' });
  });
});

describe('five failures in a row', () => {
  const failing = () => someone({ scenario: 'refuses' });

  it('block the method: a sixth challenge does not start', async () => {
    for (let failure = 1; failure <= 5; failure += 1) await endAs(failing());
    await expect(start(someone())).rejects.toMatchObject({ status: 422, code: 'SCA_METHOD_BLOCKED' });
  });

  it('refuse the correct answer of a sixth challenge that was already running', async () => {
    const sixth = await start(someone());
    for (let failure = 1; failure <= 5; failure += 1) await endAs(failing());
    await age(sixth.challengeId, 2);
    expect(await harness.sca.read(sixth.challengeId)).toMatchObject({ state: 'refused' });
    expect(await consume(sixth.challengeId, CONTENT)).toBe(false);
  });

  it('block this person only', async () => {
    for (let failure = 1; failure <= 5; failure += 1) await endAs(failing());
    await expect(start(customer('cus_neighbour'))).resolves.toMatchObject({ state: 'started' });
  });

  describe('of a person with several roles', () => {
    /** A customer for whom the same person acts. */
    const role = (name: string, overrides: Partial<SandboxCustomer> = {}) => someone({ customerId: `cus_${number}_${name}`, ...overrides });
    const roles = ['private', 'first', 'second'];

    it('block the method in every role, in the sign-in and in a signature', async () => {
      for (const name of [...roles, 'private', 'first']) await endAs(role(name, { scenario: 'refuses' }));
      for (const name of roles) {
        for (const purpose of ['signIn', 'signing'] as const) {
          await expect(start(role(name, { type: 'company' }), { purpose })).rejects.toMatchObject({ status: 422, code: 'SCA_METHOD_BLOCKED' });
        }
      }
      expect(await counterOf(role('second'))).toMatchObject({ failures: 5 });
    });

    it('block requests of providers in every role, and not the browsers in which the person signed in', async () => {
      for (const name of [...roles, 'private', 'first']) {
        const { challengeId } = await start(role(name, { scenario: 'refuses' }), { isKnownBrowser: false });
        await age(challengeId, 2);
        await harness.sca.read(challengeId);
      }
      const isBlocked = (name: string) => harness.sca.isBlocked(harness.database.db, role(name), 'SMART_ID');
      expect(await Promise.all(roles.map(isBlocked))).toEqual([true, true, true]);
      await expect(start(role('second'))).resolves.toMatchObject({ state: 'started' });
    });

    it('are counted in all spellings of the person’s code, and not for another person or country', async () => {
      const code = '40504040001';
      const spelled = (name: string, overrides: Partial<SandboxCustomer>) => role(name, { scenario: 'refuses', ...overrides });
      for (const nationalIdentityNumber of [code, '405040-40001', ` ${code}`, code, code]) await endAs(spelled('any', { nationalIdentityNumber }));
      await expect(start(role('other', { nationalIdentityNumber: code }))).rejects.toMatchObject({ code: 'SCA_METHOD_BLOCKED' });
      await expect(start(role('other', { nationalIdentityNumber: code, country: 'lv' }))).resolves.toMatchObject({ state: 'started' });
      await expect(start(role('other'))).resolves.toMatchObject({ state: 'started' });
    });

    it('refuse the correct answer of a challenge that runs in another role', async () => {
      const other = await start(role('second'));
      for (const name of [...roles, 'private', 'first']) await endAs(role(name, { scenario: 'refuses' }));
      await age(other.challengeId, 2);
      expect(await harness.sca.read(other.challengeId)).toMatchObject({ state: 'refused' });
      expect(await consume(other.challengeId, CONTENT)).toBe(false);
    });

    it('are counted together by two servers at the same moment, and end with one approval', async () => {
      const other = createSca({ ...harness, authenticator: createScenarioAuthenticator(harness.platform) });
      const running = await Promise.all(roles.flatMap((name) => [name, name]).map((name) => start(role(name, { scenario: 'refuses' }))));
      const asked = running.slice(0, 4).map(({ challengeId }) => challengeId);
      for (const id of asked) await age(id, 2);
      const last = (id: string) => Promise.all([harness, { sca: other }].map(({ sca }) => sca.read(id)));
      await Promise.all(asked.map(last));
      expect(await counterOf(role('private'))).toMatchObject({ failures: 4 });
      expect(await Promise.all(running.slice(0, 4).map((challenge) => other.triesLeft({ ...challenge, state: 'refused' })))).toEqual([1, 1, 1, 1]);
      await endAs(role('first'));
      expect(await counterOf(role('private'))).toMatchObject({ failures: 0 });
    });

    it('leave one question at a time to the device, whichever role it is for', async () => {
      await start(role('first'));
      expect(await harness.sca.isAsking(role('second'), 'SMART_ID')).toBe(true);
      expect(await harness.sca.isAsking(role('second', { nationalIdentityNumber: '40504040002' }), 'SMART_ID')).toBe(false);
    });

    it('of a challenge of the version before are counted by its customer, and break nothing', async () => {
      const { challengeId } = await start(role('first', { scenario: 'refuses' }));
      await harness.database.query('update challenge set person = null where challenge_id = $1', [challengeId]);
      await age(challengeId, 2);
      const challenge = await harness.sca.read(challengeId);
      expect(challenge).toMatchObject({ state: 'refused' });
      expect(challenge && (await harness.sca.triesLeft(challenge))).toBe(4);
      expect(await counterOf(role('first'))).toBeUndefined();
    });
  });

  it('are lifted after 15 minutes of tenant time, not before', async () => {
    for (let failure = 1; failure <= 5; failure += 1) await endAs(failing());
    await harness.setClockOffset(15 * 60 - 5);
    await expect(start(someone())).rejects.toMatchObject({ code: 'SCA_METHOD_BLOCKED' });
    await harness.setClockOffset(15 * 60 + 1);
    await expect(start(someone())).resolves.toMatchObject({ state: 'started' });
  });

  it('are counted from zero after a success', async () => {
    for (let failure = 1; failure <= 4; failure += 1) await endAs(failing());
    expect(await endAs(someone())).toMatchObject({ state: 'approved' });
    await endAs(failing());
    await expect(start(someone())).resolves.toMatchObject({ state: 'started' });
  });

  it('do not include challenges that timed out', async () => {
    for (let failure = 1; failure <= 6; failure += 1) {
      const { challengeId } = await start(someone({ scenario: 'timesOut' }));
      await age(challengeId, 120);
      await harness.sca.read(challengeId);
    }
    await expect(start(someone())).resolves.toMatchObject({ state: 'started' });
  });
});

describe('waiting for the answer', () => {
  it('ends with the answer that is due during the wait', async () => {
    const { challengeId } = await start(someone());
    const waiting = harness.sca.waitForAnswer(challengeId, { holdMs: 5_000, signal: new AbortController().signal });
    await age(challengeId, 2);
    expect(await waiting).toMatchObject({ state: 'approved' });
  });

  it('ends after the hold time', async () => {
    const { challengeId } = await start(someone({ scenario: 'timesOut' }));
    const reading = await harness.sca.waitForAnswer(challengeId, { holdMs: 50, signal: new AbortController().signal });
    expect(reading).toMatchObject({ state: 'started' });
  });

  it('reads the challenges of all held requests of a process with one statement', async () => {
    const { db } = harness.platform;
    let statements = 0;
    const watched = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        return result;
      },
    });
    const sca = createSca({ platform: { ...harness.platform, db: watched }, authenticator: { offers: () => true } });
    const ids = await Promise.all(Array.from({ length: 40 }, () => start(someone({ scenario: 'timesOut' })).then(({ challengeId }) => challengeId)));
    const readings = await Promise.all(ids.map((id) => sca.waitForAnswer(id, { holdMs: 700, signal: new AbortController().signal })));
    expect(readings.map((reading) => [reading?.challengeId, reading?.state])).toEqual(ids.map((id) => [id, 'started']));
    // Each request reads at least three times. The last reading of each is at its own time, so a few statements more are sent.
    expect(statements).toBeLessThan(40);
  });

  it('ends when the process stops', async () => {
    const { challengeId } = await start(someone({ scenario: 'timesOut' }));
    const stopping = new AbortController();
    const waiting = harness.sca.waitForAnswer(challengeId, { holdMs: 60_000, signal: stopping.signal });
    stopping.abort();
    expect(await waiting).toMatchObject({ state: 'started' });
  });

  it('returns undefined for an unknown challenge', async () => {
    expect(await harness.sca.waitForAnswer('chl_nobody', { holdMs: 1_000, signal: new AbortController().signal })).toBeUndefined();
  });
});
