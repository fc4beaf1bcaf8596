/** Maintenance as everybody meets it: applications, customers who are signing, developers, and the servers beside each other. */
import { enterSigning, jsonOf, member, SITE, signInAtBank } from '@portico/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import type { OperatorEvent } from '../../src/app/operators/operator-order.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
afterEach(async () => {
  await operate('off');
  await sql`delete from maintenance`.execute(house.database.db);
});

const ORDER = { about: '', operator: 'mari', isConfirmed: false, file: '', options: {} };

/** What an operator is told. */
async function operate(command: string, options: Readonly<Record<string, string>> = {}, about = ''): Promise<readonly OperatorEvent[]> {
  const server = house.portico;
  const order = { ...ORDER, command: `maintenance ${command}`, options, about };
  const events: OperatorEvent[] = [];
  for await (const event of playOrder(server, order)) events.push(event);
  return events;
}

/** Servers know again what was changed behind their back. */
const passed = () => new Promise((resolve) => setTimeout(resolve, 1_050));
const get = async (path: string, server = house.portico) => server.app.inject({ method: 'GET', url: path, headers: { host: 'localhost:3000' } });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z');
const cancelNext = async () => operate('cancel', {}, (await answer()).planned[0]?.maintenanceId);
const answer = async () => (await get('/api/maintenance')).json();

describe('maintenance in progress', () => {
  it('refuses new requests of an application with 503, Retry-After and the body of its standard', async () => {
    const token = await house.token(house.browse());
    await operate('on', { until: inHours(2) });
    const refused = await house.portico.app.inject({
      method: 'POST',
      url: '/api/v1/payments/sepa-credit-transfers',
      headers: { host: 'localhost:3000', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(7_000);
    expect(refused.json()).toMatchObject({
      tppMessages: [{ category: 'ERROR', code: 'SERVICE_UNAVAILABLE', text: expect.stringContaining('Nothing was done') }],
    });
  });

  it('returns Retry-After: 120 if its end is not set', async () => {
    await operate('on');
    const refused = await get('/api/v1/consents/con_1/authorisations');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '120']);
    expect(refused.json().tppMessages[0].text).toContain('Try again later');
  });

  it.each(['/api/tpp', '/api/tpp/psu', '/api/prefills', '/api/specs', '/identity/session'])('closes %s to developers', async (path) => {
    await operate('on');
    const refused = await get(path);
    expect([refused.statusCode, refused.json()]).toMatchObject([503, { errors: [{ code: 'MAINTENANCE' }], message: expect.any(String) }]);
  });

  it.each([
    '/healthz',
    '/readyz',
    '/config.json',
    '/content/dev-portal-menu',
    '/content/homepage.json',
    '/content/ob-maintenance',
    '/api/maintenance',
    '/api/v2/jwks',
    '/api/v2/.well-known/openid-configuration',
  ])('leaves %s open', async (path) => {
    await operate('on');
    await expect.poll(async () => (await get(path)).statusCode).toBe(200);
  });

  it('returns 404 for an unknown address', async () => {
    await operate('on');
    expect((await get('/api/v1/nothing')).statusCode).toBe(404);
  });

  it('redirects a new sign-in to the website with temporarily_unavailable and its state', async () => {
    await operate('on', { until: inHours(1) });
    const request = house.tpp.authorize('ee');
    const { status, headers } = await house.browse().send('GET', request.address);
    const back = new URL(headers.location ?? '');
    expect([status, back.origin, back.searchParams.get('error')]).toEqual([303, SITE, 'temporarily_unavailable']);
    expect(back.searchParams.get('state')).toBe(new URL(request.address, 'http://x.example').searchParams.get('state'));
    expect(back.searchParams.get('error_description')).toMatch(/^[\x20-\x7e]+$/);
  });

  it('lets a sign-in that began earlier end with a token', async () => {
    const browser = house.browse();
    const request = house.tpp.authorize('ee');
    const page = (await browser.send('GET', request.address)).headers.location ?? '';
    await operate('on');
    const back = await browser.send('GET', await signInAtBank(browser, page, house.customers[0]));
    expect(await request.redeem(back.headers.location ?? '')).not.toBe('');
  });

  it('lets a payment that was created earlier be signed, and its status be read', async () => {
    const browser = house.browse();
    const token = await house.token(browser);
    const order = orderOf('1.00');
    const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
    await operate('on');
    const page = await enterSigning(browser, scaRedirect, house.customers[0]);
    const [iban = ''] = await page.ibans();
    await page.choose(iban);
    const signed = await page.sign(iban);
    expect([signed.status, member(jsonOf(signed), 'tppSuccessUrl') ?? signed.text]).toEqual([200, expect.any(String)]);
    expect(await house.tpp.readStatus(token, order, paymentId)).toMatch(/^AC/);
  });

  it('begins and ends on another server within a second', async () => {
    const other = await house.startServer();
    expect((await get('/api/prefills', other)).statusCode).not.toBe(503);
    await operate('on');
    await passed();
    expect((await get('/api/prefills', other)).statusCode).toBe(503);
    await operate('off');
    await passed();
    expect((await get('/api/prefills', other)).statusCode).not.toBe(503);
  });
});

describe('planned maintenance', () => {
  it('is announced, begins and ends at its times', async () => {
    const [begins, ends] = [inHours(1), inHours(3)];
    await operate('plan', { from: begins, until: ends, message: 'New core.', 'message-lt': 'Nauja sistema.' });
    expect(await answer()).toEqual({
      running: null,
      planned: [
        {
          maintenanceId: expect.stringMatching(/^mnt_/),
          state: 'planned',
          startsAt: begins.replace('Z', '.000Z'),
          endsAt: ends.replace('Z', '.000Z'),
          texts: { en: 'New core.', lt: 'Nauja sistema.' },
        },
      ],
    });
    expect((await get('/api/prefills')).statusCode).not.toBe(503);
    await sql`update maintenance set starts_at = now() - interval '1 hour', ends_at = now() + interval '3 seconds'`.execute(house.database.db);
    await passed();
    expect((await get('/api/prefills')).statusCode).toBe(503);
    await expect.poll(async () => (await get('/api/prefills')).statusCode).not.toBe(503);
    expect(await answer()).toEqual({ running: null, planned: [] });
  });

  it('is in the news and their feed with the operator’s text until it is cancelled', async () => {
    const news = async () => (await get('/content/dev-portal-news')).json();
    const before = await news();
    await operate('plan', { from: inHours(1), until: inHours(3), message: 'New <b>core</b>.\n\nTwice.' });
    const [item, ...others] = await news();
    expect(others).toEqual(before);
    expect(item).toMatchObject({
      title: expect.stringMatching(/^Planned maintenance on \d{4}-\d\d-\d\d \d\d:\d\d EES?T$/),
      url: expect.stringMatching(/^\/news\/mnt-/),
      tags: ['maintenance'],
      field_paragraphs: [{ content: [{ text: 'New <b>core</b>.' }] }, { content: [{ text: 'Twice.' }] }, { type: 'text' }],
    });
    expect((await get(`/content/dev-portal-news/${item.url.slice('/news/'.length)}`)).json()).toEqual(item);
    expect((await get(`/content${item.markdown}`)).body).toContain(`# ${item.title}`);
    expect((await get('/content/dev-portal-news.atom')).body).toContain(item.title);
    await cancelNext();
    expect(await news()).toEqual(before);
    expect((await get(`/content/dev-portal-news/${item.url.slice('/news/'.length)}`)).statusCode).toBe(404);
  });

  it('can be cancelled, and then has the state cancelled', async () => {
    await operate('plan', { from: inHours(1), until: inHours(2) });
    expect(await cancelNext()).toMatchObject([{ line: expect.stringContaining('is taken back') }, { exitCode: 0 }]);
    expect(await answer()).toEqual({ running: null, planned: [] });
    expect(await house.portico.modules.maintenance.list(new Date(0))).toMatchObject([{ state: 'cancelled' }]);
  });
});

describe('an operator', () => {
  // Review of 25 November 2026, section 2: the second `maintenance off` took back the next window.
  it('who ends maintenance twice takes back nothing that is planned', async () => {
    await operate('plan', { from: inHours(1), until: inHours(2) });
    await operate('on', { message: 'Now.' });
    expect(await operate('off')).toMatchObject([{ line: expect.stringContaining('has ended') }, { exitCode: 0 }]);
    const { maintenanceId } = (await answer()).planned[0];
    expect(await operate('off')).toEqual([
      { exitCode: 64, text: `No maintenance runs. Take back what is planned: maintenance cancel ${maintenanceId} Nothing was changed.` },
    ]);
    expect((await answer()).planned).toMatchObject([{ maintenanceId }]);
  });

  it.each(['', 'mnt_none'])('cannot take back maintenance that is not planned: %j', async (id) => {
    await operate('on', { message: 'Now.' });
    const { running } = await answer();
    for (const about of [id, running.maintenanceId])
      expect(await operate('cancel', {}, about)).toMatchObject([{ exitCode: 64, text: expect.stringContaining('is planned. List what is') }]);
    expect((await answer()).running).toMatchObject({ maintenanceId: running.maintenanceId });
  });

  it('sees the running and the planned maintenance', async () => {
    expect(await operate('show')).toEqual([{ exitCode: 0, text: 'No maintenance runs and none is planned.' }]);
    await operate('plan', { from: inHours(5), until: inHours(6) });
    await operate('on', { message: 'Now.' });
    const [running, planned] = (await operate('show')).map((event) => ('line' in event ? JSON.parse(event.line) : event));
    expect([running, planned]).toMatchObject([{ state: 'running', texts: { en: 'Now.' } }, { state: 'planned' }]);
  });

  it('changes the end and some texts of the running maintenance, and keeps the other texts', async () => {
    await operate('on', { until: inHours(1), message: 'One hour.' });
    await operate('on', { until: inHours(2), 'message-et': 'Kaks tundi.' });
    const { running } = await answer();
    expect(running.texts).toEqual({ en: 'One hour.', et: 'Kaks tundi.' });
    expect(new Date(running.endsAt).getTime()).toBeGreaterThan(Date.now() + 1.9 * 3_600_000);
  });

  it.each([
    ['on', { until: 'tomorrow' }, '--until "tomorrow" is no time. Accepted: a time at the bank (Europe/Tallinn)'],
    ['on', { until: '2026-02-30 10:00' }, 'is no time'],
    ['on', { until: '2027-03-28 03:30' }, 'is no time'],
    ['on', { until: '2020-01-01 10:00' }, 'is past: it is'],
    ['on', { until: '2099-01-01 10:00' }, 'more than a year ahead'],
    ['plan', { from: '2020-01-01 10:00', until: inHours(1) }, '--from 2020-01-01 10:00 EET is past'],
    ['plan', { from: inHours(2), until: inHours(1) }, 'is not after --from'],
    ['plan', { from: inHours(2), until: inHours(2) }, 'is not after --from'],
    ['on', { message: ' ' }, '--message has 1 to 2000 characters'],
    ['on', { 'message-ru': 'x'.repeat(2_001) }, '--message-ru has 1 to 2000 characters'],
    ['on', { message: 'a\u202eb' }, '--message holds a character that shows nothing'],
    ['off', {}, 'No maintenance runs and none is planned.'],
  ])('is refused: %s %j', async (command, options, text) => {
    const events = await operate(command, options);
    expect(events).toEqual([{ exitCode: 64, text: expect.stringContaining(text) }]);
    expect(await answer()).toEqual({ running: null, planned: [] });
  });

  it('cannot begin a running maintenance again without a change, nor plan one that overlaps', async () => {
    await operate('plan', { from: inHours(2), until: inHours(4) });
    expect(await operate('plan', { from: inHours(3), until: inHours(5) })).toMatchObject([
      { exitCode: 64, text: expect.stringContaining('overlaps mnt_') },
    ]);
    await operate('on', { until: inHours(1) });
    expect(await operate('on')).toMatchObject([{ exitCode: 64, text: expect.stringContaining('runs already, until') }]);
  });

  it('is named in the audit entries of begin and end', async () => {
    await operate('on', { until: inHours(1) });
    await operate('off');
    const entries = [];
    for await (const event of playOrder(house.portico, { ...ORDER, command: 'audit export' }))
      if ('line' in event) entries.push(JSON.parse(event.line));
    expect(entries.filter(({ event }) => event.startsWith('maintenance.')).slice(-2)).toMatchObject([
      { event: 'maintenance.begun', ids: { operator: 'mari', maintenanceId: expect.any(String) } },
      { event: 'maintenance.ended', ids: { operator: 'mari' } },
    ]);
  });
});

describe('the maintenance page’s text', () => {
  const page = async (query: string) => (await get(`/content/ob-maintenance${query}`)).json();
  const own = () => `api=${encodeURIComponent(house.config.apiBase)}`;

  it.each(['en', 'et', 'lt', 'lv', 'ru'])('has a default in %s', async (lang) => {
    expect(await page(`?${own()}&lang=${lang.toUpperCase()}`)).toEqual({
      lang,
      title: expect.stringMatching(/\S/),
      body: expect.stringMatching(/^<p>.*<\/p>$/s),
    });
  });

  it('is the operator’s in the languages that they wrote, escaped', async () => {
    await operate('on', { message: 'A <b>new</b>\n\ncore & more', 'message-ru': 'Новая система' });
    expect((await page(`?${own()}&lang=en`)).body).toBe('<p>A &lt;b&gt;new&lt;/b&gt;</p><p>core &amp; more</p>');
    expect((await page(`?${own()}&lang=ru`)).body).toBe('<p>Новая система</p>');
    expect((await page(`?${own()}&lang=lv`)).body).not.toContain('core');
  });

  it('is the default for an API that is not this one', async () => {
    await operate('on', { message: 'Ours.' });
    const theirs = await page('?lang=en');
    for (const api of ['https://other.example/api', '../../../etc/passwd', '__proto__', `${house.config.apiBase}/`, '']) {
      expect(await page(`?api=${encodeURIComponent(api)}&lang=en`)).toEqual(theirs);
    }
    expect(theirs.body).not.toContain('Ours.');
  });

  it.each(['fi', '', 'en-GB', '../et', 'constructor'])('is in English for the language %j', async (lang) => {
    expect(await page(`?lang=${lang}`)).toMatchObject({ lang: 'en' });
  });
});
