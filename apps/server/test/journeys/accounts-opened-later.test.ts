/**
 * An account that is opened after a consent was given: the application reads it exactly when the signed content says that later accounts are
 * covered. Signed content, receipt and API agree for every kind of consent.
 */
import { ReceiptView, TestAccount } from '@portico/contract';
import { jsonOf, member } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseDay } from '../house/avoid-midnight.ts';
import type { WireReply } from '../house/open-developers-house.ts';
import { type AtTheBank, openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';

const LATER = 'All accounts you open later';
const COUNTRIES = ['ee', 'lv', 'lt'];
const RIGHTS = ['balances', 'transactions'] as const;
const ROW_OF = { balances: 'View balance', transactions: 'View transactions' } as const;

let house: PermissionsHouse;
beforeAll(async () => {
  house = await openPermissionsHouse('dev_later_accounts');
});
afterAll(() => house.close());

type References = readonly { readonly iban: string; readonly currency: string }[];

interface Kind {
  /** Of the accounts that there are. */
  access(accounts: References): object;
  readonly isChosen?: true;
  readonly coversLater: boolean;
  /** That an account has, today's or a later one. */
  readonly rights: readonly (typeof RIGHTS)[number][];
}

const KINDS: readonly (readonly [string, Kind])[] = [
  ['named accounts with every right', { access: (all) => ({ accounts: all, balances: all, transactions: all }), coversLater: false, rights: RIGHTS }],
  ['named accounts with balances alone', { access: (all) => ({ balances: all }), coversLater: false, rights: ['balances'] }],
  [
    'a choice of the customer, who chooses all',
    { access: () => ({ accounts: [], balances: [], transactions: [] }), isChosen: true, coversLater: false, rights: RIGHTS },
  ],
  ['balances of accounts that the customer chooses', { access: () => ({ balances: [] }), isChosen: true, coversLater: false, rights: ['balances'] }],
  [
    'transactions of accounts that the customer chooses',
    { access: () => ({ transactions: [] }), isChosen: true, coversLater: false, rights: ['transactions'] },
  ],
  ['allPsd2', { access: () => ({ allPsd2: 'allAccounts' }), coversLater: true, rights: RIGHTS }],
  ['allPsd2 with the owner’s name', { access: () => ({ allPsd2: 'allAccountsWithOwnerName' }), coversLater: true, rights: RIGHTS }],
  ['availableAccounts', { access: () => ({ availableAccounts: 'allAccounts' }), coversLater: true, rights: [] }],
  ['availableAccounts with the owner’s name', { access: () => ({ availableAccounts: 'allAccountsWithOwnerName' }), coversLater: true, rights: [] }],
  ['availableAccountsWithBalance', { access: () => ({ availableAccountsWithBalance: 'allAccounts' }), coversLater: true, rights: ['balances'] }],
];

interface Given {
  readonly before: References;
  readonly later: string;
  readonly evidence: unknown;
  readonly rows: ReadonlyMap<string, string>;
  api(path: string): Promise<WireReply>;
}

/** Gives the consent, reads its receipt, and opens another account then. */
async function give(kind: Kind, country: string): Promise<Given> {
  const user = house.customer(country, 'person');
  const token = await house.tokenOf(user);
  const at: AtTheBank = await house.atTheBank(user);
  const before = await accountsOf(await house.send(undefined, 'GET', '/api/v1/account-list', { bearer: token }));
  const access = kind.access(before);
  const body = { access, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4, combinedServiceIndicator: false };
  const page = await house.pages.enter(at.browser, await house.pages.ask(token, 'consent', body));
  const signed = await page.sign(kind.isChosen === true ? { accounts: before.map(({ iban }) => ({ iban })) } : {});
  expect([signed.status, signed.text]).toEqual([200, expect.any(String)]);
  const { sections } = Value.Parse(ReceiptView, jsonOf(await at.browser.send('GET', `/bank/receipts/signed/${page.id}?language=en`)));
  const evidence = jsonOf(await at.browser.send('GET', `/bank/receipts/signed/${page.id}/json`));
  const opened = await house.call('POST', `/api/tpp/customers/${user.id}/accounts`, { name: 'Later', currency: 'EUR', openingBalance: '12.00' });
  expect([opened.status, opened.text]).toEqual([201, expect.any(String)]);
  return {
    before,
    later: Value.Parse(TestAccount, opened.body).iban,
    evidence: member(evidence, 'evidence', 'signed'),
    rows: new Map(sections.flatMap(({ rows }) => rows.map(({ label, value }) => [label, value]))),
    api: (path) => house.send(undefined, 'GET', `/api/v1/accounts${path}`, { bearer: token, headers: { 'consent-id': page.id } }),
  };
}

/** With the name of each account. */
function accountsOf({ body }: WireReply): References {
  const accounts: unknown = Object(body).accounts;
  return (Array.isArray(accounts) ? accounts : []).map(({ iban, currency }) => ({ iban, currency }));
}

async function resourceIdOf(iban: string): Promise<string> {
  const { rows } = await house.database.query('select id from account where iban = $1', [iban]);
  return String(member(rows[0], 'id'));
}

/** Whether the receipt names that right for accounts that are opened later. */
const namesLater = (rows: Given['rows'], row: string) => rows.get(row)?.split('\n').includes(LATER) ?? false;

describe('an account that is opened after the signature', () => {
  it.each(KINDS.map(([name, kind], index) => [name, kind, COUNTRIES[index % COUNTRIES.length] ?? ''] as const))(
    '%s',
    async (_name, kind, country) => {
      const { before, later, evidence, rows, api } = await give(kind, country);
      const { coversLater, rights } = kind;

      expect(member(evidence, 'covers')).toBe(coversLater ? 'every account, those opened later included' : 'the named accounts');
      expect(JSON.stringify(evidence)).not.toContain(later);
      expect(namesLater(rows, 'View account')).toBe(coversLater);

      const listed = await api('');
      expect(listed.status).toBe(200);
      const ibans = accountsOf(listed).map(({ iban }) => iban);
      expect(ibans.toSorted()).toEqual([...before.map(({ iban }) => iban), ...(coversLater ? [later] : [])].toSorted());

      const resourceId = await resourceIdOf(later);
      for (const right of RIGHTS) {
        const isGiven = rights.includes(right);
        expect([right, namesLater(rows, ROW_OF[right])]).toEqual([right, coversLater && isGiven]);
        // A consent to the list of accounts gives balances within the list alone; another account is answered like one that there is not.
        const expected = !coversLater ? [404, 'RESOURCE_UNKNOWN'] : rights === RIGHTS ? [200, undefined] : [401, 'CONSENT_INVALID'];
        const { status, body } = await api(
          `/${resourceId}/${right}${right === 'transactions' ? `?bookingStatus=booked&dateFrom=${houseDay(0)}` : ''}`,
        );
        expect([right, status, status === 200 ? undefined : member(body, 'tppMessages', '0', 'code')]).toEqual([right, ...expected]);
      }
      const withBalance = (await api('?withBalance=true')).body;
      const accounts: unknown[] = Object(withBalance).accounts;
      const shown = accounts.find((account) => member(account, 'iban') === later);
      expect(shown === undefined ? undefined : member(shown, 'balances') !== undefined).toBe(coversLater ? rights.includes('balances') : undefined);
    },
  );
});
