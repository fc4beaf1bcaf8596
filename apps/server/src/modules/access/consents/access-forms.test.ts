/** `accountAccess` of NextGenPSD2 1.3.12: lists beside a whole form are "not present or contain an empty array". Review of 25 November 2026, X5. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { type ConsentsHarness, openConsentsHarness } from '../testing/consents-harness.ts';

let house: ConsentsHarness;
beforeAll(async () => {
  house = await openConsentsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

const WHOLE = [undefined, 'allPsd2', 'availableAccounts', 'availableAccountsWithBalance'] as const;
const LISTS = ['accounts', 'balances', 'transactions'] as const;
const STATES = ['absent', 'empty', 'named'] as const;
type State = (typeof STATES)[number];

/** Every whole form or none, beside every state of every list. */
const COMBINATIONS = WHOLE.flatMap((whole) =>
  STATES.flatMap((accounts) => STATES.flatMap((balances) => STATES.map((transactions) => [whole, accounts, balances, transactions] as const))),
);

function accessOf(whole: string | undefined, states: readonly State[]): Record<string, unknown> {
  const [{ iban } = { iban: '' }] = house.accounts;
  const lists = LISTS.flatMap((name, index) =>
    states[index] === 'absent' ? [] : [[name, states[index] === 'empty' ? [] : [{ iban, currency: 'EUR' }]] as const],
  );
  return { ...(whole === undefined ? {} : { [whole]: 'allAccounts' }), ...Object.fromEntries(lists) };
}

/** The breach that the combination must be answered with; undefined: accepted. */
function breachOf(whole: string | undefined, states: readonly State[]): readonly [code: string, path: string] | undefined {
  const firstOf = (state: State) => LISTS[states.indexOf(state)];
  if (whole !== undefined) return firstOf('named') && ['PARAMETER_NOT_CONSISTENT', `access.${firstOf('named')}`];
  if (states.every((state) => state === 'absent')) return ['FORMAT_ERROR', 'access'];
  return states.includes('named') && states.includes('empty') ? ['PARAMETER_NOT_CONSISTENT', `access.${firstOf('empty')}`] : undefined;
}

describe('access with lists of accounts', () => {
  it.each(COMBINATIONS)('%s beside accounts %s, balances %s, transactions %s', async (whole, ...states) => {
    const access = accessOf(whole, states);
    const response = await house.ask(house.requestOf({ access }));
    const wrong = breachOf(whole, states);
    if (wrong !== undefined) {
      const [{ code, path, text }] = response.json().tppMessages;
      expect([response.statusCode, code, path]).toEqual([400, ...wrong]);
      if (whole !== undefined) expect(text).toContain(`${whole} names no accounts`);
      return;
    }
    expect(response.statusCode).toBe(201);
    const { consentId } = response.json();
    const stored = (await house.call('GET', `/consents/${consentId}`)).json().access;
    // Empty lists beside a whole form say nothing, so they give no right and do not come back.
    if (whole !== undefined) expect(stored).toEqual({ [whole]: 'allAccounts' });
    if (states.includes('empty') && whole === undefined) expect(stored).toEqual({ accounts: [], ...access });
  });

  it('grants no balances to a list-of-accounts consent with an empty list of balances', async () => {
    const plain = await house.create(house.requestOf({ access: { availableAccounts: 'allAccounts' } }));
    const beside = await house.create(house.requestOf({ access: { availableAccounts: 'allAccounts', balances: [], transactions: [] } }));
    const detailsOf = async (consentId: string) => (await house.consents.details(house.db, house.sandboxId, consentId))?.access;
    expect(await detailsOf(beside)).toEqual(await detailsOf(plain));
    expect((await detailsOf(beside))?.balances).toEqual([]);
  });

  it.each([
    ['allPsd2', 'availableAccounts'],
    ['allPsd2', 'availableAccountsWithBalance'],
    ['availableAccounts', 'availableAccountsWithBalance'],
  ])('is refused with %s beside %s, with and without lists', async (one, other) => {
    for (const lists of [{}, { accounts: [] }, { balances: [], transactions: [] }]) {
      const response = await house.ask(house.requestOf({ access: { [one]: 'allAccounts', [other]: 'allAccounts', ...lists } as never }));
      const [{ code, path }] = response.json().tppMessages;
      expect([response.statusCode, code, path]).toEqual([400, 'PARAMETER_NOT_CONSISTENT', 'access']);
    }
  });
});
