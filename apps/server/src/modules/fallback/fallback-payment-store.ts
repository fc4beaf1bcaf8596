/** Payments of the fallback interface: the debtor account, the session's method, and the challenge for the signature. */
import type { AuthMethod } from '@portico/contract';
import { type ColumnType, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { challengeBegun, type NewChallengeRow } from '../sca/index.ts';

type Tables = {
  fallback_payment: {
    payment_id: string;
    sandbox_id: string;
    customer_id: string;
    app_id: string;
    debtor_iban: string;
    auth_method: AuthMethod;
    person: string | null;
    challenge_id: ColumnType<string | null, undefined, string>;
  };
};

/** Customer and application to which the payment is visible. */
export interface PaymentOwner {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly appId: string;
}

export interface NewFallbackPayment extends PaymentOwner {
  readonly paymentId: string;
  readonly debtorAccountIban: string;
  readonly authMethod: AuthMethod;
  /** The person who ordered it and is asked (`digestPerson`); undefined for a payment that an earlier version took. */
  readonly person: string | undefined;
}

export interface StoredPayment extends NewFallbackPayment {
  readonly challengeId: string | undefined;
}

export async function insertFallbackPayment(tx: Tx, payment: NewFallbackPayment): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('fallback_payment')
    .values({
      payment_id: payment.paymentId,
      sandbox_id: payment.sandboxId,
      customer_id: payment.customerId,
      app_id: payment.appId,
      debtor_iban: payment.debtorAccountIban,
      auth_method: payment.authMethod,
      person: payment.person ?? null,
    })
    .execute();
}

/** Finds a payment of this customer and this application only. */
export async function findFallbackPayment(reader: Reader, owner: PaymentOwner, paymentId: string): Promise<StoredPayment | undefined> {
  const row = await reader
    .withTables<Tables>()
    .selectFrom('fallback_payment')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('sandbox_id', '=', owner.sandboxId)
    .where('customer_id', '=', owner.customerId)
    .where('app_id', '=', owner.appId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    paymentId: row.payment_id,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    appId: row.app_id,
    debtorAccountIban: row.debtor_iban,
    authMethod: row.auth_method,
    person: row.person ?? undefined,
    challengeId: row.challenge_id ?? undefined,
  };
}

const begin = prepared((_reader, given: Given<NewChallengeRow & { paymentId: string }>) =>
  challengeBegun(
    given,
    sql`update fallback_payment set challenge_id = ${given.challengeId} from startable
    where payment_id = ${given.paymentId} and challenge_id is null
    returning payment_id`,
  ),
);

/** Writes the challenge of a payment that has none. @returns false when another call was first, or the method is blocked. */
export async function beginChallenge(tx: Tx, { paymentId }: StoredPayment, challenge: NewChallengeRow): Promise<boolean> {
  return (await begin(tx, { ...challenge, paymentId })).rows.length === 1;
}
