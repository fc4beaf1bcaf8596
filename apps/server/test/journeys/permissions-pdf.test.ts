/** All permissions as one file: what it says, in which language, and to whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOfPdf } from '../../src/testing/pdf-text.ts';
import { type AtTheBank, CHOSEN_ONCE, openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';

const PDF = '/pdf';
let house: PermissionsHouse;
let at: AtTheBank;
let ids: readonly string[];

beforeAll(async () => {
  house = await openPermissionsHouse('dev_permissions_pdf');
  const user = house.customer('ee', 'person');
  const token = await house.tokenOf(user);
  at = await house.atTheBank(user);
  const past = await house.give(token, at, CHOSEN_ONCE);
  await at.withdraw(past.id);
  const given = await house.give(token, at);
  ids = [past.id, given.id];
  for (let times = 0; times < 2; times += 1) await read(token, given.id, {});
  await read(token, given.id, { 'psu-ip-address': '192.0.2.1' });
});
afterAll(() => house.close());

async function read(token: string, consentId: string, headers: Record<string, string>): Promise<void> {
  const answer = await house.send(undefined, 'GET', '/api/v1/accounts', { bearer: token, headers: { 'consent-id': consentId, ...headers } });
  expect(answer.status, answer.text).toBe(200);
}

async function load(query = '', { browser }: AtTheBank = at): Promise<{ readonly text: string; readonly headers: Record<string, unknown> }> {
  const path = `/bank/permissions/given${PDF}${query}`;
  const headers = { host: new URL(house.config.publicUrl).host, cookie: browser.cookieHeader(path) };
  const answer = await house.app.inject({ method: 'GET', url: path, headers });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return { text: textOfPdf(answer.rawPayload).join('\n'), headers: answer.headers };
}

describe('the PDF of the permissions', () => {
  it('has those in force, then the past ones, each with its facts', async () => {
    const { text } = await load();
    const [inForce, past] = ids.map((id) => text.indexOf(id)).reverse();
    expect(text.indexOf('In force')).toBeLessThan(inForce ?? -1);
    expect(inForce).toBeLessThan(text.indexOf('History'));
    expect(text.indexOf('History')).toBeLessThan(past ?? -1);
    const { name } = (await at.list()).visitor;
    for (const part of [`The permissions of ${name}`, 'All accounts, also those opened later', 'You withdrew it', 'For one reading'])
      expect(text.replaceAll('\n', ' ')).toContain(part);
  });

  it('says what was read with a permission, with the customer and without', async () => {
    const [, afterHeadings = ''] = (await load()).text.replaceAll('\n', ' ').split('Last time');
    expect(afterHeadings.trim()).toMatch(/^List of accounts\s+1 2 /);
    expect((await load()).text.match(/Nothing was read\./g)).toHaveLength(1);
  });

  it.each([
    ['et', 'Nõusolekud'],
    ['lt', 'Sutikimai'],
    ['lv', 'Piekrišanas'],
    ['ru', 'Согласия'],
  ])('is written in %s on request', async (language, title) => {
    const { text } = await load(`?language=${language}`);
    expect(text).toContain(title);
    expect(text).not.toMatch(/Permissions|undefined|\{/);
  });

  it('is a download that no cache keeps', async () => {
    const { headers } = await load();
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="permissions-\d{4}-\d\d-\d\d\.pdf"$/);
  });

  it('of another customer names none of these permissions', async () => {
    const other = await house.atTheBank(house.customer('lv', 'person'));
    const { text } = await load('', other);
    for (const id of ids) expect(text).not.toContain(id);
    expect(text).toContain('No provider can read your accounts.');
  });

  it.each(['?language=de', '?language=', '?other=1'])('is refused for the query %s', async (query) => {
    expect((await at.send('GET', `${PDF}${query}`)).status).toBe(400);
  });

  it('needs a sign-in', async () => {
    const visitor = await house.atTheBank(house.customer('lt', 'person'));
    expect((await visitor.browser.send('DELETE', '/bank/session')).status).toBe(204);
    expect((await visitor.send('GET', PDF)).status).toBe(410);
  });
});
