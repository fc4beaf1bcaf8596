/** The rows of developers: accounts with a verified email address. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { Developer } from './developers.ts';

type DeveloperTables = {
  developer: { developer_id: string; email: string; password_hash: string | null };
  developer_device: { device_hash: string; developer_id: string };
};

export async function findDeveloper(reader: Reader, by: { email: string } | { developerId: string }): Promise<Developer | undefined> {
  const [column, value] = 'email' in by ? (['email', by.email] as const) : (['developer_id', by.developerId] as const);
  const row = await reader
    .withTables<DeveloperTables>()
    .selectFrom('developer')
    .select(['developer_id', 'email'])
    .where(column, '=', value)
    .executeTakeFirst();
  return row === undefined ? undefined : { developerId: row.developer_id, email: row.email };
}

/** Undefined: the account signs in through linked accounts only. */
export async function findPasswordHash(reader: Reader, developerId: string): Promise<string | undefined> {
  const row = await reader
    .withTables<DeveloperTables>()
    .selectFrom('developer')
    .select('password_hash')
    .where('developer_id', '=', developerId)
    .executeTakeFirst();
  return row?.password_hash ?? undefined;
}

export interface SignInCandidate {
  /** Undefined: the address is not verified yet. */
  readonly developerId: string | undefined;
  /** Undefined: the account has no password and signs in through linked accounts only. */
  readonly passwordHash: string | undefined;
}

/** The account of an address, else the latest sign-up that is not verified yet. One statement for both cases. */
export async function findSignInCandidate(reader: Reader, email: string): Promise<SignInCandidate | undefined> {
  const { rows } = await sql<{ developer_id: string | null; password_hash: string | null }>`
    (select developer_id, password_hash, 1 as rank from developer where email = ${email})
    union all
    (select null, password_hash, 2 from developer_sign_up where email = ${email} and expires_at > now() order by created_at desc, token_hash limit 1)
    order by rank limit 1`.execute(reader);
  const [row] = rows;
  return row === undefined ? undefined : { developerId: row.developer_id ?? undefined, passwordHash: row.password_hash ?? undefined };
}

/** True when the account of this address has signed in with this browser before. */
export async function isKnownDevice(reader: Reader, email: string, deviceHash: string): Promise<boolean> {
  const row = await reader
    .withTables<DeveloperTables>()
    .selectFrom('developer_device')
    .innerJoin('developer', 'developer.developer_id', 'developer_device.developer_id')
    .select('device_hash')
    .where('device_hash', '=', deviceHash)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the address has an account already. */
export async function insertDeveloper(tx: Tx, developer: Developer & { readonly passwordHash: string | null }): Promise<boolean> {
  const row = await tx
    .withTables<DeveloperTables>()
    .insertInto('developer')
    .values({ developer_id: developer.developerId, email: developer.email, password_hash: developer.passwordHash })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('developer_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds the row until the end of the transaction, so that a reset waits. False: the password was changed since it was read. */
export async function isPasswordStill(tx: Tx, developerId: string, passwordHash: string): Promise<boolean> {
  const { rows } = await sql`select 1 from developer where developer_id = ${developerId} and password_hash = ${passwordHash} for share`.execute(tx);
  return rows.length > 0;
}

/** Stores a new hash of the same password. Does nothing when the password has been changed since it was read. */
export async function replacePasswordHash(tx: Tx, developerId: string, before: string, passwordHash: string): Promise<void> {
  await tx
    .withTables<DeveloperTables>()
    .updateTable('developer')
    .set({ password_hash: passwordHash })
    .where('developer_id', '=', developerId)
    .where('password_hash', '=', before)
    .execute();
}

/** Returns the id of the account; undefined when the address has no account. */
export async function changePassword(tx: Tx, email: string, passwordHash: string): Promise<string | undefined> {
  const row = await tx
    .withTables<DeveloperTables>()
    .updateTable('developer')
    .set({ password_hash: passwordHash })
    .where('email', '=', email)
    .returning('developer_id')
    .executeTakeFirst();
  return row?.developer_id;
}

/** Deletes the account with its sessions, devices and linked accounts. Returns its address. */
export async function deleteDeveloperRow(tx: Tx, developerId: string): Promise<string | undefined> {
  const row = await tx
    .withTables<DeveloperTables>()
    .deleteFrom('developer')
    .where('developer_id', '=', developerId)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}
