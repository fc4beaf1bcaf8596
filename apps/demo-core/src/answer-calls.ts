/** The calls that docs/guide/bank-core.md asks of a core, by their names. Each is one transaction. */
import {
  findAccount,
  findHolder,
  findTransaction,
  knowsEntry,
  listAccounts,
  listBooked,
  listBookedSince,
  listPending,
  type Period,
} from './accounts.ts';
import { type Authentications, OWN_METHODS } from './authentication.ts';
import type { Ledger } from './ledger.ts';
import { optionalCalls } from './optional-calls.ts';
import { hold, holdAll, release, settle, toOrder, transfer } from './orders.ts';
import { BANK_CODE, FEES, listRoles, listSignatories, listSignedFor, PEOPLE } from './people.ts';
import { bodies, cents, optionalText, text, texts } from './read-body.ts';
import type { Body, Calls } from './serve.ts';
import type { Settings } from './settings.ts';

const TERMS = {
  authMethods: { ee: ['SMART_ID'], lv: [], lt: [] },
  bankCodes: [`EE:${BANK_CODE}`],
  fees: { INDIVIDUAL_SEPA: FEES, INDIVIDUAL_INSTANT_SEPA: FEES },
  cutOff: '16:00',
};

const OPTIONAL = ['decide', 'find-orders', 'list-events'];

/** With the methods that the bank carries out itself. */
const OWN_TERMS = {
  ...TERMS,
  authMethods: { ...TERMS.authMethods, ee: [...TERMS.authMethods.ee, ...OWN_METHODS.map(({ method }) => method)] },
  ownAuthentication: OWN_METHODS,
};

export function answerCalls(
  ledger: Ledger,
  { approvesAfter, version, hasOwnAuthentication }: Pick<Settings, 'approvesAfter' | 'version' | 'hasOwnAuthentication'>,
  authentications: Authentications,
): Calls {
  const terms = hasOwnAuthentication ? OWN_TERMS : TERMS;
  const ofPerson = (found: ReturnType<typeof findPerson>) => (found === null ? null : { ...found, authMethods: terms.authMethods.ee });
  /** By challenge: how often it was asked about. The phones of this bank live in its memory alone. */
  const asked = new Map<string, number>();
  const calls: Calls = {
    'read-terms': () => (version === 1 ? TERMS : { ...terms, versions: [1, 2], optionalCalls: OPTIONAL }),
    ...(version === 1 ? {} : optionalCalls(ledger)),
    'find-customer': (body) => ({ customer: ofPerson(findPerson(ledger, body, version)) }),
    'list-accounts': (body) => ({ accounts: listAccounts(ledger, text(body, 'customerId')) }),
    'list-signing-parties': (body) => ({
      signatories: listSignatories(text(body, 'customerId')),
      signedFor: listSignedFor(text(body, 'customerId')),
    }),
    'read-co-signature': () => ({ coSignature: 'pending' }),
    'verify-payees': (body) => ({ verifications: bodies(body, 'payees').map((payee) => verify(ledger, text(payee, 'iban'), text(payee, 'name'))) }),
    'list-booked': (body) => ofAccount(ledger, body, (period) => ({ movements: listBooked(ledger, period, bookedPlace(body)) })),
    'list-booked-since': (body) =>
      ofAccount(
        ledger,
        body,
        (period) => ({
          movements: listBookedSince(ledger, period, cents(body, 'entryId')),
          knowsEntry: knowsEntry(ledger, period.accountId, cents(body, 'entryId')),
        }),
        { knowsEntry: false },
      ),
    'list-pending': (body) => ofAccount(ledger, body, (period) => ({ movements: listPending(ledger, period, pendingPlace(body)) })),
    'find-transaction': (body) => {
      const account = findAccount(ledger, text(body, 'customerId'), text(body, 'accountId'));
      return { movement: account === null ? null : findTransaction(ledger, account.accountId, text(body, 'transactionId')) };
    },
    transfer: (body) => ({ outcomes: ordersOf(body).map((order) => transfer(ledger, order)) }),
    hold: (body) => ({ outcomes: ordersOf(body).map((order) => hold(ledger, order)) }),
    'hold-all': (body) => ({ outcome: holdAll(ledger, ordersOf(body)) }),
    settle: (body) => ({ outcomes: ordersOf(body).map((order) => settle(ledger, order)) }),
    release: (body) => {
      for (const paymentId of texts(body, 'paymentIds')) release(ledger, paymentId);
      return {};
    },
    authenticate: (body) => {
      const challengeId = text(body, 'challengeId');
      const times = (asked.get(challengeId) ?? 0) + 1;
      asked.set(challengeId, times);
      return { state: approvesAfter > 0 && times > approvesAfter ? 'approved' : 'started' };
    },
    ...(hasOwnAuthentication ? authentications.calls : {}),
  };
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, (body: Body) => ledger.inTransaction(() => call(body))]));
}

const ordersOf = (body: Body) => bodies(body, 'transfers').map(toOrder);

function findPerson(ledger: Ledger, body: Body, version: number) {
  const customerId = optionalText(body, 'customerId');
  const [country, code] = [optionalText(body, 'country'), optionalText(body, 'nationalIdentityNumber')];
  const isWanted = (person: (typeof PEOPLE)[number]) =>
    customerId === undefined ? person.country === country && person.nationalIdentityNumber === code : person.customerId === customerId;
  const found = PEOPLE.find(isWanted);
  if (found === undefined || ledger.rows('select 1 from gone where customer_id = ?', found.customerId).length > 0) return null;
  // Version 1 has no roles: a person is the first of their customers.
  return version === 1 ? found : { ...found, roles: listRoles(found) };
}

/** Its own customers alone; of other banks it knows nothing. */
function verify(ledger: Ledger, iban: string, name: string): object {
  const holder = findHolder(ledger, iban);
  if (holder === undefined) return { result: 'NOAP' };
  const same = (a: string, b: string) => a.localeCompare(b, 'et', { sensitivity: 'base' }) === 0;
  if (same(holder.name, name)) return { result: 'MTCH' };
  const [, surname = ''] = holder.name.split(' ');
  return same(surname, name.split(' ').at(-1) ?? '') ? { result: 'CMTC', matchedName: holder.name } : { result: 'NMTC' };
}

function ofAccount(ledger: Ledger, body: Body, read: (period: Period) => object, otherwise: object = {}): object {
  const account = findAccount(ledger, text(body, 'customerId'), text(body, 'accountId'));
  if (account === null) return { account, movements: [], ...otherwise };
  const [dateFrom, dateTo, limit] = [text(body, 'dateFrom'), text(body, 'dateTo'), cents(body, 'limit')];
  return { account, ...read({ accountId: account.accountId, dateFrom, dateTo, limit }) };
}

function bookedPlace(body: Body) {
  const [after] = body.after === undefined ? [] : bodies({ after: [body.after] }, 'after');
  return after && { date: text(after, 'bookingDate'), id: cents(after, 'entryId') };
}

function pendingPlace(body: Body) {
  const [after] = body.after === undefined ? [] : bodies({ after: [body.after] }, 'after');
  return after && { at: text(after, 'placedAt'), id: text(after, 'pendingId') };
}
