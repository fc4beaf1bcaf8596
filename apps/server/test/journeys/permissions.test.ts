/** The customer's permissions at the bank: what they see, what is nobody's business but theirs, and what withdrawing does. */
import type { Permission } from '@portico/contract';
import { jsonOf, member, type WireAnswer } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type AtTheBank, CHOSEN_ONCE, openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';

let house: PermissionsHouse;
beforeAll(async () => {
  house = await openPermissionsHouse('dev_permissions');
});
afterAll(() => house.close());

const DAY_MS = 24 * 60 * 60_000;
const PERIOD = { dateFrom: '2026-01-01', dateTo: '2026-06-30' };
const idsOf = (permissions: readonly Permission[]) => permissions.map(({ permissionId }) => permissionId);
const codeOf = (answer: WireAnswer) => [
  answer.status,
  member(jsonOf(answer), 'errors', '0', 'code') ?? member(jsonOf(answer), 'tppMessages', '0', 'code'),
];
const readAccounts = (token: string, consentId: string) =>
  house.send(undefined, 'GET', '/api/v1/accounts', { bearer: token, headers: { 'consent-id': consentId, 'psu-ip-address': '192.0.2.1' } });
const visible = ({ status, headers, text }: WireAnswer) => {
  const { date: _date, 'x-request-id': _id, ...others } = headers;
  return { status, text, others };
};

/** A customer who has not been used yet: a fresh one of this developer, with a token and at the bank. */
async function open(country: 'ee' | 'lv' | 'lt' = 'ee') {
  const user = house.customer(country, 'person');
  const token = await house.tokenOf(user);
  expect((await house.pages.call(token, 'DELETE', '/api/v1/sandbox/reset')).status).toBe(204);
  return { user, token, at: await house.atTheBank(user) };
}

describe('the permissions of a customer', () => {
  it('name provider and application, accounts with their rights, since when, until when and how often they are used', async () => {
    const { token, at } = await open();
    const { id } = await house.give(token, at);
    expect((await at.list()).visitor).toMatchObject({ bankCountry: 'ee' });
    for (let times = 0; times < 2; times += 1) expect((await readAccounts(token, id)).status).toBe(200);
    const permission = await at.one(id);
    expect(permission).toMatchObject({
      permissionId: id,
      kind: 'consent',
      state: 'valid',
      form: 'global',
      isRecurring: true,
      frequencyPerDay: 4,
      hasBalances: true,
      hasTransactions: true,
      readingsLately: 2,
      isWithdrawable: true,
    });
    expect(permission.tppName).not.toBe('');
    expect(permission.tppApplicationName).not.toBe('');
    expect(permission.end).toBeUndefined();
    expect(Date.now() - Date.parse(permission.lastUsedAt ?? '')).toBeLessThan(60_000);
    expect(permission.accounts.length).toBeGreaterThan(1);
    for (const account of permission.accounts) expect(account).toMatchObject({ name: expect.any(String), hasBalances: true, hasTransactions: true });
  });

  it('show whether a consent covers chosen accounts or only the list of accounts', async () => {
    const { token, at } = await open();
    const chosen = await house.give(token, at, CHOSEN_ONCE);
    const listed = await house.give(token, at, { ...CHOSEN_ONCE, access: { availableAccounts: 'allAccounts' } });
    expect(await at.one(chosen.id)).toMatchObject({
      form: 'bankOffered',
      isRecurring: false,
      hasTransactions: false,
      accounts: [{ hasBalances: true, hasTransactions: false }],
    });
    expect(await at.one(listed.id)).toMatchObject({ form: 'listOnly', hasBalances: false, hasTransactions: false });
  });

  it('list unsigned and refused consents among the past ones, and a withdrawal changes neither', async () => {
    const { token, at } = await open('lv');
    const asked = await house.pages.ask(token, 'consent', CHOSEN_ONCE);
    const refused = await house.pages.ask(token, 'consent', CHOSEN_ONCE);
    await (await house.pages.enter(at.browser, refused)).refuse();
    const { permissions } = await at.list('?view=past');
    expect(idsOf(permissions).slice(0, 2)).toEqual([refused.id, asked.id]);
    expect(permissions.slice(0, 2)).toMatchObject([
      { state: 'ended', end: { how: 'refused' } },
      { state: 'asked', isWithdrawable: false },
    ]);
    expect(permissions[1]?.end).toBeUndefined();
    expect(codeOf(await at.withdraw(asked.id))).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect((await at.withdraw(refused.id)).status).toBe(200);
    expect((await at.one(refused.id)).end?.how).toBe('refused');
    expect(await house.pages.statusOf(token, asked)).toBe('received');
  });

  it('include statements: readable for fifteen minutes, past afterwards, never withdrawable', async () => {
    const { token, at } = await open('lv');
    const iban = await house.pages.firstIban(token);
    const { id } = await house.give(token, at, { account: { iban }, ...PERIOD }, 'transactions-statement');
    const given = await at.one(id);
    expect(given).toMatchObject({ kind: 'statement', state: 'valid', period: PERIOD, accounts: [{ iban }], isWithdrawable: false });
    expect(Date.parse(given.readableUntil ?? '') - Date.parse(given.givenAt ?? '')).toBe(15 * 60_000);
    expect(idsOf((await at.list()).permissions)).toContain(id);
    expect(codeOf(await at.withdraw(id))).toEqual([409, 'SIGNING_STATE_INVALID']);
    await house.advance({ minutes: 16 });
    const later = await house.atTheBank(house.customer('lv', 'person'));
    expect(idsOf((await later.list()).permissions)).not.toContain(id);
    expect((await later.one(id)).end).toMatchObject({ how: 'expired', at: given.readableUntil });
  });
});

describe('a permission that has ended', () => {
  it('says why: replaced, deleted by the provider, expired, used once, not signed, or ended by the bank', async () => {
    const { user, token, at } = await open();
    const replaced = await house.give(token, at);
    const deleted = await house.give(token, at);
    expect((await house.pages.call(token, 'DELETE', deleted.path)).status).toBe(204);
    const expired = await house.give(token, at, { ...EVERY_ACCOUNT, validUntil: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10) });
    const used = await house.give(token, at, CHOSEN_ONCE);
    expect((await readAccounts(token, used.id)).status).toBe(200);
    const [takenBack, left] = [await house.pages.ask(token, 'consent', CHOSEN_ONCE), await house.pages.ask(token, 'consent', CHOSEN_ONCE)];
    expect((await house.pages.call(token, 'DELETE', takenBack.path)).status).toBe(204);
    await house.advance({ days: 3 });
    const later = await house.atTheBank(user);
    const past = (await later.list('?view=past')).permissions;
    const endOf = (id: string) => past.find(({ permissionId }) => permissionId === id)?.end;
    expect([replaced, deleted, expired, used].map(({ id }) => endOf(id)?.how)).toEqual(['replaced', 'provider', 'expired', 'used']);
    expect([takenBack, left].map(({ id }) => endOf(id)?.how)).toEqual(['notSigned', 'notSigned']);
    expect(endOf(replaced.id)?.at).toBeDefined();
    expect(endOf(expired.id)).toEqual({ how: 'expired', on: (await later.one(expired.id)).validUntil });
    expect((await later.list()).permissions).toEqual([]);
    // A page that was never opened by anybody else has written the ends down.
    const { rows } = await house.database.query('select status, ended_by from consent where consent_id = $1', [expired.id]);
    expect(rows).toEqual([{ status: 'expired', ended_by: 'expire' }]);

    const again = await house.tokenOf(user);
    const cut = await house.give(again, later);
    expect((await house.call('DELETE', '/api/tpp/clock', { confirm: true })).status).toBe(200);
    expect((await (await house.atTheBank(user)).one(cut.id)).end?.how).toBe('bank');
  });
});

describe('withdrawing', () => {
  it('ends the provider’s access with the next call, has an audit entry, and allows a new consent', async () => {
    const { user, token, at } = await open();
    const asked = await house.give(token, at);
    expect((await readAccounts(token, asked.id)).status).toBe(200);
    const answer = await at.withdraw(asked.id);
    expect([answer.status, jsonOf(answer)]).toMatchObject([
      200,
      { permission: { state: 'ended', end: { how: 'withdrawn' }, isWithdrawable: false } },
    ]);
    const refused = await readAccounts(token, asked.id);
    expect([refused.status, refused.text.includes('CONSENT_INVALID')]).toEqual([401, true]);
    expect(await house.pages.statusOf(token, asked)).toBe('revokedByPsu');
    const { rows } = await house.database.query('select event, ids from audit_entry where chain = $1 order by position desc limit 1', [
      `consent:${asked.id}`,
    ]);
    expect(rows).toMatchObject([{ event: 'consent.revoked', ids: { status: 'revokedByPsu', withdrawnBy: user.id } }]);
    const next = await house.give(token, at);
    expect(idsOf((await at.list()).permissions)).toEqual([next.id]);
  });

  it('is idempotent: repeated, concurrent or after a deletion by the provider, it returns how the consent ended', async () => {
    const { token, at } = await open();
    const first = await house.give(token, at);
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.withdraw(first.id)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const events = await house.database.query(`select event from audit_entry where chain = $1 and event = 'consent.revoked'`, [
      `consent:${first.id}`,
    ]);
    expect(events.rows).toHaveLength(1);
    expect((await house.pages.call(token, 'DELETE', first.path)).status).toBe(204);
    expect((await at.one(first.id)).end?.how).toBe('withdrawn');

    const second = await house.give(token, at);
    expect((await house.pages.call(token, 'DELETE', second.path)).status).toBe(204);
    expect(jsonOf(await at.withdraw(second.id))).toMatchObject({ permission: { end: { how: 'provider' } } });
    expect(await house.pages.statusOf(token, second)).toBe('terminatedByTpp');
  });

  it('concurrent with a deletion by the provider has one outcome, which both read', async () => {
    const { token, at } = await open();
    for (let round = 0; round < 5; round += 1) {
      const asked = await house.give(token, at);
      const [withdrawn, deleted] = await Promise.all([at.withdraw(asked.id), house.pages.call(token, 'DELETE', asked.path)]);
      expect([withdrawn.status, deleted.status]).toEqual([200, 204]);
      const how = (await at.one(asked.id)).end?.how;
      expect(member(jsonOf(withdrawn), 'permission', 'end', 'how')).toBe(how);
      expect(await house.pages.statusOf(token, asked)).toBe(how === 'withdrawn' ? 'revokedByPsu' : 'terminatedByTpp');
    }
  });

  it('refuses a read that the provider began before the withdrawal', async () => {
    const { user, token, at } = await open();
    const asked = await house.give(token, at);
    const { consents } = house.modules.access;
    const caller = { sandboxId: '', appId: '', customerId: user.id, bankCountry: 'ee', locale: 'en', roles: undefined } as const;
    const { rows } = await house.database.query('select sandbox_id, app_id from consent where consent_id = $1', [asked.id]);
    const [row] = rows;
    const reader = { ...caller, sandboxId: String(member(row, 'sandbox_id')), appId: String(member(row, 'app_id')) };
    const granted = await consents.require(reader, asked.id, 'list');
    expect((await at.withdraw(asked.id)).status).toBe(200);
    const use = { endpoint: 'accounts', resource: '', isAttended: false } as const;
    await expect(consents.count(granted, use)).rejects.toMatchObject({ status: 401, code: 'CONSENT_INVALID' });
    expect((await at.one(asked.id)).lastUsedAt).toBeUndefined();
  });
});

describe('a company’s permissions', () => {
  it('can be seen and withdrawn by each of its signatories; the other one reads the name of who withdrew', async () => {
    const token = await house.tokenOf(house.company);
    const first = await house.atTheBank(house.company);
    const asked = await house.give(token, first);
    const second = await house.atTheBank('coSigner');
    const { companies, permissions } = await second.list();
    expect([companies, idsOf(permissions)]).toEqual([['Näidis Puidutöökoda OÜ'], [asked.id]]);
    expect(permissions[0]).toMatchObject({ accountHolder: 'Näidis Puidutöökoda OÜ', representative: 'Tõnu Näidis', isWithdrawable: true });
    expect((await second.withdraw(asked.id)).status).toBe(200);
    expect(await house.pages.statusOf(token, asked)).toBe('revokedByPsu');
    expect((await first.one(asked.id)).end).toMatchObject({ how: 'withdrawn', by: 'Kaur Kaasallkiri' });
    expect((await second.one(asked.id)).end?.by).toBeUndefined();
  });
});

describe('access to permissions', () => {
  it.each(['GET', 'POST'] as const)('returns to %s of another customer the 404 of an unknown permission, and changes nothing', async (method) => {
    const owner = await open('lt');
    const asked = await house.give(owner.token, owner.at);
    const other: AtTheBank = await house.atTheBank(house.customer('ee', 'person'));
    const rest = method === 'GET' ? '' : '/withdrawal';
    const foreign = await other.send(method, `/${asked.id}${rest}`);
    expect(codeOf(foreign)).toEqual([404, 'NOT_FOUND']);
    for (const none of ['cns_00000000000000000000000000', 'sta_00000000000000000000000000', 'x', 'pay_1']) {
      expect(visible(await other.send(method, `/${none}${rest}`))).toEqual(visible(foreign));
    }
    expect(await house.pages.statusOf(owner.token, asked)).toBe('valid');
    expect(idsOf((await other.list()).permissions)).not.toContain(asked.id);
    expect((await other.list(`?view=past&search=${await house.pages.firstIban(owner.token)}`)).permissions).toEqual([]);
  });

  it('ends with the session: the customer can no longer list, read or withdraw', async () => {
    const { token, at } = await open('lt');
    const asked = await house.give(token, at);
    expect((await at.browser.send('DELETE', '/bank/session')).status).toBe(204);
    for (const answer of [await at.send('GET', ''), await at.send('GET', `/${asked.id}`), await at.withdraw(asked.id)])
      expect(codeOf(answer)).toEqual([410, 'SIGN_IN_UNKNOWN']);
    expect(await house.pages.statusOf(token, asked)).toBe('valid');
  });

  it.each(['?view=all', '?after=x%27', '?search=%00', `?search=${'x'.repeat(71)}`, '?page=2'])('refuses a list with the query %s', async (query) => {
    const at = await house.atTheBank(house.customer('ee', 'person'));
    expect((await at.send('GET', query)).status).toBe(400);
  });
});
