/** Rows of test customers whose numbers are derived from their sandbox's number, as versions before migration 0038 created them. */
import type { AuthMethod, BankCountry } from '@portico/contract';
import { normalizePersonalCode } from '@portico/primitives';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { CustomerIdentity } from './customer-identity.ts';

export interface CustomerToRenew {
  readonly customerId: string;
  readonly sandboxId: string;
  readonly country: BankCountry;
  readonly nationalIdentityNumber: string;
  readonly authMethods: readonly AuthMethod[];
}

/** Locks the customers until the transaction ends; skips those that another server is renewing. */
export async function takeCustomersToRenew(tx: Tx, limit: number): Promise<readonly CustomerToRenew[]> {
  const { rows } = await sql<CustomerToRenew>`
    select id as "customerId", sandbox_id as "sandboxId", country, national_identity_number as "nationalIdentityNumber",
      auth_methods as "authMethods"
    from customer where not has_settled_numbers and represented_by is null and removed_at is null
    order by id limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

/** False: another customer has one of the numbers. */
export async function renewNumbers(tx: Tx, customerId: string, numbers: Omit<CustomerIdentity, 'userName'>): Promise<boolean> {
  const code = normalizePersonalCode(numbers.nationalIdentityNumber);
  const { phoneNumber = null, userNumber = null } = numbers;
  const { rows } = await sql`
    update customer set national_identity_number = ${code}, phone_number = ${phoneNumber}, user_number = ${userNumber}, has_settled_numbers = true
    where (id = ${customerId} or represented_by = ${customerId}) and not exists (
      select from customer taken where taken.id <> ${customerId} and taken.represented_by is distinct from ${customerId} and (
        (taken.country = customer.country and taken.national_identity_number = ${code})
        or taken.phone_number = ${phoneNumber}::text or taken.user_number = ${userNumber}::text))
    returning id`.execute(tx);
  return rows.length > 0;
}

/** The demonstration's customers keep the published numbers. */
export async function settlePublishedNumbers(tx: Tx, sandboxId: string): Promise<void> {
  await sql`update customer set has_settled_numbers = true where sandbox_id = ${sandboxId} and not has_settled_numbers`.execute(tx);
}
