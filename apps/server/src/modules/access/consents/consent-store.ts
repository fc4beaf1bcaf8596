/** The rows of consents. Every query names the sandbox; a consent is locked before a decision about it. */
import type { BankCountry, ConsentAccessForm, ConsentStatus } from '@portico/contract';
import { type ColumnType, type Selectable, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { ReadGrant } from '../grant/expire-on-read.ts';
import type { GrantChange } from '../grant/grant.ts';
import type { Consent, ConsentAccount, ConsentKey, NewConsent } from './consent.ts';
import { type ConsentEvent, OPEN_STATUSES } from './consent-status.ts';

export type ConsentTables = {
  consent: {
    consent_id: string;
    sandbox_id: string;
    customer_id: string;
    app_id: string;
    bank_country: BankCountry;
    status: ColumnType<ConsentStatus, undefined, ConsentStatus>;
    access_form: ConsentAccessForm;
    asks_balances: boolean;
    asks_transactions: boolean;
    with_owner_name: boolean;
    is_recurring: boolean;
    valid_until: string;
    frequency_per_day: number;
    account_holder: string;
    representative: string | null;
    authorisation_id: string | null;
    received_at: Date;
    signed_at: ColumnType<Date | null, undefined, Date>;
    last_action_date: string;
    ended_by: ColumnType<ConsentEvent | null, undefined, ConsentEvent>;
    ended_at: ColumnType<Date | null, undefined, Date>;
    withdrawn_by: ColumnType<string | null, undefined, string>;
    replaced_by: ColumnType<string | null, undefined, string>;
  };
  consent_account: {
    consent_id: string;
    account_id: string;
    sandbox_id: string;
    position: number;
    iban: string;
    currency: string;
    may_balances: boolean;
    may_transactions: boolean;
  };
  consent_use: { consent_id: string; sandbox_id: string; used_on: string };
};

/** The caller: a provider sees only the consents that its own application created for this customer. */
export interface ConsentOwner {
  readonly sandboxId: string;
  readonly appId: string;
  readonly customerId: string;
}

/** The consents of one customer, or of one application. */
export type WhoseConsents = Pick<ConsentOwner, 'sandboxId' | 'customerId'> | Pick<ConsentOwner, 'sandboxId' | 'appId'>;

export async function insertConsent(tx: Tx, consent: NewConsent): Promise<void> {
  await tx
    .withTables<ConsentTables>()
    .insertInto('consent')
    .values({
      consent_id: consent.consentId,
      sandbox_id: consent.sandboxId,
      customer_id: consent.customerId,
      app_id: consent.appId,
      bank_country: consent.bankCountry,
      access_form: consent.form,
      asks_balances: consent.asksBalances,
      asks_transactions: consent.asksTransactions,
      with_owner_name: consent.withOwnerName,
      is_recurring: consent.isRecurring,
      valid_until: consent.validUntil,
      frequency_per_day: consent.frequencyPerDay,
      account_holder: consent.accountHolder,
      representative: consent.representative ?? null,
      authorisation_id: consent.authorisationId ?? null,
      received_at: consent.receivedAt,
      last_action_date: consent.receivedOn,
    })
    .execute();
  await insertAccounts(tx, consent, consent.accounts);
}

export async function insertAccounts(tx: Tx, { sandboxId, consentId }: ConsentKey, accounts: readonly ConsentAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  await tx
    .withTables<ConsentTables>()
    .insertInto('consent_account')
    .values(
      accounts.map((account, position) => ({
        consent_id: consentId,
        account_id: account.accountId,
        sandbox_id: sandboxId,
        position,
        iban: account.iban,
        currency: account.currency,
        may_balances: account.mayBalances,
        may_transactions: account.mayTransactions,
      })),
    )
    .execute();
}

const accountsOf = sql<ConsentAccount[] | null>`(
  select jsonb_agg(jsonb_build_object('accountId', account_id, 'iban', iban, 'currency', currency,
    'mayBalances', may_balances, 'mayTransactions', may_transactions) order by position)
  from consent_account where consent_account.consent_id = consent.consent_id)`;

const firstUsedOn = sql<string | null>`(select min(used_on) from consent_use where consent_use.consent_id = consent.consent_id)`;

const selectById = prepared((reader, given: Given<ConsentKey>) => selectConsent(reader, given));

export async function findConsent(reader: Reader, { sandboxId, consentId }: ConsentKey): Promise<Consent | undefined> {
  const [row] = (await selectById(reader, { sandboxId, consentId })).rows;
  return row === undefined ? undefined : fromRow(row);
}

/** Includes the tenant time of the query, so that one statement decides on a call under a consent. */
const selectOwn = prepared((reader, given: Given<ConsentOwner & { consentId: string }>) =>
  selectConsent(reader, given)
    .where('app_id', '=', given.appId)
    .where('customer_id', '=', given.customerId)
    .select(tenantNow(sql.ref('consent.sandbox_id')).as('now')),
);

export async function findOwnConsent(
  reader: Reader,
  { sandboxId, appId, customerId }: ConsentOwner,
  consentId: string,
): Promise<ReadGrant<Consent> | undefined> {
  const [row] = (await selectOwn(reader, { sandboxId, appId, customerId, consentId })).rows;
  return row === undefined ? undefined : { grant: fromRow(row), now: row.now };
}

/** Reads a consent and locks it until the transaction ends, so that signing, deleting and expiring it run one after another. */
export async function lockConsent(tx: Tx, key: ConsentKey): Promise<Consent | undefined> {
  const locked = await tx
    .withTables<ConsentTables>()
    .selectFrom('consent')
    .select('consent_id')
    .where('sandbox_id', '=', key.sandboxId)
    .where('consent_id', '=', key.consentId)
    .forUpdate()
    .executeTakeFirst();
  return locked === undefined ? undefined : findConsent(tx, key);
}

/** Like {@link lockConsent}, for many, in the order of their ids. */
export async function lockConsents(tx: Tx, sandboxId: string, consentIds: readonly string[]): Promise<readonly Consent[]> {
  const isNamed = sql<boolean>`consent_id = ${anyOf(sql.val(consentIds))}`;
  const locking = tx.withTables<ConsentTables>().selectFrom('consent').select('consent_id');
  await locking.where('sandbox_id', '=', sandboxId).where(isNamed).orderBy('consent_id').forUpdate().execute();
  return (await selectConsents(tx).where('sandbox_id', '=', sandboxId).where(isNamed).execute()).map(fromRow);
}

/** Serialises, until the transaction ends, the transactions that make a recurring consent of this application and customer valid. */
export async function lockRecurring(tx: Tx, { sandboxId, appId, customerId }: ConsentOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`consent:${sandboxId}:${appId}:${customerId}`}, 0))`.execute(tx);
}

/** Valid recurring consents, the latest signature first. Signing another one of the same application ends them. */
export async function listValidRecurring(
  reader: Reader,
  { sandboxId, appId, customerId }: ConsentOwner,
): Promise<readonly { readonly consentId: string; readonly signedAt: Date | null }[]> {
  return reader
    .withTables<ConsentTables>()
    .selectFrom('consent')
    .select(['consent_id as consentId', 'signed_at as signedAt'])
    .where('sandbox_id', '=', sandboxId)
    .where('app_id', '=', appId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'valid')
    .where('is_recurring', '=', true)
    .orderBy('signed_at', (order) => order.desc().nullsLast())
    .execute();
}

/** Consents that have neither ended nor been refused. */
export async function listOpenConsents(tx: Tx, whose: WhoseConsents): Promise<readonly string[]> {
  let query = tx
    .withTables<ConsentTables>()
    .selectFrom('consent')
    .select('consent_id')
    .where('sandbox_id', '=', whose.sandboxId)
    .where('status', 'in', [...OPEN_STATUSES])
    .orderBy('consent_id');
  query = 'appId' in whose ? query.where('app_id', '=', whose.appId) : query.where('customer_id', '=', whose.customerId);
  return (await query.execute()).map((row) => row.consent_id);
}

/** @throws when the status of one consent is no longer `from`. */
export async function updateStatus(
  tx: Tx,
  sandboxId: string,
  consentIds: readonly string[],
  move: Omit<GrantChange<ConsentStatus, ConsentEvent>, 'at'> & { readonly on: string },
): Promise<void> {
  const { signedAt, ended } = move;
  const rows = await tx
    .withTables<ConsentTables>()
    .updateTable('consent')
    .set({
      status: move.to,
      last_action_date: move.on,
      ...(signedAt === undefined ? {} : { signed_at: signedAt }),
      ...(ended === undefined ? {} : { ended_by: ended.by, ended_at: ended.at }),
      ...(ended?.withdrawnBy === undefined ? {} : { withdrawn_by: ended.withdrawnBy }),
      ...(ended?.replacedBy === undefined ? {} : { replaced_by: ended.replacedBy }),
    })
    .where('sandbox_id', '=', sandboxId)
    .where(sql<boolean>`consent_id = ${anyOf(sql.val(consentIds))}`)
    .where('status', '=', move.from)
    .returning('consent_id')
    .execute();
  if (rows.length !== consentIds.length) throw new Error(`A consent of ${consentIds.join(', ')} is no longer ${move.from}.`);
}

export async function recordAuthorisation(tx: Tx, { sandboxId, consentId }: ConsentKey, authorisationId: string): Promise<void> {
  await tx
    .withTables<ConsentTables>()
    .updateTable('consent')
    .set({ authorisation_id: authorisationId })
    .where('sandbox_id', '=', sandboxId)
    .where('consent_id', '=', consentId)
    .execute();
}

export async function deleteConsents(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<ConsentTables>();
  await tables.deleteFrom('consent_use').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('consent_account').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('consent').where('sandbox_id', '=', sandboxId).execute();
}

function selectConsent(reader: Reader, { sandboxId, consentId }: Given<ConsentKey>) {
  return selectConsents(reader).where('sandbox_id', '=', sandboxId).where('consent_id', '=', consentId);
}

/** The caller must restrict the query to a sandbox. */
export function selectConsents(reader: Reader) {
  return reader
    .withTables<ConsentTables>()
    .selectFrom('consent')
    .selectAll()
    .select([accountsOf.as('accounts'), firstUsedOn.as('first_used_on')]);
}

type ConsentRow = Selectable<ConsentTables['consent']> & { accounts: ConsentAccount[] | null; first_used_on: string | null };

export function fromRow(row: ConsentRow): Consent {
  return {
    consentId: row.consent_id,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    appId: row.app_id,
    bankCountry: row.bank_country,
    status: row.status,
    form: row.access_form,
    asksBalances: row.asks_balances,
    asksTransactions: row.asks_transactions,
    withOwnerName: row.with_owner_name,
    isRecurring: row.is_recurring,
    validUntil: row.valid_until,
    frequencyPerDay: row.frequency_per_day,
    accountHolder: row.account_holder,
    representative: row.representative ?? undefined,
    authorisationId: row.authorisation_id ?? undefined,
    receivedAt: row.received_at,
    signedAt: row.signed_at ?? undefined,
    lastActionDate: row.last_action_date,
    firstUsedOn: row.first_used_on ?? undefined,
    accounts: row.accounts ?? [],
    ended:
      row.ended_by === null || row.ended_at === null
        ? undefined
        : { by: row.ended_by, at: row.ended_at, withdrawnBy: row.withdrawn_by ?? undefined, replacedBy: row.replaced_by ?? undefined },
  };
}
