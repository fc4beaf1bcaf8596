/** Sign-up and sign-in: the valid ways, and the cases whose responses must not reveal known addresses or passwords. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { type Answer, type IdentityHouse, OTHER_PASSWORD, openIdentityHouse, PASSWORD } from './testing/identity-harness.ts';

const appendAudit = async () => {};

let house: IdentityHouse;
beforeAll(async () => {
  house = await openIdentityHouse(await openTestPlatform({ appendAudit }));
});
afterAll(() => house.close());
beforeEach(async () => {
  house.mails.length = 0;
  await house.database.query('delete from spent_allowance');
});

const signUp = (email: string, password = PASSWORD, browser = house.browse(), ip?: string) =>
  browser.send('POST', '/identity/sign-up', { email, password }, ip === undefined ? {} : { ip });
const count = async (table: string) => house.rows(`select count(*)::integer as n from ${table}`);
/** What a caller can see, without what differs for every request. */
function visible({ status, body, headers }: Answer): unknown {
  const { date: _date, 'x-request-id': _id, 'set-cookie': cookies, ...others } = headers;
  return { status, body, headers: others, cookies: [cookies ?? []].flat().map((text) => String(text).replace(/=[\w-]{43};/, '=…;')) };
}

describe('a developer', () => {
  it('signs up, follows the link, signs in and out', async () => {
    const browser = house.browse();
    expect(await signUp('mari@example.com', PASSWORD, browser)).toMatchObject({ status: 204, body: '' });
    expect(house.mails).toEqual([
      expect.objectContaining({ to: 'mari@example.com', text: expect.stringContaining('http://localhost:3000/?verification=') }),
    ]);
    expect(await browser.send('POST', '/identity/verify-email', { token: house.tokenOf() })).toMatchObject({ status: 204 });
    const signedIn = await house.signIn(browser, ' Mari@Example.com');
    expect(signedIn).toMatchObject({ status: 200, body: { userId: expect.stringMatching(/^dev_[0-9a-z]{26}$/), userName: 'mari@example.com' } });
    expect((await browser.send('GET', '/identity/session')).body).toEqual({
      hasPassword: true,
      hasSecondFactor: false,
      user: signedIn.body,
      socialProviders: [],
    });
    expect((await browser.send('DELETE', '/identity/session')).status).toBe(204);
    expect((await browser.send('GET', '/identity/session')).body).toEqual({ user: null, socialProviders: [] });
  });

  it('who has not verified the e-mail address gets 403 and a new mail only with the correct password', async () => {
    const browser = house.browse();
    await signUp('jaan@example.com', PASSWORD, browser);
    const first = house.tokenOf();
    expect(await house.signIn(house.browse(), 'jaan@example.com', OTHER_PASSWORD)).toMatchObject({ status: 401 });
    expect(house.mails).toHaveLength(1);
    const answer = await house.signIn(house.browse(), 'jaan@example.com');
    expect(answer).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'EMAIL_NOT_VERIFIED', text: 'Please verify your mail address.' }], message: 'Please verify your mail address.' },
    });
    expect(house.mails).toHaveLength(2);
    expect(house.tokenOf()).not.toBe(first);
    await browser.send('POST', '/identity/verify-email', { token: first });
    expect(await house.signIn(house.browse(), 'jaan@example.com')).toMatchObject({ status: 200 });
  });

  it('has the password of the sign-up whose link they followed, not of another sign-up with the address', async () => {
    await signUp('victim@example.com', OTHER_PASSWORD);
    const browser = house.browse();
    await signUp('victim@example.com', PASSWORD, browser);
    const own = house.tokenOf(house.mails[1]);
    await signUp('victim@example.com', OTHER_PASSWORD);
    await browser.send('POST', '/identity/verify-email', { token: own });
    expect(await house.rows(`select 1 from developer_sign_up where email = 'victim@example.com'`)).toEqual([]);
    expect(await house.signIn(house.browse(), 'victim@example.com', OTHER_PASSWORD)).toMatchObject({ status: 401 });
    expect(await house.signIn(house.browse(), 'victim@example.com')).toMatchObject({ status: 200 });
    for (const mail of [house.mails[0], house.mails[2]]) {
      expect(await house.browse().send('POST', '/identity/verify-email', { token: house.tokenOf(mail) })).toMatchObject({ status: 400 });
    }
  });

  it('gets no account from a link that was used, has expired or was never sent', async () => {
    await signUp('link@example.com');
    const token = house.tokenOf();
    await house.database.query(`update developer_sign_up set expires_at = now() where email = 'link@example.com'`);
    const refused = {
      status: 400,
      body: { errors: [{ code: 'VERIFICATION_UNKNOWN', text: expect.stringContaining('used already or has expired') }] },
    };
    for (const given of [token, 'A'.repeat(43), 'x', '<script>']) {
      expect(await house.browse().send('POST', '/identity/verify-email', { token: given })).toMatchObject(refused);
    }
    const browser = house.browse();
    const twice = await signUp('twice@example.com', PASSWORD, browser).then(() => house.tokenOf());
    const answers = await Promise.all([0, 1, 2].map(() => browser.send('POST', '/identity/verify-email', { token: twice })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
  });
});

// Review of 25 November 2026, S13.
describe('a verification link in another browser than that of the sign-up', () => {
  const elsewhere = {
    status: 403,
    body: { errors: [{ code: 'VERIFICATION_ELSEWHERE', text: expect.stringContaining('Log in with the password') }] },
  };
  const open = (token: string, browser = house.browse()) => browser.send('POST', '/identity/verify-email', { token });
  const signInWith = (email: string, password: string, verification: string) =>
    house.browse().send('POST', '/identity/sign-in', { email, password, verification });

  it('creates no account, and stays valid for the browser of the sign-up', async () => {
    const stranger = house.browse();
    await signUp('typed@example.com', OTHER_PASSWORD, stranger);
    const token = house.tokenOf();
    for (let times = 0; times < 3; times += 1) expect(await open(token)).toMatchObject(elsewhere);
    // A browser that signed up for something else, too.
    const other = house.browse();
    await signUp('else@example.com', PASSWORD, other);
    expect(await open(token, other)).toMatchObject(elsewhere);
    expect(await house.rows(`select 1 from developer where email = 'typed@example.com'`)).toEqual([]);
    expect(await open(token, stranger)).toMatchObject({ status: 204 });
  });

  it('verifies the address together with the password of its sign-up, once', async () => {
    await signUp('phone@example.com');
    const token = house.tokenOf();
    expect(await signInWith('phone@example.com', OTHER_PASSWORD, token)).toMatchObject({ status: 401 });
    expect(await signInWith('Phone@example.com', PASSWORD, token)).toMatchObject({ status: 200, body: { userName: 'phone@example.com' } });
    expect(await house.rows(`select 1 from developer_sign_up where email = 'phone@example.com'`)).toEqual([]);
    expect(await house.signIn(house.browse(), 'phone@example.com')).toMatchObject({ status: 200 });
    expect(await open(token)).toMatchObject({ status: 400 });
  });

  it('requires the password of the sign-up that sent the link, not of a later one with the same address', async () => {
    await signUp('both@example.com');
    const own = house.tokenOf();
    await signUp('both@example.com', OTHER_PASSWORD);
    expect(await signInWith('both@example.com', OTHER_PASSWORD, own)).toMatchObject({ status: 401 });
    expect(await signInWith('both@example.com', PASSWORD, own)).toMatchObject({ status: 200 });
  });

  it('verifies no other address and gives no access to an existing account', async () => {
    await signUp('one@example.com');
    const token = house.tokenOf();
    await signUp('two@example.com');
    expect(await signInWith('two@example.com', PASSWORD, token)).toMatchObject({ status: 403, body: { errors: [{ code: 'EMAIL_NOT_VERIFIED' }] } });
    await house.register('three@example.com');
    expect(await signInWith('three@example.com', OTHER_PASSWORD, token)).toMatchObject({ status: 401 });
    expect(await signInWith('three@example.com', PASSWORD, token)).toMatchObject({ status: 200, body: { userName: 'three@example.com' } });
    expect(await house.rows(`select 1 from developer where email in ('one@example.com', 'two@example.com')`)).toEqual([]);
  });

  it('that has expired is refused, also with the correct password', async () => {
    await signUp('late@example.com');
    const token = house.tokenOf();
    await house.database.query(`update developer_sign_up set expires_at = now() where email = 'late@example.com'`);
    expect(await signInWith('late@example.com', PASSWORD, token)).toMatchObject({ status: 401 });
  });
});

describe('an address or password that cannot be used', () => {
  it.each(['a@b.example\r\nBcc: victim@example.org', 'mаri@example.com', `${'a'.repeat(250)}@b.example`, 'mari'])(
    '%j is refused with EMAIL_INVALID, stores nothing and sends no mail',
    async (email) => {
      const before = await count('developer_sign_up');
      for (const [path, body] of [
        ['sign-up', { email, password: PASSWORD }],
        ['forgot-password', { email }],
        ['reset-password', { email, code: '12345678', password: PASSWORD }],
      ] as const) {
        expect(await house.browse().send('POST', `/identity/${path}`, body)).toMatchObject({
          status: 400,
          body: { errors: [{ code: 'EMAIL_INVALID', path: 'email', text: expect.stringMatching(/^This e-mail address /) }] },
        });
      }
      expect(await count('developer_sign_up')).toEqual(before);
      expect(house.mails).toEqual([]);
    },
  );

  it.each(['short1!', 'Password1!', `Aa1!${'x'.repeat(300)}`])('the password %j is refused in sign-up and reset', async (password) => {
    const body = { errors: [{ code: 'PASSWORD_INVALID', path: 'password', text: expect.stringMatching(/^Invalid password! /) }] };
    expect(await signUp('weak@example.com', password)).toMatchObject({ status: 400, body });
    const reset = await house.browse().send('POST', '/identity/reset-password', { email: 'weak@example.com', code: '12345678', password });
    expect(reset).toMatchObject({ status: 400, body });
    expect(house.mails).toEqual([]);
  });

  it.each([{}, { email: 'a@b.example' }, { email: 'a@b.example', password: 'x', isAdmin: true }, { email: ['a@b.example'], password: PASSWORD }])(
    'the body %j is refused with the path of the field',
    async (body) => {
      expect(await house.browse().send('POST', '/identity/sign-up', body)).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([expect.objectContaining({ code: 'FORMAT_ERROR', path: expect.any(String) })]) },
      });
    },
  );
});

describe('a caller who guesses e-mail addresses', () => {
  beforeAll(async () => {
    await house.database.query('delete from spent_allowance');
    await house.register('known@example.com');
  });

  /** Runs one act and answers what it cost and what it looked like. */
  async function measure(act: () => Promise<Answer>) {
    const before = { hashes: house.work.hashes, mails: house.mails.length };
    const answer = await act();
    return { seen: visible(answer), hashes: house.work.hashes - before.hashes, mails: house.mails.length - before.mails };
  }

  it.each([
    ['sign-up', { password: PASSWORD }, { hashes: 1, mails: 1 }],
    ['sign-in', { password: OTHER_PASSWORD }, { hashes: 1, mails: 0 }],
    ['forgot-password', {}, { hashes: 0, mails: 1 }],
    ['reset-password', { code: '00000000', password: PASSWORD }, { hashes: 0, mails: 0 }],
  ])('gets the same response on %s at the same cost for known and unknown addresses', async (path, body, cost) => {
    const act = (email: string) => () => house.browse().send('POST', `/identity/${path}`, { email, ...body });
    const known = await measure(act('known@example.com'));
    const unknown = await measure(act(`never-seen-at-${path}@example.com`));
    expect(known).toEqual(unknown);
    expect(known).toMatchObject(cost);
  });

  it('gets the same response to a wrong code after requesting one', async () => {
    const tries = async (email: string) => {
      const browser = house.browse();
      await browser.send('POST', '/identity/forgot-password', { email });
      return measure(() => browser.send('POST', '/identity/reset-password', { email, code: '00000000', password: PASSWORD }));
    };
    const known = await tries('known@example.com');
    expect(known).toEqual(await tries('nobody@example.com'));
    expect(known).toMatchObject({ hashes: 1, mails: 0 });
  });

  it('gets the same text for an unknown address, a wrong password, an account without a password and an invalid address', async () => {
    await house.database.query(`insert into developer (developer_id, email) values ('dev_google', 'google@example.com')`);
    const emails = ['known@example.com', 'nobody@example.com', 'google@example.com', 'no address', 'a@b.example\r\nBcc: c@d.example'];
    const seen = [];
    for (const email of emails) seen.push(await measure(() => house.signIn(house.browse(), email, OTHER_PASSWORD)));
    for (const one of seen) expect(one).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({
      hashes: 1,
      seen: { status: 401, body: { errors: [{ code: 'CREDENTIALS_WRONG', text: 'Incorrect username or password!' }] }, cookies: [] },
    });
  });

  it('reaches the limits after the same number of attempts', async () => {
    const run = async (email: string) => {
      const seen = [];
      for (let tries = 0; tries < 12; tries += 1) seen.push(visible(await house.signIn(house.browse(), email, OTHER_PASSWORD)));
      return seen;
    };
    expect(await run('known@example.com')).toEqual(await run('nobody@example.com'));
  });
});

describe('a caller who guesses passwords', () => {
  it('gets ten checks in 15 minutes from all IP addresses; the owner can sign in from a known browser', async () => {
    const owner = await house.register('owner@example.com');
    await house.signIn(owner, 'owner@example.com');
    await owner.send('DELETE', '/identity/session');
    await house.database.query('delete from spent_allowance');
    const before = house.work.hashes;
    const statuses: number[] = [];
    for (let tries = 0; tries < 1_000; tries += 1) {
      const ip = `198.51.100.${tries % 250}`;
      statuses.push((await house.signIn(house.browse(), 'owner@example.com', `Wrong-${tries}!`, { ip })).status);
    }
    expect(house.work.hashes - before).toBe(10);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(990);
    const stranger = await house.signIn(house.browse(), 'owner@example.com', PASSWORD, { ip: '203.0.113.9' });
    expect(stranger).toMatchObject({ status: 429, body: { errors: [{ code: 'RATE_LIMITED' }] }, headers: { 'retry-after': '900' } });
    expect(await house.signIn(owner, 'owner@example.com')).toMatchObject({ status: 200 });
    await house.database.query(`update spent_allowance set spent_at = array(select t - interval '15 minutes' from unnest(spent_at) t)`);
    expect(await house.signIn(house.browse(), 'owner@example.com')).toMatchObject({ status: 200 });
  });

  it('is not in a known browser with an invented cookie or that of another account', async () => {
    const mallory = await house.register('mallory@example.com');
    await house.signIn(mallory, 'mallory@example.com');
    await house.register('target@example.com');
    const invented = house.browse();
    invented.jar.set('portico-dev-device', 'A'.repeat(43));
    const statuses = [];
    for (const browser of [...Array.from({ length: 10 }, () => house.browse()), mallory, invented]) {
      statuses.push((await house.signIn(browser, 'target@example.com', OTHER_PASSWORD)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  it('gets ten checks among 40 simultaneous attempts', async () => {
    await house.register('race@example.com');
    const tries = Array.from({ length: 40 }, () => house.signIn(house.browse(), 'race@example.com', OTHER_PASSWORD));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });
});

describe('a caller who triggers mails', () => {
  it('triggers at most three an hour for one e-mail address, over all requests', async () => {
    const paths = ['sign-up', 'forgot-password'] as const;
    const statuses: number[] = [];
    for (let asked = 0; asked < 1_000; asked += 1) {
      const body = { email: 'bombed@example.com', ...(asked % 2 === 0 ? { password: PASSWORD } : {}) };
      statuses.push((await house.browse().send('POST', `/identity/${paths[asked % 2]}`, body, { ip: `198.51.100.${asked % 250}` })).status);
    }
    expect(house.mails).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(997);
  });

  it('triggers at most three an hour for one mailbox, over all its sub-addresses', async () => {
    for (let asked = 0; asked < 8; asked += 1) {
      const body = { email: `flooded${asked === 0 ? '' : `+${asked}`}@example.com`, password: PASSWORD };
      await house.browse().send('POST', '/identity/sign-up', body, { ip: `198.51.100.${asked}` });
    }
    expect(house.mails.map(({ to }) => to)).toEqual(['flooded@example.com', 'flooded+1@example.com', 'flooded+2@example.com']);
    await house.browse().send('POST', '/identity/sign-up', { email: '+1@example.com', password: PASSWORD }, { ip: '198.51.100.9' });
    expect(house.mails).toHaveLength(4);
  });

  it('triggers at most forty an hour from one /48 of IPv6', async () => {
    const ask = (name: string, ip: string) => house.browse().send('POST', '/identity/forgot-password', { email: `${name}@example.com` }, { ip });
    for (let asked = 0; asked < 60; asked += 1) await ask(`site${asked}`, `2001:db8:5:${asked.toString(16)}::1`);
    expect(house.mails).toHaveLength(40);
    await ask('other', '2001:db8:6::1');
    expect(house.mails).toHaveLength(41);
  });

  it('triggers at most ten an hour from one network, over all e-mail addresses', async () => {
    for (let asked = 0; asked < 200; asked += 1) {
      const ip = asked % 2 === 0 ? '2001:db8:0:7::1' : `2001:db8:0:7:${asked.toString(16)}::2`;
      await house.browse().send('POST', '/identity/forgot-password', { email: `a${asked}@example.com` }, { ip });
    }
    expect(house.mails).toHaveLength(10);
    await house.browse().send('POST', '/identity/forgot-password', { email: 'b@example.com' }, { ip: '2001:db8:0:8::1' });
    expect(house.mails).toHaveLength(11);
  });

  it('cannot block the password reset in a known browser of the owner', async () => {
    const owner = await house.register('kept@example.com');
    await house.signIn(owner, 'kept@example.com');
    for (let asked = 0; asked < 5; asked += 1) await house.browse().send('POST', '/identity/forgot-password', { email: 'kept@example.com' });
    const mailsBefore = house.mails.length;
    expect(await owner.send('POST', '/identity/forgot-password', { email: 'kept@example.com' })).toMatchObject({ status: 204 });
    expect(house.mails).toHaveLength(mailsBefore + 1);
  });

  it('cannot put another host into a link', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' };
    await house.browse().send('POST', '/identity/sign-up', { email: 'host@example.com', password: PASSWORD }, { headers });
    await house.browse().send('POST', '/identity/forgot-password', { email: 'host@example.com' }, { headers });
    expect(house.mails).toHaveLength(2);
    for (const { text } of house.mails) {
      expect(text).not.toContain('evil');
      for (const [address] of text.matchAll(/\w+:\/\/\S+/g)) expect(address).toMatch(/^http:\/\/localhost:3000\//);
    }
  });
});
