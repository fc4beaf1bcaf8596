/** The calls of subscriptions: an address is confirmed by its mailbox, tokens open what they are for, and links change nothing when they are opened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeysText, parseKeysFile } from '#platform/keys.ts';
import { rotateKeys } from '#platform/rotate-keys.ts';
import { newsMail } from './subscription-mails.ts';
import { confirmToken, manageToken, readEnding, readHolder, unsubscribeToken } from './subscription-token.ts';
import { FORM, openSubscriptionsHouse, SUBSCRIPTIONS, type SubscriptionsHouse } from './testing/open-subscriptions-house.ts';

const DAY_SECONDS = 24 * 60 * 60;
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const UNKNOWN = { status: 404, body: { errors: [{ code: 'SUBSCRIPTION_UNKNOWN' }] } };

let house: SubscriptionsHouse;
beforeAll(async () => {
  house = await openSubscriptionsHouse();
});
afterAll(() => house.close());

const subscribe = (email: string, topics: readonly string[] = ['incidents'], ip?: string) =>
  house.call('', { email, topics }, ip === undefined ? {} : { ip });
/** The id of a subscription, which its tokens begin with. */
const idOf = (token: string) => token.split('.')[0] ?? '';
const unsubscribePath = (token: string) => `${SUBSCRIPTIONS}/unsubscribe?token=${unsubscribeToken(house.platform.config, idOf(token))}`;
const oneClick = (url: string, payload: string | Buffer = ONE_CLICK, headers: Readonly<Record<string, string>> = FORM) =>
  house.app.inject({ method: 'POST', url, payload, headers });

describe('an address', () => {
  it('is subscribed to the topics of its mail after its holder has confirmed it', async () => {
    const email = house.newAddress();
    expect((await subscribe(email, ['maintenance', 'apiChanges'])).status).toBe(204);
    const token = house.tokenFor(email);
    expect(house.mailsTo(email)[0]?.text).toContain(`${house.platform.config.publicUrl}/#/api-status/subscription?confirm=${token}`);
    const topics = ['apiChanges', 'maintenance'];
    expect((await house.call('/read', { token })).body).toEqual({ email, topics, isConfirmed: false });
    expect((await house.call('/confirm', { token })).body).toEqual({ email, topics, isConfirmed: true });
    expect((await house.call('/read', { token })).body).toEqual({ email, topics, isConfirmed: true });
  });

  it('is not subscribed without a confirmation', async () => {
    const email = house.newAddress();
    await subscribe(email);
    expect(await house.rows(email)).toMatchObject([{ topics: [], confirmed_at: null }]);
  });

  it('is compared in lower case: other spellings are the same subscription', async () => {
    const email = house.newAddress();
    await subscribe(` ${email.toUpperCase()} `);
    await subscribe(email);
    expect(await house.rows(email)).toHaveLength(1);
  });

  it.each([
    ['', 'FORMAT_ERROR'],
    ['reader', 'EMAIL_INVALID'],
    ['reader@example', 'EMAIL_INVALID'],
    ['a@example.com, b@example.com', 'EMAIL_INVALID'],
    ['reader@example.com\r\nBcc: other@example.com', 'EMAIL_INVALID'],
    ['Reader <reader@example.com>', 'EMAIL_INVALID'],
    ['réader@example.com', 'EMAIL_INVALID'],
    [`${'a'.repeat(250)}@example.com`, 'EMAIL_INVALID'],
  ])('%j is refused, stores nothing and causes no mail', async (email, code) => {
    const [before, mails] = [(await house.database.query('select * from subscription')).rows.length, house.mails.length];
    expect(await subscribe(email)).toMatchObject({ status: 400, body: { errors: [{ code }] } });
    expect([(await house.database.query('select * from subscription')).rows.length, house.mails.length]).toEqual([before, mails]);
  });

  it.each([
    ['none', []],
    ['one twice', ['incidents', 'incidents']],
    ['an unknown one', ['incidents', 'news']],
    ['one in capitals', ['Incidents']],
    ['one of a prototype', ['toString']],
    ['more than there are', ['apiChanges', 'incidents', 'maintenance', 'apiChanges']],
  ])('is refused with wrong topics: %s', async (_what, topics) => {
    const email = house.newAddress();
    const { token } = await house.confirmed();
    for (const { status, body } of [await subscribe(email, topics), await house.call('/change', { token, topics })]) {
      expect([status, body.errors[0].code]).toEqual([400, 'FORMAT_ERROR']);
    }
    expect([await house.rows(email), house.mailsTo(email)]).toEqual([[], []]);
  });

  it('is refused with more characters than any address has in any form', async () => {
    expect(await subscribe(`${'a'.repeat(1_100)}@example.com`)).toMatchObject({ status: 400, body: { errors: [{ code: 'FORMAT_ERROR' }] } });
  });

  it('is refused with an unknown member, and without topics', async () => {
    const email = house.newAddress();
    expect((await house.call('', { email, topics: ['incidents'], isConfirmed: true })).status).toBe(400);
    expect((await house.call('', { email })).status).toBe(400);
    expect(await house.rows(email)).toEqual([]);
  });

  it('that is known gets the answer of an unknown one, and one mail', async () => {
    const { email } = await house.confirmed();
    const other = house.newAddress();
    const [known, unknown] = [await subscribe(email), await subscribe(other)];
    const told = ({ status, body, headers }: typeof known) => ({ status, body, names: Object.keys(headers).sort() });
    expect(told(known)).toEqual(told(unknown));
    expect([house.mailsTo(email).length, house.mailsTo(other).length]).toEqual([2, 1]);
    expect(house.mailsTo(email).at(-1)?.expiresAfterSeconds).toBe(house.mailsTo(other)[0]?.expiresAfterSeconds);
  });

  it('that is subscribed keeps its topics when another visitor types it; its mail has the link to change them', async () => {
    const { email, token } = await house.confirmed(['incidents']);
    await subscribe(email, ['apiChanges', 'maintenance']);
    expect((await house.call('/read', { token })).body).toMatchObject({ topics: ['incidents'], isConfirmed: true });
    const text = house.mailsTo(email).at(-1)?.text ?? '';
    expect(text).toContain('Changes of the API, Planned maintenance');
    expect(text).toContain('#/api-status/subscription?manage=');
    expect(text).not.toContain('confirm=');
    const changed = await house.call('/change', { token: house.tokenFor(email), topics: ['maintenance', 'incidents'] });
    expect(changed.body).toEqual({ email, topics: ['incidents', 'maintenance'], isConfirmed: true });
  });

  it('gets the topics of the link that its holder opened, not those of a later request', async () => {
    const email = house.newAddress();
    await subscribe(email, ['incidents']);
    const token = house.tokenFor(email);
    await subscribe(email, ['apiChanges', 'maintenance']);
    expect((await house.call('/confirm', { token })).body).toEqual({ email, topics: ['incidents'], isConfirmed: true });
    expect((await house.call('/confirm', { token: house.tokenFor(email) })).body).toEqual({ email, topics: ['incidents'], isConfirmed: true });
  });

  it('is confirmed once by two confirmations at the same time', async () => {
    const email = house.newAddress();
    await subscribe(email);
    const token = house.tokenFor(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => house.call('/confirm', { token })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await house.rows(email)).toHaveLength(1);
  });

  it('has one row after many subscribe at the same time', async () => {
    const email = house.newAddress();
    await Promise.all(Array.from({ length: 3 }, () => subscribe(email)));
    expect(await house.rows(email)).toHaveLength(1);
    expect(new Set(house.mailsTo(email).map(({ text }) => text)).size).toBe(1);
  });
});

describe('the limit of mails', () => {
  it('refuses the fourth in an hour to one mailbox, known or unknown, over all its sub-addresses', async () => {
    const { email: known } = await house.confirmed();
    for (const email of [known, house.newAddress()]) {
      const [name = '', domain = ''] = email.split('@');
      const before = house.mailsTo(email).length;
      for (let more = before; more < 3; more += 1) expect((await subscribe(`${name}+${more}@${domain}`)).status).toBe(204);
      const refused = await subscribe(email);
      expect(refused).toMatchObject({ status: 429, body: { errors: [{ code: 'RATE_LIMITED' }] }, headers: { 'retry-after': '3600' } });
      expect(house.mailsTo(email)).toHaveLength(before);
    }
  });

  it('refuses the eleventh in an hour from one network', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await subscribe(house.newAddress(), ['incidents'], '198.51.100.7')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
  });
});

describe('a confirmation', () => {
  it('is refused a day after the mail', async () => {
    const email = house.newAddress();
    await subscribe(email);
    const token = house.tokenFor(email);
    await house.passTime(email, DAY_SECONDS);
    for (const path of ['/confirm', '/read']) expect(await house.call(path, { token })).toMatchObject(UNKNOWN);
    expect(await house.rows(email)).toMatchObject([{ confirmed_at: null }]);
  });

  it('of an expired mail stays refused after the address was typed again', async () => {
    const email = house.newAddress();
    await subscribe(email);
    const old = house.tokenFor(email);
    await house.passTime(email, DAY_SECONDS);
    await subscribe(email);
    expect(await house.call('/confirm', { token: old })).toMatchObject(UNKNOWN);
    expect((await house.call('/confirm', { token: house.tokenFor(email) })).status).toBe(200);
  });

  it('is accepted just before the day is over, and again later, which changes nothing', async () => {
    const email = house.newAddress();
    await subscribe(email, ['incidents']);
    const token = house.tokenFor(email);
    await house.passTime(email, DAY_SECONDS - 300);
    expect((await house.call('/confirm', { token })).status).toBe(200);
    await house.passTime(email, 90 * DAY_SECONDS);
    await house.call('/change', { token, topics: ['maintenance'] });
    expect((await house.call('/confirm', { token })).body).toEqual({ email, topics: ['maintenance'], isConfirmed: true });
  });

  it('is needed before topics are changed', async () => {
    const email = house.newAddress();
    await subscribe(email);
    const token = house.tokenFor(email);
    expect(await house.call('/change', { token, topics: ['maintenance'] })).toMatchObject(UNKNOWN);
    expect(await house.rows(email)).toMatchObject([{ topics: [], confirmed_at: null }]);
  });

  it('is not possible with the tokens of mails to subscribers', async () => {
    const email = house.newAddress();
    await subscribe(email);
    const { config } = house.platform;
    const id = idOf(house.tokenFor(email));
    for (const token of [manageToken(config, id), unsubscribeToken(config, id)]) {
      expect(await house.call('/confirm', { token })).toMatchObject(UNKNOWN);
    }
    expect(await house.rows(email)).toMatchObject([{ confirmed_at: null }]);
  });

  it('brings back no subscription that has ended', async () => {
    const { email, token } = await house.confirmed();
    expect((await house.call('/end', { token })).status).toBe(204);
    for (const path of ['/confirm', '/read']) expect(await house.call(path, { token })).toMatchObject(UNKNOWN);
    await subscribe(email);
    expect(await house.call('/confirm', { token })).toMatchObject(UNKNOWN);
    expect(await house.rows(email)).toMatchObject([{ confirmed_at: null }]);
  });
});

/** Tokens that the server did not make for the confirmed subscription of this token. */
const WRONG: readonly (readonly [what: string, change: (token: string) => string])[] = [
  ['a random text', () => 'a'.repeat(43)],
  ['the id alone', idOf],
  ['another id', (token) => token.replace(/^sub_.{5}/, 'sub_00000')],
  ['other topics', (token) => token.replace('.i.', '.aim.')],
  ['topics in another order', (token) => token.replace('.i.', '.ii.')],
  ['no topics', (token) => token.replace('.i.', '..')],
  ['its end cut off', (token) => token.slice(0, -1)],
  ['another last character', (token) => `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`],
  ['a space behind it', (token) => `${token} `],
  ['capitals', (token) => token.toUpperCase()],
  ['dots', () => '..'],
  ['a name of a prototype', () => '__proto__'],
  ['a token of the same content by another key', (token) => confirmToken({ keys: { secrets: Buffer.alloc(32, 9) } }, idOf(token), ['incidents'])],
];

describe('a wrong token', () => {
  it.each(WRONG)('opens and ends nothing: %s', async (_what, change) => {
    const { email, token } = await house.confirmed();
    const wrong = change(token);
    expect(wrong).not.toBe(token);
    for (const path of ['/confirm', '/read', '/end']) expect(await house.call(path, { token: wrong }), path).toMatchObject(UNKNOWN);
    expect(await house.call('/change', { token: wrong, topics: ['maintenance'] })).toMatchObject(UNKNOWN);
    const url = `${SUBSCRIPTIONS}/unsubscribe?token=${encodeURIComponent(wrong)}`;
    expect((await oneClick(url)).statusCode).toBe(404);
    expect((await house.app.inject(url)).statusCode).toBe(404);
    expect(await house.rows(email)).toMatchObject([{ topics: ['incidents'] }]);
  });

  it.each([['/confirm'], ['/read'], ['/end']])('is refused by its form at %s: empty, too long, absent, no text', async (path) => {
    for (const body of [{ token: '' }, { token: 'a'.repeat(101) }, {}, { token: ['a'] }, { token: 'a', email: 'reader@example.com' }]) {
      expect(await house.call(path, body)).toMatchObject({ status: 400, body: { errors: [{ code: 'FORMAT_ERROR' }] } });
    }
  });

  it('is that of another subscription, which changes only that one', async () => {
    const [mine, other] = [await house.confirmed(), await house.confirmed()];
    await house.call('/change', { token: other.token, topics: ['maintenance'] });
    await house.call('/end', { token: other.token });
    expect(await house.rows(mine.email)).toMatchObject([{ topics: ['incidents'] }]);
  });
});

describe('the end of a subscription', () => {
  it('deletes the address, and stays so when it is asked for twice', async () => {
    const { email, token } = await house.confirmed();
    expect([(await house.call('/end', { token })).status, (await house.call('/end', { token })).status]).toEqual([204, 204]);
    expect(await house.rows(email)).toEqual([]);
    expect(await house.call('/change', { token, topics: ['maintenance'] })).toMatchObject(UNKNOWN);
  });

  it('is possible before the confirmation', async () => {
    const email = house.newAddress();
    await subscribe(email);
    expect((await house.call('/end', { token: house.tokenFor(email) })).status).toBe(204);
    expect(await house.rows(email)).toEqual([]);
  });

  it('is possible with the token of the header, which opens nothing else', async () => {
    const { email, token } = await house.confirmed();
    const oneClickToken = unsubscribeToken(house.platform.config, idOf(token));
    for (const path of ['/confirm', '/read']) expect(await house.call(path, { token: oneClickToken })).toMatchObject(UNKNOWN);
    expect(await house.call('/change', { token: oneClickToken, topics: ['maintenance'] })).toMatchObject(UNKNOWN);
    expect(await house.rows(email)).toMatchObject([{ topics: ['incidents'] }]);
    expect((await house.call('/end', { token: oneClickToken })).status).toBe(204);
    expect(await house.rows(email)).toEqual([]);
  });
});

describe('another site', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no request id', { 'x-request-id': '' }],
  ])('is refused by each call of the page: %s', async (_what, headers) => {
    const { email, token } = await house.confirmed();
    const other = house.newAddress();
    const calls: readonly (readonly [string, object])[] = [
      ['', { email: other, topics: ['incidents'] }],
      ['/confirm', { token }],
      ['/read', { token }],
      ['/change', { token, topics: ['maintenance'] }],
      ['/end', { token }],
    ];
    for (const [path, body] of calls) {
      expect(await house.call(path, body, { headers }), path).toMatchObject({ status: 403, body: { errors: [{ code: 'ORIGIN_DENIED' }] } });
    }
    expect([house.mailsTo(other), await house.rows(other)]).toEqual([[], []]);
    expect(await house.rows(email)).toMatchObject([{ topics: ['incidents'] }]);
  });
});

const MULTIPART = (value: string, name = 'List-Unsubscribe') => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

describe('a one-click request', () => {
  it.each([
    ['as a form', ONE_CLICK, FORM],
    ['as a form with its character set', ONE_CLICK, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }],
    ['as a multipart form', MULTIPART('One-Click'), multipart],
    ['from another site', ONE_CLICK, { ...FORM, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }],
  ])('ends the subscription without an origin and a cookie, also twice: %s', async (_what, body, headers) => {
    const { email, token } = await house.confirmed();
    for (const _time of [1, 2]) {
      const answer = await oneClick(unsubscribePath(token), body, headers);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    }
    expect(await house.rows(email)).toEqual([]);
  });

  it.each<[what: string, body: string, headers: Readonly<Record<string, string>>, status: number]>([
    ['an empty body', '', FORM, 400],
    ['another value', 'List-Unsubscribe=Two-Clicks', FORM, 400],
    ['another name', 'Unsubscribe=One-Click', FORM, 400],
    ['lower case', 'list-unsubscribe=one-click', FORM, 400],
    ['the field twice', `${ONE_CLICK}&${ONE_CLICK}`, FORM, 400],
    ['a further field', `${ONE_CLICK}&email=reader@example.com`, FORM, 400],
    ['another value in a multipart form', MULTIPART('Two-Clicks'), multipart, 400],
    ['a multipart form without its boundary', MULTIPART('One-Click'), { 'content-type': 'multipart/form-data' }, 400],
    ['a multipart form that does not end', '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click', multipart, 400],
    ['JSON', JSON.stringify({ 'List-Unsubscribe': 'One-Click' }), { 'content-type': 'application/json' }, 415],
    ['plain text', ONE_CLICK, { 'content-type': 'text/plain' }, 415],
    ['no body', '', {}, 400],
    ['a long body', `${ONE_CLICK}&a=${'a'.repeat(5_000)}`, FORM, 413],
  ])('is refused and ends nothing: %s', async (_what, body, headers, status) => {
    const { email, token } = await house.confirmed();
    expect((await oneClick(unsubscribePath(token), body, headers)).statusCode).toBe(status);
    expect(await house.rows(email)).toHaveLength(1);
  });

  it.each(['', '?token=', '?token=a&token=b', `?token=${'a'.repeat(101)}`, '?token=a&more=b'])('is refused with the query "%s"', async (query) => {
    expect((await oneClick(`${SUBSCRIPTIONS}/unsubscribe${query}`)).statusCode).toBe(400);
  });
});

describe('a program that opens every link of a mail', () => {
  it('changes nothing: GET and HEAD of the address in the header lead to the page, which asks', async () => {
    const { email, token } = await house.confirmed(['incidents', 'maintenance']);
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await house.app.inject({ method, url: unsubscribePath(token) });
      const oneClickToken = unsubscribeToken(house.platform.config, idOf(token));
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        `${house.platform.config.publicUrl}/#/api-status/subscription?end=${oneClickToken}`,
      ]);
    }
    expect(await house.rows(email)).toMatchObject([{ topics: ['incidents', 'maintenance'] }]);
  });

  it('finds no other link that reaches the server with a token', async () => {
    const { email, token } = await house.confirmed();
    await subscribe(email);
    const news = newsMail(house.platform.config, { topic: 'incidents', subject: 'News', text: 'News' }, { subscriptionId: idOf(token), email });
    const links = [...house.mailsTo(email), news].flatMap(({ text }) => text.match(/https?:\S+/g) ?? []);
    expect(links.filter((link) => link.includes('sub_')).length).toBe(3);
    expect(links.filter((link) => link.split('#')[0]?.includes('sub_') === true)).toEqual([]);
  });

  it('gets no answer to GET from the calls of the page', async () => {
    const { token } = await house.confirmed();
    for (const path of ['', '/confirm', '/read', '/change', '/end']) {
      expect((await house.app.inject(`${SUBSCRIPTIONS}${path}?token=${token}`)).statusCode).toBeGreaterThanOrEqual(404);
    }
  });
});

describe('a token', () => {
  it('stays valid while the keys of tokens and cookies are exchanged', () => {
    let text = makeKeysText(2048);
    const keysOf = () => ({ keys: { secrets: Buffer.from(parseKeysFile(text)?.secrets ?? '', 'base64url') } });
    const before = keysOf();
    const tokens = [confirmToken(before, 'sub_1', ['incidents']), manageToken(before, 'sub_1')];
    const ending = unsubscribeToken(before, 'sub_1');
    for (const phase of ['publish', 'use', 'retire']) {
      const rotated = rotateKeys(text, new Date(), true);
      if ('refused' in rotated) throw new Error(rotated.refused);
      expect(rotated.phase).toBe(phase);
      ({ text } = rotated);
      for (const token of tokens) expect(readHolder(keysOf(), token)?.subscriptionId).toBe('sub_1');
      expect(readEnding(keysOf(), ending)).toBe('sub_1');
    }
  });

  it('has the 43 characters that logs mask, and fits the contract', () => {
    const { config } = house.platform;
    const id = house.platform.random.id('sub');
    for (const token of [
      confirmToken(config, id, ['apiChanges', 'incidents', 'maintenance']),
      manageToken(config, id),
      unsubscribeToken(config, id),
    ]) {
      expect(token).toMatch(/(?<![\w-])[\w-]{43}$/);
      expect(token.length).toBeLessThanOrEqual(100);
    }
  });
});
