import { CONSENT_START_SECONDS } from '@portico/contract/values';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import { msUntilBankDay } from '../../../testing/bank-day.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { type ConsentsHarness, openConsentsHarness } from '../testing/consents-harness.ts';

let house: ConsentsHarness;
beforeAll(async () => {
  house = await openConsentsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

const BANK_OFFERED = { accounts: [], balances: [] };
const detailsOf = (consentId: string) => house.consents.details(house.db, house.sandboxId, consentId);
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'nothing was refused',
    (error: { status?: number; code?: string }) => `${error.status} ${error.code}`,
  );

async function atDay<Result>(days: number, work: () => Promise<Result>): Promise<Result> {
  await house.moveClock(msUntilBankDay(days) / 1000);
  try {
    return await work();
  } finally {
    await house.moveClock(0);
  }
}

describe('the details of a consent', () => {
  it('contain every named account with its rights, in the customer’s order', async () => {
    const details = await detailsOf(await house.create());
    const [everyday, savings] = house.accounts.map(({ iban, currency, name }) => ({ iban, currency, name }));
    const referenceOf = (account: typeof everyday) => ({ iban: account?.iban, currency: 'EUR' });
    expect(details).toMatchObject({
      accountHolder: 'Liis Näidis',
      consentStatus: 'received',
      access: {
        form: 'detailed',
        accounts: [everyday, savings],
        balances: [referenceOf(everyday), referenceOf(savings)],
        transactions: [referenceOf(everyday)],
      },
      recurringIndicator: true,
      frequencyPerDay: 4,
    });
    expect(details?.representative).toBeUndefined();
  });

  it('contain all accounts to choose from, with the rights of each', async () => {
    const details = await detailsOf(await house.create(house.requestOf({ access: BANK_OFFERED })));
    expect(details?.access.accounts.map(({ iban }) => iban)).toEqual(house.accounts.map(({ iban }) => iban));
    expect(details?.access.balances.length).toBe(house.accounts.length);
    expect(details?.access.transactions).toEqual([]);
  });

  it.each([
    ['global', { allPsd2: 'allAccounts' }, 3, 3],
    ['listOnly', { availableAccounts: 'allAccounts' }, 0, 0],
    ['listOnly', { availableAccountsWithBalance: 'allAccounts' }, 3, 0],
  ])('contain all accounts for a %s consent', async (form, access, balances, transactions) => {
    const details = await detailsOf(await house.create(house.requestOf({ access })));
    expect(details?.access.form).toBe(form);
    expect(details?.access.accounts.length).toBe(3);
    expect([details?.access.balances.length, details?.access.transactions.length]).toEqual([balances, transactions]);
  });

  it('are undefined for an unknown consent or one of another sandbox', async () => {
    expect(await detailsOf('cns_unknown')).toBeUndefined();
    expect(await house.consents.details(house.db, 'sbx_test', await house.create())).toBeUndefined();
  });
});

describe('signing', () => {
  it('makes the consent valid and returns the time', async () => {
    const consentId = await house.create();
    expect(await house.sign(consentId)).toEqual({ consentStatus: 'valid', signedAt: expect.stringMatching(/Z$/) });
    expect((await detailsOf(consentId))?.consentStatus).toBe('valid');
    expect((await house.call('GET', `/consents/${consentId}`)).json()._links).toEqual({ account: { href: 'http://localhost:3000/api/v1/accounts' } });
  });

  it('grants exactly the accounts that the customer chose', async () => {
    const consentId = await house.create(house.requestOf({ access: BANK_OFFERED }));
    await house.sign(consentId, [house.iban(1)]);
    const chosen = [{ iban: house.iban(1), currency: 'EUR' }];
    expect((await detailsOf(consentId))?.access).toMatchObject({ accounts: [{ iban: house.iban(1) }], balances: chosen, transactions: [] });
    expect((await house.call('GET', `/consents/${consentId}`)).json().access).toEqual({ accounts: chosen, balances: chosen });
  });

  it.each([
    ['none of the accounts', () => [], '400 FORMAT_ERROR'],
    ['no choice', () => undefined, '400 FORMAT_ERROR'],
    ['somebody else’s account', () => [house.iban(0), 'EE869800100045081764'], '400 ACCOUNT_UNKNOWN'],
  ])('refuses %s where the customer has to choose', async (_name, ibans, code) => {
    const consentId = await house.create(house.requestOf({ access: BANK_OFFERED }));
    expect(await codeOf(house.sign(consentId, ibans()))).toBe(code);
    expect(await house.statusOf(consentId)).toBe('received');
  });

  it('refuses chosen accounts for a detailed consent', async () => {
    const consentId = await house.create();
    expect(await codeOf(house.sign(consentId, [house.iban(0)]))).toBe('400 FORMAT_ERROR');
  });

  it('is refused when it is repeated', async () => {
    const consentId = await house.createValid();
    expect(await codeOf(house.sign(consentId))).toBe('409 ALREADY_SIGNED');
  });

  it('is refused after the consent was rejected', async () => {
    const consentId = await house.create();
    await house.write((context) => house.consents.reject(context, house.sandboxId, consentId, 'refused'));
    expect(await codeOf(house.sign(consentId))).toBe('409 SIGNING_STATE_INVALID');
  });

  it('is possible for the customer of the consent only', async () => {
    const consentId = await house.create();
    const input = { sandboxId: house.sandboxId, consentId, customerId: house.mart.customerId, ibans: undefined };
    await expect(house.write((context) => house.consents.sign(context, input))).rejects.toThrow(/no consent/);
  });
});

describe('refusing', () => {
  it.each(['refused', 'expired'] as const)('(%s) rejects an unsigned consent, and changes nothing when repeated', async (reason) => {
    const consentId = await house.create();
    const reject = () => house.write((context) => house.consents.reject(context, house.sandboxId, consentId, reason));
    expect([await reject(), await reject()]).toEqual(['rejected', 'rejected']);
  });

  it('does not change a signed consent', async () => {
    const consentId = await house.createValid();
    expect(await house.write((context) => house.consents.reject(context, house.sandboxId, consentId, 'expired'))).toBe('valid');
  });
});

describe('a recurring consent', () => {
  it('replaces the earlier recurring one, but not an unsigned or one-off one', async () => {
    const older = await house.createValid();
    const oneOff = await house.createValid(house.requestOf({ recurringIndicator: false, frequencyPerDay: 1 }));
    const unsigned = await house.create();
    const newer = await house.createValid();
    expect(await Promise.all([older, oneOff, unsigned, newer].map(house.statusOf))).toEqual(['expired', 'valid', 'received', 'valid']);
    expect(await house.auditOf(`consent:${older}`)).toEqual(['consent.received', 'consent.granted', 'consent.replaced']);
  });

  it('does not replace one of another application', async () => {
    const foreign = await house.create(undefined, 'otherApp');
    await house.sign(foreign);
    await house.createValid();
    expect((await house.call('GET', `/consents/${foreign}/status`, { token: 'otherApp' })).json()).toEqual({ consentStatus: 'valid' });
  });

  it('is the only valid one after five are signed simultaneously', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => house.create()));
    await Promise.all(all.map((consentId) => house.sign(consentId)));
    const statuses = await Promise.all(all.map(house.statusOf));
    expect(statuses.toSorted()).toEqual(['expired', 'expired', 'expired', 'expired', 'valid']);
  });
});

describe('time', () => {
  it('ends a consent after its last day, and not on it', async () => {
    const consentId = await house.createValid();
    expect(await atDay(180, () => house.statusOf(consentId))).toBe('valid');
    expect(await atDay(181, () => house.statusOf(consentId))).toBe('expired');
    expect(await house.auditOf(`consent:${consentId}`)).toEqual(['consent.received', 'consent.granted', 'consent.expired']);
  });

  it('keeps a consent expired when the clock is set back', async () => {
    const consentId = await house.createValid();
    await atDay(181, () => house.statusOf(consentId));
    expect(await house.statusOf(consentId)).toBe('expired');
  });

  it('expires a consent once for simultaneous reads', async () => {
    const consentId = await house.createValid();
    await atDay(181, () => Promise.all(Array.from({ length: 5 }, () => house.statusOf(consentId))));
    expect((await house.auditOf(`consent:${consentId}`)).filter((event) => event === 'consent.expired').length).toBe(1);
  });
});

describe('the customer and the bank', () => {
  const owner = () => ({ sandboxId: house.sandboxId, customerId: house.liis.customerId });

  it('can withdraw a valid consent, once', async () => {
    const consentId = await house.createValid();
    const revoke = () => house.write((context) => house.consents.past.revoke(context, owner(), consentId, owner().customerId));
    expect([await revoke(), await revoke()]).toEqual([true, false]);
    expect(await house.statusOf(consentId)).toBe('revokedByPsu');
  });

  it('cannot withdraw a consent of another customer, an unsigned or an unknown one', async () => {
    const mine = await house.createValid();
    const foreign = { sandboxId: house.sandboxId, customerId: house.mart.customerId };
    expect(await house.write((context) => house.consents.past.revoke(context, foreign, mine, foreign.customerId))).toBe(false);
    for (const consentId of [await house.create(), 'cns_unknown']) {
      expect(await house.write((context) => house.consents.past.revoke(context, owner(), consentId, owner().customerId))).toBe(false);
    }
    expect(await house.statusOf(mine)).toBe('valid');
  });

  it('sees unsigned consents as rejected after their time, and a page ends no more of them than it shows', async () => {
    const asked: string[] = [];
    for (let times = 0; times < 9; times += 1) asked.push(await house.create());
    // The last one has a signing session, which ends it.
    asked.pop();
    await house.database.query('update consent set authorisation_id = null where consent_id = any($1)', [asked]);
    const query = { ...owner(), customerIds: [owner().customerId], isValid: false, match: undefined, before: undefined, limit: 4 };
    const { past } = house.consents;
    try {
      await house.moveClock(CONSENT_START_SECONDS);
      const shown = await past.list(query);
      expect(shown.map(({ status, ended }) => [status, ended?.by])).toEqual([
        ['received', undefined],
        ...Array.from({ length: 3 }, () => ['rejected', 'lapse']),
      ]);
      const { rows } = await house.database.query('select status from consent where consent_id = any($1) order by consent_id', [asked]);
      expect(rows).toEqual([...Array.from({ length: 5 }, () => 'received'), 'rejected', 'rejected', 'rejected'].map((status) => ({ status })));
      expect(await past.find(query, asked[0] ?? '')).toMatchObject({ status: 'rejected' });
      expect(await house.auditOf(`consent:${asked[0]}`)).toEqual(['consent.received', 'consent.rejected']);
      expect(await house.auditOf(`consent:${asked[7]}`)).toEqual(['consent.received', 'consent.rejected']);
    } finally {
      await house.moveClock(0);
    }
  });

  it('end all consents with a reset', async () => {
    const [valid, unsigned] = [await house.createValid(), await house.create()];
    await house.write((context) => house.consents.endOpen(context, owner()));
    expect([await house.statusOf(valid), await house.statusOf(unsigned)]).toEqual(['expired', 'rejected']);
  });

  it('end many consents with the statements of two', async () => {
    const statementsFor = async (unsigned: number) => {
      await house.createValid();
      for (let times = 0; times < unsigned; times += 1) await house.create();
      let sent = 0;
      const counting: KyselyPlugin = {
        transformQuery({ node }) {
          sent += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      await house.write((context) => house.consents.endOpen({ ...context, tx: context.tx.withPlugin(counting) }, owner()));
      return sent;
    };
    const few = await statementsFor(1);
    expect(few).toBeGreaterThan(0);
    expect(await statementsFor(12)).toBe(few);
  });
});

describe('the database', () => {
  it.each([
    ['rejected', 'valid'],
    ['valid', 'received'],
    ['received', 'expired'],
  ])('refuses an update from %s to %s', async (from, to) => {
    const consentId = from === 'valid' ? await house.createValid() : await house.create();
    if (from === 'rejected') await house.write((context) => house.consents.reject(context, house.sandboxId, consentId, 'refused'));
    const attempt = house.database.query('update consent set status = $1, signed_at = now() where consent_id = $2', [to, consentId]);
    await expect(attempt).rejects.toThrow(/does not move/);
  });

  it('refuses a second valid recurring consent', async () => {
    await house.createValid();
    const attempt = house.database.query(`update consent set status = 'valid', signed_at = now() where consent_id = $1`, [await house.create()]);
    await expect(attempt).rejects.toThrow(/consent_recurring/);
  });
});
