/** Rows of the sandbox bank's customers. */
import type { AuthMethod, BankCountry, CustomerScenario, DebtorDetails } from '@portico/contract';
import { formatPersonalCode, normalizePersonalCode } from '@portico/primitives';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import type { Customer, Owner } from '../bank.ts';

type CustomerTables = {
  customer: {
    id: string;
    sandbox_id: string;
    seed_key: string | null;
    generation: Generated<number>;
    user_name: string;
    country: BankCountry;
    type: 'person' | 'company';
    name: string;
    first_name: string;
    surname: string;
    national_identity_number: string;
    phone_number: string | null;
    user_number: string | null;
    auth_methods: ColumnType<AuthMethod[], readonly AuthMethod[]>;
    scenario: CustomerScenario;
    debtor_details: ColumnType<DebtorDetails | null, string | null>;
    is_history_due: Generated<boolean>;
    removed_at: ColumnType<Date | null, undefined, Date>;
    own_index: number | null;
  };
};

export interface NewCustomer extends Customer {
  seedKey: string | undefined;
  /** True: its seeded history is booked when it is first read. */
  isHistoryDue?: boolean;
  /** Of a customer that a developer made. */
  ownIndex?: number;
  debtorDetails: DebtorDetails | undefined;
}

export async function insertCustomers(tx: Tx, customers: readonly NewCustomer[]): Promise<void> {
  await tx
    .withTables<CustomerTables>()
    .insertInto('customer')
    .values(
      customers.map((customer) => ({
        id: customer.customerId,
        sandbox_id: customer.sandboxId,
        seed_key: customer.seedKey ?? null,
        user_name: customer.userName,
        country: customer.country,
        type: customer.type,
        name: customer.name,
        first_name: customer.firstName,
        surname: customer.surname,
        national_identity_number: normalizePersonalCode(customer.nationalIdentityNumber),
        phone_number: customer.phoneNumber ?? null,
        user_number: customer.userNumber ?? null,
        auth_methods: customer.authMethods,
        scenario: customer.scenario,
        debtor_details: customer.debtorDetails === undefined ? null : JSON.stringify(customer.debtorDetails),
        is_history_due: customer.isHistoryDue ?? false,
        own_index: customer.ownIndex ?? null,
      })),
    )
    .execute();
}

/** The look-up at the bank's door: the personal code is unique in the installation and leads to the sandbox. */
export async function findCustomerByIdentity(reader: Reader, country: BankCountry, typedCode: string): Promise<Customer | undefined> {
  const row = await reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .selectAll()
    .where('country', '=', country)
    .where('national_identity_number', '=', normalizePersonalCode(typedCode))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : toCustomer(row);
}

export async function findCustomerByUserNumber(reader: Reader, country: BankCountry, userNumber: string): Promise<Customer | undefined> {
  const row = await reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .selectAll()
    .where('country', '=', country)
    .where('user_number', '=', userNumber)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : toCustomer(row);
}

const selectById = prepared((reader, given: Given<Owner>) => selectCustomer(reader, given).selectAll());

export async function findCustomer(reader: Reader, { sandboxId, customerId }: Owner): Promise<Customer | undefined> {
  const [row] = (await selectById(reader, { sandboxId, customerId })).rows;
  return row === undefined ? undefined : toCustomer(row);
}

/** The stored address and, for a person, the personal code under ISO 20022's `NIDN` (national identity number). */
export async function findDebtorDetails(reader: Reader, owner: Owner): Promise<DebtorDetails | undefined> {
  const row = await selectCustomer(reader, owner).select(['debtor_details', 'type', 'national_identity_number']).executeTakeFirst();
  if (row?.debtor_details == null) return undefined;
  const identification = { debtorId: row.national_identity_number, debtorIdType: 'NIDN', debtorType: 'private' };
  return { ...row.debtor_details, ...(row.type === 'person' && identification) };
}

export async function listSeededCustomers(reader: Reader, sandboxId: string): Promise<readonly Customer[]> {
  const rows = await reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('seed_key', 'is not', null)
    .orderBy('country')
    .orderBy('seed_key')
    .execute();
  return rows.map(toCustomer);
}

/** A sandbox's customer as its developer sees him. */
export interface TestCustomer extends Customer {
  /** False: the developer made him. */
  isSeeded: boolean;
}

/** By user name, the removed ones left out. */
export async function listTestCustomers(reader: Reader, sandboxId: string): Promise<readonly TestCustomer[]> {
  const rows = await reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('removed_at', 'is', null)
    .orderBy(sql`user_name collate "C"`)
    .execute();
  return rows.map((row) => ({ ...toCustomer(row), isSeeded: row.seed_key !== null }));
}

function selectCustomer(reader: Reader, owner: Owner | Given<Owner>) {
  return reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .where('sandbox_id', '=', owner.sandboxId)
    .where('id', '=', owner.customerId)
    .where('removed_at', 'is', null);
}

function toCustomer(row: Selectable<CustomerTables['customer']>): Customer {
  return {
    sandboxId: row.sandbox_id,
    customerId: row.id,
    userName: row.user_name,
    country: row.country,
    name: row.name,
    firstName: row.first_name,
    surname: row.surname,
    nationalIdentityNumber: formatPersonalCode(row.country, row.national_identity_number),
    phoneNumber: row.phone_number ?? undefined,
    userNumber: row.user_number ?? undefined,
    type: row.type,
    authMethods: row.auth_methods,
    scenario: row.scenario,
  };
}
