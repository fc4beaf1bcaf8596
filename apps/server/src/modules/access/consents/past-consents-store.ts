/** Consents for the customers' list: all of the given customers, in the order of their ids, with their use. */
import { LATELY_DAYS } from '@portico/contract/values';
import { type NotNull, type SqlBool, sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { ReadGrant } from '../grant/expire-on-read.ts';
import type { Givers, PastGrantsQuery } from '../grant/past-grants.ts';
import type { Consent, ConsentKey } from './consent.ts';
import { type ConsentOwner, type ConsentTables, fromRow, selectConsents } from './consent-store.ts';

export interface PastConsent extends Consent {
  readonly lastUsedAt: Date | undefined;
  /** Number of readings in the last `LATELY_DAYS` of tenant time. */
  readonly readingsLately: number;
}

/** Matches consents of one of these applications, or naming an account whose IBAN contains this text; `isEveryAccount`: or covering every account. */
export interface ConsentMatch {
  readonly appIds: readonly string[];
  readonly ibanPart: string | undefined;
  readonly isEveryAccount: boolean;
}

const PREFIX = 'cns_';

/** Uses the primary key of `consent_use`. */
const lastUsedAt = sql<Date | null>`(select last_used_at from consent_use where consent_use.consent_id = consent.consent_id
  order by used_on desc, last_used_at desc limit 1)`;

const readingsLately = sql<number>`(select coalesce(sum(attended + unattended), 0)::integer from consent_use
  where consent_use.consent_id = consent.consent_id and used_on > ${tenantNow(sql.ref('consent.sandbox_id'))}::date - ${sql.lit(LATELY_DAYS)})`;

const now = tenantNow(sql.ref('consent.sandbox_id'));

function selectPast(reader: Reader, { sandboxId, customerIds }: Givers) {
  return selectConsents(reader)
    .select([lastUsedAt.as('last_used_at'), readingsLately.as('readings_lately'), now.as('now')])
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', 'in', [...customerIds]);
}

export async function findPastConsent(reader: Reader, givers: Givers, consentId: string): Promise<ReadGrant<PastConsent> | undefined> {
  const row = await selectPast(reader, givers).where('consent_id', '=', consentId).executeTakeFirst();
  return row && toPast(row);
}

export async function listPastConsents(
  reader: Reader,
  { isValid, match, before, limit, ...givers }: PastGrantsQuery<ConsentMatch>,
): Promise<readonly ReadGrant<PastConsent>[]> {
  let query = selectPast(reader, givers)
    .where('status', isValid ? '=' : '<>', 'valid')
    .orderBy('consent_id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('consent_id', '<', `${PREFIX}${before}`);
  if (match !== undefined) {
    const { appIds, ibanPart, isEveryAccount } = match;
    query = query.where(({ eb, or }) =>
      or([
        ...(appIds.length === 0 ? [] : [eb('app_id', 'in', [...appIds])]),
        ...(ibanPart === undefined ? [] : [namesIban(ibanPart)]),
        ...(isEveryAccount ? [eb('access_form', 'in', ['global', 'listOnly'])] : []),
      ]),
    );
  }
  return (await query.execute()).map(toPast);
}

/** Applications of these customers' consents. */
export async function listAppsOfConsents(reader: Reader, { sandboxId, customerIds }: Givers): Promise<readonly string[]> {
  const rows = await reader
    .withTables<ConsentTables>()
    .selectFrom('consent')
    .select('app_id')
    .distinct()
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', 'in', [...customerIds])
    .execute();
  return rows.map(({ app_id: appId }) => appId);
}

/** Valid consents that may have expired; `consent-grant.ts` decides. */
export async function listSignedConsents(reader: Reader, { sandboxId, customerIds }: Givers): Promise<readonly ReadGrant<Consent>[]> {
  const rows = await selectConsents(reader)
    .select(now.as('now'))
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', 'in', [...customerIds])
    .where('status', '=', 'valid')
    .where(({ or, eb }) => or([sql<SqlBool>`valid_until <= ${now}::date`, eb('is_recurring', '=', false)]))
    .execute();
  return rows.map(({ now: at, ...row }) => ({ grant: fromRow(row), now: at }));
}

function namesIban(part: string) {
  return sql<SqlBool>`exists (select from consent_account where consent_account.consent_id = consent.consent_id and iban like ${`%${part}%`})`;
}

function toPast({
  last_used_at: lastUsed,
  readings_lately: lately,
  now: at,
  ...row
}: Parameters<typeof fromRow>[0] & { last_used_at: Date | null; readings_lately: number; now: Date }): ReadGrant<PastConsent> {
  return { grant: { ...fromRow(row), lastUsedAt: lastUsed ?? undefined, readingsLately: lately }, now: at };
}

export interface ReplacedConsent {
  readonly consentId: string;
  readonly signedAt: Date;
}

/** The consent that `consentId` replaced. Earlier versions stored no `replaced_by`, but the same instant in both rows. */
export async function findReplaced(
  reader: Reader,
  { sandboxId, appId, customerId, consentId }: ConsentOwner & ConsentKey,
  signedAt: Date,
): Promise<ReplacedConsent | undefined> {
  const row = await reader
    .withTables<ConsentTables>()
    .selectFrom('consent')
    .select(['consent_id as consentId', 'signed_at as signedAt'])
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', '=', customerId)
    .where('app_id', '=', appId)
    .where('consent_id', '!=', consentId)
    .where('signed_at', 'is not', null)
    .where('ended_by', '=', 'replace')
    .where(({ or, and, eb }) => or([eb('replaced_by', '=', consentId), and([eb('replaced_by', 'is', null), eb('ended_at', '=', signedAt)])]))
    .orderBy('signed_at', 'desc')
    .limit(1)
    .$narrowType<{ signedAt: NotNull }>()
    .executeTakeFirst();
  return row;
}
