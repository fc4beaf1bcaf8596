/** Rows of the sandbox bank's customers. */
import type { AuthMethod, BankCountry, CustomerScenario, DebtorDetails } from '@portico/contract';
import { formatPersonalCode, normalizePersonalCode } from '@portico/primitives';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Owner, SigningParty } from '#modules/bank/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { testNumberDraws } from '#platform/telemetry/instruments.ts';
import type { CustomerIdentity } from '../customers/customer-identity.ts';
import type { SandboxCustomer } from '../customers/sandbox-customer.ts';

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
    signs_for: string | null;
    represented_by: string | null;
    has_settled_numbers: Generated<boolean>;
  };
};

export interface NewCustomer extends Omit<SandboxCustomer, keyof CustomerIdentity> {
  /** Called again when another customer already has one of the numbers. */
  identify: () => CustomerIdentity;
  seedKey: string | undefined;
  /** True: the seeded history is booked at the first query. */
  isHistoryDue?: boolean;
  /** Index of a customer that a developer created. */
  ownIndex?: number;
  debtorDetails: DebtorDetails | undefined;
  /** Of a company: the private customer who represents it and whose numbers `identify` returns. Absent: the company has other numbers than any customer. */
  representedBy?: string | undefined;
}

/** More draws are needed only when a range of numbers is nearly exhausted; the metric shows that long before. */
const DRAWS_MAX = 20;

/** Inserts the customers with unused numbers and returns their identities by id. Unique indexes decide which numbers are taken. */
export async function insertCustomers(tx: Tx, customers: readonly NewCustomer[]): Promise<ReadonlyMap<string, CustomerIdentity>> {
  const identities = new Map<string, CustomerIdentity>();
  for (let draws = 0; identities.size < customers.length; draws += 1) {
    if (draws === DRAWS_MAX) throw new Error(`${DRAWS_MAX} draws found no free numbers for a test customer.`);
    const drawn = customers.filter(({ customerId }) => !identities.has(customerId)).map((customer) => ({ ...customer, ...customer.identify() }));
    const inserted = await insertUnlessTaken(tx, drawn);
    for (const { customerId, userName, nationalIdentityNumber, phoneNumber, userNumber } of drawn.filter((each) => inserted.has(each.customerId)))
      identities.set(customerId, { userName, nationalIdentityNumber, phoneNumber, userNumber });
    testNumberDraws.add(inserted.size, { 'portico.test_number.kind': 'customer', outcome: 'free' });
    testNumberDraws.add(drawn.length - inserted.size, { 'portico.test_number.kind': 'customer', outcome: 'taken' });
  }
  return identities;
}

/** Returns the ids of the inserted customers. */
async function insertUnlessTaken(tx: Tx, customers: readonly (NewCustomer & CustomerIdentity)[]): Promise<ReadonlySet<string>> {
  const rows = await tx
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
        signs_for: customer.signsFor ?? null,
        represented_by: customer.representedBy ?? null,
        has_settled_numbers: true,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The lookup of the sign-in page: a personal code belongs to one private customer or lone company of the installation, and the row names the sandbox. */
export async function findCustomerByIdentity(reader: Reader, country: BankCountry, typedCode: string): Promise<SandboxCustomer | undefined> {
  const row = await reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .selectAll()
    .where('country', '=', country)
    .where('national_identity_number', '=', normalizePersonalCode(typedCode))
    .where('represented_by', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : toCustomer(row);
}

export async function findCustomerByUserNumber(reader: Reader, country: BankCountry, userNumber: string): Promise<SandboxCustomer | undefined> {
  const row = await reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .selectAll()
    .where('country', '=', country)
    .where('user_number', '=', userNumber)
    .where('represented_by', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : toCustomer(row);
}

const selectById = prepared((reader, given: Given<Owner>) => selectCustomer(reader, given).selectAll());

export async function findCustomer(reader: Reader, { sandboxId, customerId }: Owner): Promise<SandboxCustomer | undefined> {
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

export async function listSeededCustomers(reader: Reader, sandboxId: string): Promise<readonly SandboxCustomer[]> {
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

const selectSignatories = prepared((reader, given: Given<Owner>) =>
  reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .select(['id', 'first_name', 'surname'])
    .where('sandbox_id', '=', given.sandboxId)
    .where('removed_at', 'is', null)
    .where(({ eb, or }) => or([eb('id', '=', given.customerId), eb('signs_for', '=', given.customerId)]))
    .orderBy('signs_for', (order) => order.asc().nullsFirst())
    .orderBy('id'),
);

export async function listSignatories(reader: Reader, { sandboxId, customerId }: Owner): Promise<readonly SigningParty[]> {
  const { rows } = await selectSignatories(reader, { sandboxId, customerId });
  return rows.map((row) => ({ customerId: row.id, name: `${row.first_name} ${row.surname}` }));
}

export async function listSignedFor(reader: Reader, owner: Owner): Promise<readonly SigningParty[]> {
  return reader
    .withTables<CustomerTables & { company: CustomerTables['customer'] }>()
    .selectFrom('customer')
    .innerJoin('customer as company', 'company.id', 'customer.signs_for')
    .select(['company.id as customerId', 'company.name'])
    .where('customer.sandbox_id', '=', owner.sandboxId)
    .where('customer.id', '=', owner.customerId)
    .where('customer.removed_at', 'is', null)
    .where('company.sandbox_id', '=', owner.sandboxId)
    .where('company.removed_at', 'is', null)
    .execute();
}

/** Companies of a sandbox without a second signatory, each with its index in the country's list (0–15). */
export async function listLoneCompanies(
  reader: Reader,
  sandboxId: string,
): Promise<readonly { readonly customerId: string; readonly country: BankCountry; readonly customerIndex: number }[]> {
  const { rows } = await sql<{ id: string; country: BankCountry; place: number }>`
    select id, country, coalesce(own_index, split_part(seed_key, '-', 2)::integer - 1) as place from customer company
    where sandbox_id = ${sandboxId} and type = 'company' and removed_at is null
      and not exists (select from customer signatory where signatory.signs_for = company.id)
    order by id`.execute(reader);
  return rows.map(({ id, country, place }) => ({ customerId: id, country, customerIndex: place }));
}

/** Second signatories by the company's id. */
export async function findCoSigners(reader: Reader, sandboxId: string): Promise<ReadonlyMap<string, SandboxCustomer>> {
  const rows = await reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('signs_for', 'is not', null)
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.flatMap((row) => (row.signs_for === null ? [] : [[row.signs_for, toCustomer(row)]])));
}

/** A sandbox's customer with the data for the developer. */
export interface TestCustomer extends SandboxCustomer {
  /** False: the developer created the customer. */
  isSeeded: boolean;
  /** The second signatory of a company. */
  coSigner?: SandboxCustomer | undefined;
}

/** Sorted by user name, without removed customers. Second signatories are listed with their companies. */
export async function listTestCustomers(reader: Reader, sandboxId: string): Promise<readonly TestCustomer[]> {
  const rows = await reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('removed_at', 'is', null)
    .where('signs_for', 'is', null)
    .orderBy(sql`user_name collate "C"`)
    .execute();
  const coSigners = await findCoSigners(reader, sandboxId);
  return rows.map((row) => ({ ...toCustomer(row), isSeeded: row.seed_key !== null, coSigner: coSigners.get(row.id) }));
}

function selectCustomer(reader: Reader, owner: Owner | Given<Owner>) {
  return reader
    .withTables<CustomerTables>()
    .selectFrom('customer')
    .where('sandbox_id', '=', owner.sandboxId)
    .where('id', '=', owner.customerId)
    .where('removed_at', 'is', null);
}

function toCustomer(row: Selectable<CustomerTables['customer']>): SandboxCustomer {
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
    signsFor: row.signs_for ?? undefined,
    representedBy: row.represented_by ?? undefined,
  };
}
