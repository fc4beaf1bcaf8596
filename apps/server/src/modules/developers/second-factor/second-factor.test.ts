/** The second factor of developers: what switches it on and off, each way in that must ask for a code, and every code that must open nothing. */
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT, openSmallProvider, type SmallProvider } from '../../../testing/small-provider.ts';
import { openTestPlatform, type TestPlatform } from '../../../testing/test-platform.ts';
import { type Answer, type IdentityHouse, OTHER_PASSWORD, openIdentityHouse, PASSWORD, type TestBrowser } from '../testing/identity-harness.ts';
import { enter } from './enter.ts';

/** The server's time in steps of 30 seconds; it stands still unless a test moves it. */
let step = 60_000_000;
const FACTOR = '/identity/second-factor';
const CODE = '/identity/sign-in/code';

let provider: SmallProvider;
let house: IdentityHouse;
let ground: TestPlatform;
beforeAll(async () => {
  provider = await openSmallProvider();
  const google = { issuer: provider.issuer, ...CLIENT, isStandIn: false };
  ground = await openTestPlatform({ appendAudit: async () => {}, config: { google } });
  const clock = { ...ground.platform.clock, realNow: async () => new Date(step * 30_000 + 15_000) };
  house = await openIdentityHouse({ ...ground, platform: { ...ground.platform, clock } });
});
afterAll(async () => {
  await house.close();
  await provider.close();
});
beforeEach(async () => {
  step += 100;
  house.mails.length = 0;
  await house.database.query('delete from spent_allowance');
});

const textOf = (body: unknown, name: string): string => String(Object(body)[name]);
const said = ({ status, body }: Answer) => [status, Object(body).errors?.[0].code];
const codeOf = (secret: string, at = step) => new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at * 30_000 });
const isIn = async (browser: TestBrowser) => (await browser.send('GET', '/guarded')).status === 200;
const subjects = () => house.mails.map(({ subject }) => subject);

let people = 0;
async function register(): Promise<{ browser: TestBrowser; email: string }> {
  people += 1;
  const email = `factor${people}@example.com`;
  const browser = await house.register(email);
  await house.signIn(browser, email);
  house.mails.length = 0;
  return { browser, email };
}
async function begin(browser: TestBrowser): Promise<string> {
  const setup = await browser.send('POST', `${FACTOR}/setup`, { password: PASSWORD });
  expect(setup.status).toBe(200);
  return textOf(setup.body, 'secret');
}
/** A developer with a second factor; the present code was used to confirm it, so a test moves the time first. */
async function withFactor() {
  const { browser, email } = await register();
  const secret = await begin(browser);
  const confirmed = await browser.send('POST', FACTOR, { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  const recoveryCodes: readonly string[] = Object(confirmed.body).recoveryCodes;
  step += 10;
  house.mails.length = 0;
  return { browser, email, secret, recoveryCodes };
}
/** A browser that has given the password. */
async function halfIn(email: string, browser = house.browse()): Promise<TestBrowser> {
  expect(said(await house.signIn(browser, email))).toEqual([403, 'SECOND_FACTOR_NEEDED']);
  return browser;
}

describe('the set-up of a second factor', () => {
  it('shows a secret once, counts after the first code, gives ten codes, ends other sessions and sends a mail', async () => {
    const { browser, email } = await register();
    const other = house.browse();
    await house.signIn(other, email);
    expect((await browser.send('GET', FACTOR)).body).toEqual({ isOn: false });
    const setup = await browser.send('POST', `${FACTOR}/setup`, { password: PASSWORD });
    const secret = textOf(setup.body, 'secret');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(textOf(setup.body, 'address')).toBe(
      `otpauth://totp/Portico:${encodeURIComponent(email)}?issuer=Portico&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await browser.send('GET', FACTOR)).body).toEqual({ isOn: false });
    expect(await house.signIn(house.browse(), email)).toMatchObject({ status: 200 });

    const { status, body } = await browser.send('POST', FACTOR, { code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} ` });
    expect(status).toBe(200);
    const codes: readonly string[] = Object(body).recoveryCodes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect((await browser.send('GET', FACTOR)).body).toEqual({ isOn: true, since: expect.stringMatching(/Z$/), recoveryCodesLeft: 10 });
    expect((await browser.send('GET', '/identity/session')).body).toMatchObject({ hasPassword: true, hasSecondFactor: true });
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
    expect(subjects()).toEqual(['The second factor of your account at Portico is on']);
  });

  it('is refused with a wrong password and without one', async () => {
    const { browser } = await register();
    for (const body of [{ password: OTHER_PASSWORD }, {}]) {
      expect(said(await browser.send('POST', `${FACTOR}/setup`, body))).toEqual([401, 'CREDENTIALS_WRONG']);
    }
  });

  it.each([
    ['a wrong code', () => '000000'],
    ['a code two steps early', (secret: string) => codeOf(secret, step + 2)],
    ['a code two steps late', (secret: string) => codeOf(secret, step - 2)],
    ['seven digits', (secret: string) => `${codeOf(secret)}0`],
    ['letters', () => 'abcdef'],
  ])('is not confirmed by %s, and can be confirmed afterwards', async (_name, code) => {
    const { browser } = await register();
    const secret = await begin(browser);
    expect(said(await browser.send('POST', FACTOR, { code: code(secret) }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect((await browser.send('GET', FACTOR)).body).toEqual({ isOn: false });
    expect((await browser.send('POST', FACTOR, { code: codeOf(secret) })).status).toBe(200);
  });

  it('is not confirmed by another session of the developer, after ten minutes, by the secret before the last one, or without a set-up', async () => {
    const { browser, email } = await register();
    const first = await begin(browser);
    const other = house.browse();
    await house.signIn(other, email);
    expect(said(await other.send('POST', FACTOR, { code: codeOf(first) }))).toEqual([409, 'SECOND_FACTOR_EXPIRED']);
    const second = await begin(browser);
    expect(said(await browser.send('POST', FACTOR, { code: codeOf(first) }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    await house.database.query('update developer_factor_setup set expires_at = now()');
    expect(said(await browser.send('POST', FACTOR, { code: codeOf(second) }))).toEqual([409, 'SECOND_FACTOR_EXPIRED']);
  });

  it('is refused when it is on already, also for a set-up that was begun before', async () => {
    const { browser, email } = await register();
    const other = house.browse();
    await house.signIn(other, email);
    const secret = await begin(browser);
    await browser.send('POST', FACTOR, { code: codeOf(secret) });
    expect(said(await browser.send('POST', `${FACTOR}/setup`, { password: PASSWORD }))).toEqual([409, 'SECOND_FACTOR_ON']);
    expect(said(await browser.send('POST', FACTOR, { code: codeOf(secret, step + 1) }))).toEqual([409, 'SECOND_FACTOR_ON']);
  });

  it('happens once among ten simultaneous confirmations', async () => {
    const { browser } = await register();
    const code = codeOf(await begin(browser));
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.send('POST', FACTOR, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a sign-in to an account with a second factor', () => {
  it.each([
    ['the present step', 0],
    ['the step before', -1],
    ['the next step', 1],
  ])('succeeds with the code of %s, and names the browser', async (_name, drift) => {
    const { email, secret } = await withFactor();
    const browser = await halfIn(email);
    const entered = await browser.send(
      'POST',
      CODE,
      { code: codeOf(secret, step + drift) },
      { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' } },
    );
    expect(entered).toMatchObject({ status: 200, body: { userName: email } });
    expect(Object((await browser.send('GET', '/identity/sessions')).body).sessions[0]).toMatchObject({ browser: 'Firefox on Linux' });
    expect(browser.jar.has('portico-dev-half')).toBe(false);
  });

  it.each([-2, 2])('is refused with the code of a clock that is %i steps away', async (drift) => {
    const { email, secret } = await withFactor();
    const browser = await halfIn(email);
    expect(said(await browser.send('POST', CODE, { code: codeOf(secret, step + drift) }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect(await isIn(browser)).toBe(false);
  });

  it('accepts a code once, and no earlier one after it', async () => {
    const { email, secret } = await withFactor();
    const [present, next] = [codeOf(secret), codeOf(secret, step + 1)];
    expect((await (await halfIn(email)).send('POST', CODE, { code: present })).status).toBe(200);
    const second = await halfIn(email);
    expect(said(await second.send('POST', CODE, { code: present }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect((await second.send('POST', CODE, { code: next })).status).toBe(200);
    const third = await halfIn(email);
    for (const code of [next, present]) expect(said(await third.send('POST', CODE, { code }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    step += 1;
    expect(said(await third.send('POST', CODE, { code: next }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
  });

  it('refuses the code that confirmed the set-up', async () => {
    const { email, secret } = await withFactor();
    step -= 10;
    expect(said(await (await halfIn(email)).send('POST', CODE, { code: codeOf(secret) }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
  });

  it('accepts one code for one of five browsers that send it at once', async () => {
    const { email, secret } = await withFactor();
    const browsers = await Promise.all(Array.from({ length: 5 }, () => halfIn(email)));
    const code = codeOf(secret);
    const answers = await Promise.all(browsers.map((browser) => browser.send('POST', CODE, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  it('refuses the code of another developer, and their recovery code', async () => {
    const [mari, other] = [await withFactor(), await withFactor()];
    const browser = await halfIn(mari.email);
    for (const code of [codeOf(other.secret), other.recoveryCodes[0] ?? '']) {
      expect(said(await browser.send('POST', CODE, { code }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    }
  });

  it('accepts a recovery code once, sends a mail, and counts those that are left', async () => {
    const { email, recoveryCodes } = await withFactor();
    const browser = await halfIn(email);
    const code = (recoveryCodes[3] ?? '').toUpperCase().replaceAll('-', ' ');
    expect((await browser.send('POST', CODE, { code })).status).toBe(200);
    expect(Object((await browser.send('GET', FACTOR)).body).recoveryCodesLeft).toBe(9);
    expect(subjects()).toEqual(['A recovery code of your account at Portico was used']);
    expect(said(await (await halfIn(email)).send('POST', CODE, { code }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
  });

  it.each([
    ['without the cookie of the half sign-in', (half: TestBrowser) => half.jar.delete('portico-dev-half')],
    ['after ten minutes', () => house.database.query(`update developer_half_sign_in set expires_at = now()`)],
    ['with an invented cookie', (half: TestBrowser) => half.jar.set('portico-dev-half', 'A'.repeat(43))],
  ])('is refused %s, with the right code', async (_name, spoil) => {
    const { email, secret } = await withFactor();
    const browser = await halfIn(email);
    await spoil(browser);
    expect(said(await browser.send('POST', CODE, { code: codeOf(secret) }))).toEqual([401, 'SECOND_FACTOR_EXPIRED']);
    expect(await isIn(browser)).toBe(false);
  });

  it('opens nothing before the code: the half sign-in is no session, also under the name of the session’s cookie', async () => {
    const { email } = await withFactor();
    const half = await halfIn(email);
    half.jar.set('portico-dev', half.jar.get('portico-dev-half') ?? '');
    for (const [method, url, body] of [
      ['GET', '/guarded'],
      ['GET', FACTOR],
      ['GET', '/identity/sessions'],
      ['DELETE', '/identity/sessions'],
      ['POST', '/identity/password-check', { password: PASSWORD }],
      ['DELETE', '/identity/user', { password: PASSWORD }],
      ['DELETE', FACTOR, { password: PASSWORD }],
      ['POST', `${FACTOR}/setup`, { password: PASSWORD }],
    ] as const) {
      expect([url, ...said(await half.send(method, url, body))]).toEqual([url, 401, 'NOT_SIGNED_IN']);
    }
    expect(Object((await half.send('GET', '/identity/session')).body).user).toBeNull();
  });

  it('ends when the password is reset, and the reset does not switch the second factor off', async () => {
    const { email, secret } = await withFactor();
    const half = await halfIn(email);
    const owner = house.browse();
    await owner.send('POST', '/identity/forgot-password', { email });
    await owner.send('POST', '/identity/reset-password', { email, code: house.codeOf(), password: OTHER_PASSWORD });
    expect(said(await half.send('POST', CODE, { code: codeOf(secret) }))).toEqual([401, 'SECOND_FACTOR_EXPIRED']);
    expect(said(await house.signIn(owner, email, OTHER_PASSWORD))).toEqual([403, 'SECOND_FACTOR_NEEDED']);
    expect((await owner.send('POST', CODE, { code: codeOf(secret) })).status).toBe(200);
  });

  it('begins nothing when the password is reset while it is being checked', async () => {
    const { email } = await withFactor();
    const owner = house.browse();
    await owner.send('POST', '/identity/forgot-password', { email });
    const reset = { email, code: house.codeOf(), password: OTHER_PASSWORD };
    house.work.meet = async () => {
      house.work.meet = async () => {};
      await owner.send('POST', '/identity/reset-password', reset);
    };
    expect(said(await house.signIn(house.browse(), email))).toEqual([401, 'CREDENTIALS_WRONG']);
    expect(await house.rows('select 1 from developer_half_sign_in join developer using (developer_id) where email = $1', [email])).toEqual([]);
  });

  it('ends with the account, and when an operator switches the second factor off; then the password is enough', async () => {
    const { email, secret } = await withFactor();
    const half = await halfIn(email);
    const developer = await house.developers.findDeveloper({ email });
    expect(developer).toBeDefined();
    if (developer === undefined) return;
    expect([await house.developers.switchOffSecondFactor(developer), await house.developers.switchOffSecondFactor(developer)]).toEqual([true, false]);
    expect(said(await half.send('POST', CODE, { code: codeOf(secret) }))).toEqual([401, 'SECOND_FACTOR_EXPIRED']);
    expect((await house.signIn(house.browse(), email)).status).toBe(200);
    expect(subjects()).toEqual(['The second factor of your account at Portico is off']);

    const gone = await withFactor();
    const waiting = await halfIn(gone.email);
    await house.developers.deleteDeveloper((await house.developers.findDeveloper({ email: gone.email }))?.developerId ?? '');
    expect(said(await waiting.send('POST', CODE, { code: codeOf(gone.secret) }))).toEqual([401, 'SECOND_FACTOR_EXPIRED']);
  });
});

describe('wrong codes', () => {
  it('are refused after ten, also with the right one; the owner enters in a known browser and gets a mail', async () => {
    const { browser, email, secret } = await withFactor();
    const stranger = await halfIn(email);
    const answers = [];
    for (let tries = 0; tries < 12; tries += 1)
      answers.push(said(await stranger.send('POST', CODE, { code: '000000' }, { ip: `198.51.100.${tries}` })));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => [401, 'SECOND_FACTOR_WRONG']), [429, 'RATE_LIMITED'], [429, 'RATE_LIMITED']]);
    const right = await stranger.send('POST', CODE, { code: codeOf(secret) });
    expect([...said(right), Number(right.headers['retry-after']) > 0]).toEqual([429, 'RATE_LIMITED', true]);
    expect(subjects()).toEqual(['Wrong codes for your account at Portico']);
    await halfIn(email, browser);
    expect((await browser.send('POST', CODE, { code: codeOf(secret) })).status).toBe(200);
  });

  it('are refused after 30 in a day', async () => {
    const { email, secret } = await withFactor();
    const stranger = await halfIn(email);
    const past = () => house.database.query(`update spent_allowance set spent_at = array(select t - interval '15 minutes' from unnest(spent_at) t)`);
    for (let tries = 0; tries < 30; tries += 1) {
      expect((await stranger.send('POST', CODE, { code: '000000' })).status).toBe(401);
      if (tries % 10 === 9) await past();
    }
    expect((await stranger.send('POST', CODE, { code: codeOf(secret) })).status).toBe(429);
  });

  it('count alone: twelve right ones are no failures', async () => {
    const { email, secret } = await withFactor();
    for (let tries = 0; tries < 12; tries += 1) {
      await house.database.query(`delete from spent_allowance where key like 'check:%'`);
      step += 1;
      expect((await (await halfIn(email)).send('POST', CODE, { code: codeOf(secret) })).status).toBe(200);
    }
  });

  it('of forty simultaneous ones ten are checked', async () => {
    const { email } = await withFactor();
    const stranger = await halfIn(email);
    const answers = await Promise.all(Array.from({ length: 40 }, () => stranger.send('POST', CODE, { code: '000000' })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });
});

describe('every way that accepts the password of a developer', () => {
  /** The calls below `/identity` that take a password or open a session. A new one needs a row. */
  const DOORS: Readonly<Record<string, (at: { email: string; browser: TestBrowser }) => Promise<Answer>>> = {
    'POST /sign-in': ({ email }) => house.signIn(house.browse(), email),
    'POST /sign-in, in a known browser': ({ email, browser }) => house.signIn(browser, email),
    'POST /sign-in, with a link of a sign-up': ({ email }) =>
      house.browse().send('POST', '/identity/sign-in', { email, password: PASSWORD, verification: 'A'.repeat(43) }),
    'POST /password-check': ({ browser }) => browser.send('POST', '/identity/password-check', { password: PASSWORD }),
    'DELETE /user': ({ browser }) => browser.send('DELETE', '/identity/user', { password: PASSWORD }),
    'DELETE /second-factor': ({ browser }) => browser.send('DELETE', FACTOR, { password: PASSWORD }),
    'POST /second-factor/recovery-codes': ({ browser }) => browser.send('POST', `${FACTOR}/recovery-codes`, { password: PASSWORD }),
    'POST /second-factor/setup': ({ browser }) => browser.send('POST', `${FACTOR}/setup`, { password: PASSWORD }),
  };

  it.each(Object.keys(DOORS))('asks for a code: %s', async (name) => {
    const { browser, email } = await withFactor();
    const answer = await DOORS[name]?.({ browser, email });
    const expected = name.startsWith('POST /sign-in')
      ? [403, 'SECOND_FACTOR_NEEDED']
      : name.endsWith('/setup')
        ? [409, 'SECOND_FACTOR_ON']
        : [401, 'SECOND_FACTOR_WRONG'];
    expect(answer && said(answer)).toEqual(expected);
    expect((await browser.send('GET', '/guarded-by-password')).status).toBe(401);
    expect(await house.rows('select 1 from developer_second_factor join developer using (developer_id) where email = $1', [email])).toHaveLength(1);
  });

  it('also the sign-in with Google, which leads to the page of the code', async () => {
    const { email, secret } = await withFactor();
    provider.state.person = { sub: `sub-${email}`, email, email_verified: true };
    const browser = house.browse();
    const start = await browser.send('POST', '/identity/social/google', { returnTo: '/tokens' });
    provider.state.request = new URL(textOf(start.body, 'location')).searchParams;
    const back = new URLSearchParams({ code: 'good-code', state: provider.state.request.get('state') ?? '', iss: provider.issuer });
    const answer = await browser.send('GET', `/identity/social/google/callback?${back}`);
    expect(answer).toMatchObject({ status: 303, headers: { location: 'http://localhost:3000/#/tokens?m=secondFactor' } });
    expect(await isIn(browser)).toBe(false);
    expect((await browser.send('POST', CODE, { code: codeOf(secret) })).status).toBe(200);
    expect(await isIn(browser)).toBe(true);
  });
});

describe('with password and code', () => {
  it('the second factor is switched off, with a mail; its codes, recovery codes and half sign-ins are void', async () => {
    const { browser, email, secret } = await withFactor();
    const half = await halfIn(email);
    expect((await browser.send('DELETE', FACTOR, { password: PASSWORD, code: codeOf(secret) })).status).toBe(204);
    expect(subjects()).toEqual(['The second factor of your account at Portico is off']);
    expect((await browser.send('GET', FACTOR)).body).toEqual({ isOn: false });
    expect(said(await half.send('POST', CODE, { code: codeOf(secret, step + 1) }))).toEqual([401, 'SECOND_FACTOR_EXPIRED']);
    const proof = { password: PASSWORD, code: codeOf(secret, step + 1) };
    expect(said(await browser.send('DELETE', FACTOR, proof))).toEqual([409, 'SECOND_FACTOR_OFF']);
    expect(said(await browser.send('POST', `${FACTOR}/recovery-codes`, proof))).toEqual([409, 'SECOND_FACTOR_OFF']);
    expect(await house.rows('select 1 from developer_recovery_code join developer using (developer_id) where email = $1', [email])).toEqual([]);
    expect((await house.signIn(house.browse(), email)).status).toBe(200);
  });

  it('new recovery codes replace the old ones', async () => {
    const { browser, email, secret, recoveryCodes } = await withFactor();
    const made = await browser.send('POST', `${FACTOR}/recovery-codes`, { password: PASSWORD, code: codeOf(secret) });
    const fresh: readonly string[] = Object(made.body).recoveryCodes;
    expect([fresh.length, fresh.filter((code) => recoveryCodes.includes(code))]).toEqual([10, []]);
    const half = await halfIn(email);
    expect(said(await half.send('POST', CODE, { code: recoveryCodes[0] ?? '' }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect((await half.send('POST', CODE, { code: fresh[0] ?? '' })).status).toBe(200);
  });

  it.each([
    ['DELETE', FACTOR],
    ['POST', `${FACTOR}/recovery-codes`],
    ['POST', '/identity/password-check'],
    ['DELETE', '/identity/user'],
  ] as const)('a wrong password refuses %s %s and leaves the code unused', async (method, url) => {
    const { browser, email, secret } = await withFactor();
    const code = codeOf(secret);
    expect(said(await browser.send(method, url, { password: OTHER_PASSWORD, code }))).toEqual([401, 'CREDENTIALS_WRONG']);
    expect((await (await halfIn(email)).send('POST', CODE, { code })).status).toBe(200);
  });

  it('the account is deleted: one code for the check before and the deletion, none in another session', async () => {
    const { browser, email, secret } = await withFactor();
    const proof = { password: PASSWORD, code: codeOf(secret) };
    const other = await halfIn(email);
    expect((await other.send('POST', CODE, { code: codeOf(secret, step - 1) })).status).toBe(200);
    expect((await browser.send('POST', '/identity/password-check', proof)).status).toBe(204);
    expect((await browser.send('GET', '/guarded-by-password')).status).toBe(200);
    expect(said(await other.send('DELETE', '/identity/user', { password: PASSWORD }))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect((await browser.send('DELETE', '/identity/user', { password: PASSWORD })).status).toBe(204);
    expect(await house.rows('select 1 from developer where email = $1', [email])).toEqual([]);
  });

  it('an account without a password gives the code alone', async () => {
    const { browser, email, secret } = await withFactor();
    await house.database.query('update developer set password_hash = null where email = $1', [email]);
    expect((await browser.send('GET', '/guarded-by-password')).status).toBe(401);
    expect(said(await browser.send('POST', '/identity/password-check', {}))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect((await browser.send('POST', '/identity/password-check', { code: codeOf(secret) })).status).toBe(204);
  });

  it.each([
    ['GET', FACTOR],
    ['POST', `${FACTOR}/setup`],
    ['POST', FACTOR],
    ['POST', `${FACTOR}/recovery-codes`],
    ['DELETE', FACTOR],
  ] as const)('%s %s needs a session', async (method, url) => {
    const body = method === 'GET' ? undefined : { code: '000000' };
    const sent = url.endsWith('setup') ? {} : body;
    expect(said(await house.browse().send(method, url, sent))).toEqual([401, 'NOT_SIGNED_IN']);
  });
});

/** PostgreSQL only: the embedded database makes one transaction at a time. */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('a sign-in beside the switch', () => {
  it('that found no second factor has no session afterwards', async () => {
    const { browser, email } = await register();
    const code = codeOf(await begin(browser));
    const [found, switched] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [{ developer_id: developerId }] = (await house.rows('select developer_id from developer where email = $1', [email])) as [
      { developer_id: string },
    ];
    const start = { developerId, knownDeviceHash: undefined, earlierSessionHash: undefined, browser: 'The other browser' };
    const entered = ground.platform.write(async ({ tx }) => {
      const entry = await enter(ground.platform, tx, start);
      found.resolve();
      await switched.promise;
      return entry;
    });
    await found.promise;
    let isOn = false;
    const confirmed = browser.send('POST', FACTOR, { code }).finally(() => {
      isOn = true;
    });
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => isOn || (await house.rows(waits)).length > 0).toBe(true);
    switched.resolve();
    expect([await entered, (await confirmed).status]).toEqual([{ session: expect.anything() }, 200]);
    expect(await house.rows('select browser from developer_session where developer_id = $1 and browser = $2', [developerId, start.browser])).toEqual(
      [],
    );
  });
});

describe('the database', () => {
  it('keeps the secret sealed for its account, and no recovery code', async () => {
    const [mari, other] = [await withFactor(), await withFactor()];
    const rows = JSON.stringify([
      await house.rows('select * from developer_second_factor'),
      await house.rows('select * from developer_recovery_code'),
    ]);
    for (const hidden of [mari.secret, ...mari.recoveryCodes, ...mari.recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(rows).not.toContain(hidden);
    }
    // A secret that was copied to the row of another account opens nothing there.
    await house.database.query(
      `update developer_second_factor set secret_sealed = (select secret_sealed from developer_second_factor join developer using (developer_id)
       where email = $1) where developer_id = (select developer_id from developer where email = $2)`,
      [mari.email, other.email],
    );
    expect((await (await halfIn(other.email)).send('POST', CODE, { code: codeOf(mari.secret) })).status).toBe(500);
  });
});
