/** Signed sessions for the list of receipts, with the data to search by. This file only reads. */
import type { BankCountry, Locale, SigningKind } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface SignedSession {
  readonly authorisationId: string;
  readonly sandboxId: string;
  readonly kind: SigningKind;
  readonly resourceId: string;
  readonly customerId: string;
  readonly tppName: string;
  readonly tppApplicationName: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
  readonly signedAt: Date;
}

export interface ListedSession extends SignedSession {
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly creditorName: string | null;
}

/** The customer who reads. */
export interface ReceiptReader {
  readonly sandboxId: string;
  readonly customerId: string;
  /** Companies for which the customer signs second. */
  readonly companyIds: readonly string[];
}

export interface ReceiptPage {
  /** Last receipt of the previous page; one of another customer means the beginning. */
  readonly after: string | undefined;
  readonly search: { readonly text: string; readonly cents: number | undefined } | undefined;
  readonly limit: number;
}

/** `id`: of the session, or of the signed resource. */
export async function findSigned(reader: Reader, whose: ReceiptReader, id: string): Promise<SignedSession | undefined> {
  const { rows } = await sql<SignedSession>`
    select ${columns} from signing_session session
    where (session.session_id = ${id} or (session.resource_id = ${id} and session.kind not like '%-cancellation'))
      and session.sandbox_id = ${whose.sandboxId} and session.signed_at is not null and ${isReadableBy(whose)}
    limit 1`.execute(reader);
  return rows[0];
}

/** Latest first. */
export async function listSigned(reader: Reader, whose: ReceiptReader, { after, search, limit }: ReceiptPage): Promise<readonly ListedSession[]> {
  const afterIt =
    after === undefined
      ? sql`true`
      : sql`(session.signed_at, session.session_id) < (
          select coalesce(max(session.signed_at), 'infinity'), ${after}::text from signing_session session
          where session.session_id = ${after} and session.sandbox_id = ${whose.sandboxId} and ${isReadableBy(whose)})`;
  const found =
    search === undefined
      ? sql`true`
      : sql`(strpos(lower(session.tpp_name), lower(${search.text})) > 0 or strpos(lower(payment.creditor_name), lower(${search.text})) > 0
          or payment.amount_cents = ${search.cents ?? null}::bigint)`;
  const { rows } = await sql<ListedSession>`
    select ${columns}, payment.amount_cents as "amountCents", payment.currency, payment.creditor_name as "creditorName"
    from signing_session session left join payment on payment.payment_id = session.resource_id and payment.sandbox_id = session.sandbox_id
    where session.sandbox_id = ${whose.sandboxId} and session.signed_at is not null and ${isReadableBy(whose)} and ${afterIt} and ${found}
    order by session.signed_at desc, session.session_id desc limit ${limit}`.execute(reader);
  return rows;
}

const columns = sql`session.session_id as "authorisationId", session.sandbox_id as "sandboxId", session.kind, session.resource_id as "resourceId",
  session.customer_id as "customerId", session.tpp_name as "tppName", session.tpp_application_name as "tppApplicationName",
  session.bank_country as "bankCountry", session.locale, session.signed_at as "signedAt"`;

/** A payment with two signatures is also readable for every signatory who still signs for the company. */
const isReadableBy = ({ sandboxId, customerId, companyIds }: ReceiptReader) =>
  companyIds.length === 0
    ? sql`session.customer_id = ${customerId}`
    : sql`(session.customer_id = ${customerId} or session.resource_id in (
        select shared.payment_id from payment shared
        where shared.sandbox_id = ${sandboxId} and shared.customer_id in (${sql.join(companyIds)})
          and shared.signatories @> ${JSON.stringify([{ customerId }])}::jsonb))`;
