/** Reads a sandbox as the document that an import accepts. */
import {
  type DocumentAccount,
  type DocumentCustomer,
  type DocumentTransaction,
  SANDBOX_FORMAT,
  SANDBOX_FORMAT_VERSION,
  type SandboxDocument,
} from '@portico/contract';
import { EXPORT_TRANSACTIONS_MAX } from '@portico/contract/values';
import { addCents, formatCents } from '@portico/primitives';
import type { Reader } from '#platform/db/database.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import {
  readSandboxAccounts,
  readSandboxCustomers,
  readSandboxMovements,
  type SandboxAccountRow,
  type SandboxCustomerRow,
  type SandboxMovementRow,
} from './document-store.ts';

/** A document, and whose parts it has, in its order. */
export interface ReadDocument {
  readonly document: SandboxDocument;
  readonly owners: readonly { readonly customerId: string; readonly ibans: readonly string[] }[];
}

/** The parts of a sandbox that belong together: each account is one of the customers', each movement is on one of the accounts. */
interface WholeSandbox {
  readonly customers: readonly SandboxCustomerRow[];
  readonly accounts: readonly SandboxAccountRow[];
  readonly movements: readonly SandboxMovementRow[];
}

interface Place {
  readonly customer: number;
  readonly account: number;
}

/** Each account has up to two openings besides its transactions. */
const OPENINGS_MAX = 2_000;

async function readWholeSandbox(reader: Reader, sandboxId: string): Promise<WholeSandbox | undefined> {
  const customers = (await readSandboxCustomers(reader, sandboxId)).filter(({ isRemoved }) => !isRemoved);
  const ids = new Set(customers.map(({ customerId }) => customerId));
  const accounts = (await readSandboxAccounts(reader, sandboxId)).filter(({ customerId, status }) => status !== 'closed' && ids.has(customerId));
  const movements = await readSandboxMovements(reader, sandboxId, EXPORT_TRANSACTIONS_MAX + OPENINGS_MAX);
  const isTooLarge = movements.filter(({ kind }) => kind !== 'opening').length > EXPORT_TRANSACTIONS_MAX;
  return isTooLarge || movements.length === EXPORT_TRANSACTIONS_MAX + OPENINGS_MAX ? undefined : { customers, accounts, movements };
}

/**
 * Histories that are due must be booked before, and all statements must see the same sandbox: run it in one transaction. Undefined: the sandbox has
 * more transactions than a document.
 */
export async function readDocument(clock: Clock, reader: Reader, sandboxId: string): Promise<ReadDocument | undefined> {
  const whole = await readWholeSandbox(reader, sandboxId);
  if (whole === undefined) return undefined;
  const accountsOf = Map.groupBy(whole.accounts, ({ customerId }) => customerId);
  const owners = whole.customers.map(({ customerId }) => ({ customerId, ibans: (accountsOf.get(customerId) ?? []).map(({ iban }) => iban) }));
  return { document: toDocument(whole, await clock.now(reader, sandboxId)), owners };
}

function toDocument({ customers, accounts, movements }: WholeSandbox, now: Date): SandboxDocument {
  const accountsOf = Map.groupBy(accounts, ({ customerId }) => customerId);
  const movementsOf = Map.groupBy(movements, ({ accountId }) => accountId);
  const places = new Map(
    customers.flatMap(({ customerId }, customer) =>
      (accountsOf.get(customerId) ?? []).map(({ iban }, account): [string, Place] => [iban, { customer, account }]),
    ),
  );
  return {
    format: SANDBOX_FORMAT,
    version: SANDBOX_FORMAT_VERSION,
    now: now.toISOString(),
    customers: customers.map((row): DocumentCustomer => {
      const { seedKey, country, type, firstName, surname, name, scenario } = row;
      return {
        ...(seedKey !== null && { seed: seedKey }),
        country,
        type,
        firstName,
        surname,
        ...(type === 'company' && { companyName: name }),
        scenario,
        accounts: (accountsOf.get(row.customerId) ?? []).map((account) => toAccount(account, movementsOf.get(account.accountId) ?? [], places)),
      };
    }),
  };
}

function toAccount(
  { name, currency, status, balanceCents }: SandboxAccountRow,
  movements: readonly SandboxMovementRow[],
  places: ReadonlyMap<string, Place>,
): DocumentAccount {
  const openingCents = addCents(...movements.filter(({ kind }) => kind === 'opening').map(({ amountCents }) => amountCents));
  return {
    name,
    currency,
    status: status === 'blocked' ? 'blocked' : 'enabled',
    openingBalance: { amount: formatCents(openingCents), currency },
    balance: { amount: formatCents(balanceCents), currency },
    transactions: movements.flatMap((movement) => toTransaction(movement, currency, places)),
  };
}

function toTransaction(row: SandboxMovementRow, currency: 'EUR' | 'USD', places: ReadonlyMap<string, Place>): readonly DocumentTransaction[] {
  const { kind, amountCents, feeCents, remittance, remittanceStructured, endToEndId, product } = row;
  if (kind === 'opening' || kind === 'reset') return [];
  const { name, iban } = counterpartOf(row);
  const place = iban === null ? undefined : places.get(iban);
  return [
    {
      bookedAt: row.bookedAt.toISOString(),
      kind,
      amount: { amount: formatCents(amountCents), currency },
      ...(feeCents !== 0 && { fee: { amount: formatCents(feeCents), currency } }),
      counterpartName: name,
      ...(place === undefined ? iban !== null && { counterpartIban: iban } : { counterpartAccount: place }),
      ...(remittance !== '' && { remittanceInformationUnstructured: remittance }),
      ...(remittanceStructured !== null && { remittanceInformationStructured: remittanceStructured }),
      ...(endToEndId !== 'NOTPROVIDED' && { endToEndIdentification: endToEndId }),
      ...(product !== null && { paymentProduct: product }),
    },
  ];
}

function counterpartOf(row: SandboxMovementRow): { readonly name: string; readonly iban: string | null } {
  return row.amountCents > 0 ? { name: row.debtorName, iban: row.debtorIban } : { name: row.creditorName, iban: row.creditorIban };
}
