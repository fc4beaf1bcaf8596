/** The roles of a person: their private customer, and each company that they represent. */

import { sql } from 'kysely';
import type { Owner, Role } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

const selectRoles = prepared(
  (_reader, given: Given<Owner>) => sql<{ customerId: string; name: string; type: Role['type']; signsSecond: boolean }>`
    select role.id as "customerId", coalesce(company.name, role.name) as name, coalesce(company.type, role.type) as type,
      company.id is not null as "signsSecond"
    from customer asked
    join customer role on role.id = coalesce(asked.represented_by, asked.id) or role.represented_by = coalesce(asked.represented_by, asked.id)
    left join customer company on company.id = role.signs_for
    where asked.sandbox_id = ${given.sandboxId} and asked.id = ${given.customerId} and asked.removed_at is null
      and role.sandbox_id = asked.sandbox_id and role.removed_at is null
    order by role.represented_by nulls first, name, role.id`,
);

/** The private role first, then the companies by name. Empty: no such customer. */
export async function listRoles(reader: Reader, { sandboxId, customerId }: Owner): Promise<readonly Role[]> {
  return (await selectRoles(reader, { sandboxId, customerId })).rows;
}

/** Ids of the companies that this person represents. */
export async function listRepresented(reader: Reader, { sandboxId, customerId }: Owner): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customer where sandbox_id = ${sandboxId} and represented_by = ${customerId} and removed_at is null order by id`.execute(reader);
  return rows.map(({ id }) => id);
}
