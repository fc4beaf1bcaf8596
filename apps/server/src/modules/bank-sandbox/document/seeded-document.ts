/** The document of a new sandbox, with histories that follow from a seed: the same seed gives the same document, apart from the time. Pure. */
import {
  type DocumentAccount,
  type DocumentCustomer,
  type DocumentTransaction,
  SANDBOX_FORMAT,
  SANDBOX_FORMAT_VERSION,
  type SandboxDocument,
} from '@portico/contract';
import { formatCents } from '@portico/primitives';
import { SEED_CUSTOMERS, type SeedCustomer } from '../seed/seed-customers.ts';
import { type History, makeHistory, savedCents } from '../seed/seed-history.ts';

const MINUTE_MS = 60_000;

/** @param now end of the histories. */
export function seededDocument(seed: string, now: Date): SandboxDocument {
  return {
    format: SANDBOX_FORMAT,
    version: SANDBOX_FORMAT_VERSION,
    now: now.toISOString(),
    customers: Object.values(SEED_CUSTOMERS)
      .flat()
      .map((customer, position) => seededCustomer(customer, position, seed, now)),
  };
}

function seededCustomer(customer: SeedCustomer, position: number, seed: string, now: Date): DocumentCustomer {
  const { key, country, type, firstName, surname, companyName, scenario } = customer;
  const endCents = customer.accounts[0]?.balanceCents ?? 0;
  const history = makeHistory({ profile: customer.profile, country, endCents, seed: `${seed}:${key}` });
  const name = companyName ?? `${firstName} ${surname}`;
  return {
    seed: key,
    country,
    type,
    firstName,
    surname,
    ...(companyName !== undefined && { companyName }),
    scenario,
    accounts: customer.accounts.map((account, place): DocumentAccount => {
      const { currency, balanceCents, status = 'enabled' } = account;
      const transactions =
        place > 1 ? [] : seededTransactions(history, { customer: position, place, name, now, hasSavings: customer.accounts.length > 1 });
      const openingCents = [history.openingCents, balanceCents - savedCents(history)][place] ?? balanceCents;
      const amount = (cents: number) => ({ amount: formatCents(cents), currency });
      return { name: account.name, currency, status, openingBalance: amount(openingCents), balance: amount(balanceCents), transactions };
    }),
  };
}

/** The first account has the whole history, the second its savings. */
function seededTransactions(
  { items }: History,
  context: { readonly customer: number; readonly place: number; readonly name: string; readonly now: Date; readonly hasSavings: boolean },
): DocumentTransaction[] {
  const { customer, place, name, now, hasSavings } = context;
  return items
    .filter(({ kind }) => place === 0 || kind === 'ownTransfer')
    .map((item) => {
      const isSaving = hasSavings && item.kind === 'ownTransfer';
      return {
        bookedAt: new Date(now.getTime() - item.minutesAgo * MINUTE_MS).toISOString(),
        kind: item.kind,
        amount: { amount: formatCents(place === 0 ? item.amountCents : -item.amountCents), currency: 'EUR' as const },
        counterpartName: isSaving ? name : item.counterparty,
        ...(isSaving && { counterpartAccount: { customer, account: place === 0 ? 1 : 0 } }),
        ...(item.remittance !== '' && { remittanceInformationUnstructured: item.remittance }),
        ...(item.kind === 'transfer' && { paymentProduct: 'INDIVIDUAL_SEPA' as const }),
      };
    });
}
