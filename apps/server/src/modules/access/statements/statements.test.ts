import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import { closeTestAccount } from '#modules/bank-sandbox/index.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { openStatementsHarness, type StatementsHarness } from '../testing/statements-harness.ts';

const MINUTE = 60;
let house: StatementsHarness;
beforeAll(async () => {
  house = await openStatementsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

async function codeOf(work: Promise<unknown>): Promise<string> {
  const refusal = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  return `${Object(refusal).status} ${Object(refusal).code}`;
}
const informationOf = async (statementId: string) => (await house.call('GET', `/transactions-statements/${statementId}`)).json();
const details = (statementId: string) => house.statements.details(house.db, house.sandboxId, statementId);
const owner = () => ({ sandboxId: house.sandboxId, customerId: house.liis.customerId });

describe('the signing page', () => {
  it('shows whose account, and which period', async () => {
    const statementId = await house.create();
    expect(await details(statementId)).toEqual({
      accountHolder: 'Liis Näidis',
      iban: house.iban(0),
      currency: 'EUR',
      dateFrom: await house.day(-120),
      dateTo: await house.day(),
      statementStatus: 'received',
    });
  });

  it('names the company and the person who signs for it', async () => {
    const { name, firstName, surname } = house.company;
    const [account] = await house.bank.listAccounts(house.db, house.company);
    const statementId = await house.create({ account: { iban: account?.iban } }, 'company');
    expect(await details(statementId)).toMatchObject({ accountHolder: name, representative: `${firstName} ${surname}`, iban: account?.iban });
    expect((await house.sign(statementId, house.company.customerId)).statementStatus).toBe('valid');
  });

  it('is that of no other sandbox', async () => {
    expect(await house.statements.details(house.db, 'sbx_test', await house.create())).toBeUndefined();
  });
});

describe('signing', () => {
  it('makes a statement readable, says until when, and leaves a trace of what was signed', async () => {
    const statementId = await house.create();
    const { statementStatus, signedAt = '' } = await house.sign(statementId);
    expect(statementStatus).toBe('valid');
    expect(await informationOf(statementId)).toMatchObject({
      statementStatus: 'valid',
      readableUntil: new Date(Date.parse(signedAt) + 900_000).toISOString(),
      _links: { transactions: { href: expect.stringMatching(new RegExp(`/${statementId}/transactions$`)) } },
    });
    expect(await details(statementId)).toMatchObject({ statementStatus: 'valid', signedAt });
    expect(await house.auditOf(`statement:${statementId}`)).toEqual(['statement.received', 'statement.granted']);
  });

  it('happens once', async () => {
    const statementId = await house.create();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => house.sign(statementId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect(await codeOf(house.sign(statementId))).toBe('409 ALREADY_SIGNED');
  });

  it('is refused after a refusal, and after the provider has deleted it', async () => {
    const [refused, deleted] = [await house.create(), await house.create()];
    await house.reject(refused);
    await house.remove(deleted);
    for (const statementId of [refused, deleted]) expect(await codeOf(house.sign(statementId))).toBe('409 SIGNING_STATE_INVALID');
  });

  it('is for its own customer only', async () => {
    await expect(house.sign(await house.create(), house.mart.customerId)).rejects.toThrow(/no statement/);
  });

  it('is refused, and found out before the phone is asked, when the account was closed meanwhile', async () => {
    const statementId = await house.create({ account: { iban: house.iban(1) } });
    await house.write((context) => closeTestAccount(house, context.tx, owner(), house.iban(1)));
    expect(await codeOf(house.statements.check(house.db, house.sandboxId, statementId))).toBe('400 ACCOUNT_UNKNOWN');
    expect(await codeOf(house.sign(statementId))).toBe('400 ACCOUNT_UNKNOWN');
    expect(await house.statusOf(statementId)).toBe('received');
  });
});

describe('refusing', () => {
  it.each(['refused', 'expired'] as const)('(%s) rejects an unsigned statement, and changes nothing when repeated', async (reason) => {
    const statementId = await house.create();
    expect([await house.reject(statementId, reason), await house.reject(statementId, reason)]).toEqual(['rejected', 'rejected']);
    expect(await house.statusOf(statementId)).toBe('rejected');
  });

  it('leaves a signed statement as it is', async () => {
    expect(await house.reject(await house.createValid(), 'expired')).toBe('valid');
  });
});

describe('time', () => {
  it('ends a statement 15 minutes after the signature, and not before', async () => {
    const statementId = await house.createValid();
    expect(await house.later(14 * MINUTE, () => house.statusOf(statementId))).toBe('valid');
    expect(await house.later(15 * MINUTE, () => house.statusOf(statementId))).toBe('expired');
    expect(await house.auditOf(`statement:${statementId}`)).toEqual(['statement.received', 'statement.granted', 'statement.expired']);
    expect(await informationOf(statementId)).not.toHaveProperty('readableUntil');
  });

  it('counts from the signature, however long that took', async () => {
    const statementId = await house.create();
    await house.later(10 * MINUTE, () => house.sign(statementId));
    expect(await house.later(24 * MINUTE, () => house.statusOf(statementId))).toBe('valid');
    expect(await house.later(25 * MINUTE + 10, () => house.statusOf(statementId))).toBe('expired');
  });

  it('keeps it ended when the clock goes back', async () => {
    const statementId = await house.createValid();
    await house.later(20 * MINUTE, () => house.statusOf(statementId));
    expect(await house.statusOf(statementId)).toBe('expired');
  });

  it('is written once, however many look at the same moment', async () => {
    const statementId = await house.createValid();
    await house.later(15 * MINUTE, () => Promise.all(Array.from({ length: 5 }, () => house.statusOf(statementId))));
    expect((await house.auditOf(`statement:${statementId}`)).filter((event) => event === 'statement.expired').length).toBe(1);
  });
});

describe('a reset', () => {
  it('ends everything of this customer, and nothing of another', async () => {
    const [valid, unsigned] = [await house.createValid(), await house.create()];
    await house.write((context) => house.statements.endOpen(context, { ...owner(), customerId: house.mart.customerId }));
    expect([await house.statusOf(valid), await house.statusOf(unsigned)]).toEqual(['valid', 'received']);
    await house.write((context) => house.statements.endOpen(context, owner()));
    expect([await house.statusOf(valid), await house.statusOf(unsigned)]).toEqual(['expired', 'rejected']);
  });
});

describe('the database', () => {
  it.each([
    ['rejected', 'valid'],
    ['valid', 'received'],
    ['valid', 'rejected'],
    ['received', 'expired'],
    ['received', 'terminatedByTpp'],
  ])('refuses a statement that goes from %s to %s behind our back', async (from, to) => {
    const statementId = from === 'valid' ? await house.createValid() : await house.create();
    if (from === 'rejected') await house.reject(statementId);
    const attempt = house.database.query('update transactions_statement set status = $1, signed_at = now() where statement_id = $2', [
      to,
      statementId,
    ]);
    await expect(attempt).rejects.toThrow(/does not move/);
  });

  it.each(['iban', 'account_id', 'date_from', 'date_to', 'app_id', 'customer_id'])('refuses another %s than was asked for', async (column) => {
    const value = column.startsWith('date') ? `${column} - 1` : `'x'`;
    const attempt = house.database.query(`update transactions_statement set ${column} = ${value} where statement_id = $1`, [await house.create()]);
    await expect(attempt).rejects.toThrow(/stays as it was asked/);
  });
});
