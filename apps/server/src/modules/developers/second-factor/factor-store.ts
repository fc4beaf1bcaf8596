/** The rows of second factors: sealed secrets, digests of recovery codes, set-ups and half sign-ins. */
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import type { Developer } from '../developers.ts';

export interface SecondFactor {
  readonly since: Date;
  readonly recoveryCodesLeft: number;
}

/** Undefined: the account has none. */
export async function findSecondFactor(reader: Reader, developerId: string): Promise<SecondFactor | undefined> {
  const { rows } = await sql<{ since: Date; left_over: number }>`
    select since, (select count(*)::integer from developer_recovery_code code where code.developer_id = factor.developer_id) as left_over
    from developer_second_factor factor where developer_id = ${developerId}`.execute(reader);
  const [row] = rows;
  return row && { since: row.since, recoveryCodesLeft: row.left_over };
}

/**
 * Until this transaction ends, no second factor is switched on. A sign-in that finds none would otherwise begin a session after the switch has ended
 * the others. See {@link lockForSwitch}.
 */
export async function lockForSignIn(tx: Tx, developerId: string): Promise<void> {
  await sql`select from developer where developer_id = ${developerId} for share`.execute(tx);
}

/** Waits for the sign-ins of {@link lockForSignIn}, and holds off others until this transaction ends. */
export async function lockForSwitch(tx: Tx, developerId: string): Promise<void> {
  await sql`select from developer where developer_id = ${developerId} for no key update`.execute(tx);
}

/** Locks the row: of two calls with one code the second one sees the step of the first. */
export async function lockSecret(tx: Tx, developerId: string): Promise<{ readonly secretSealed: string; readonly lastStep: number } | undefined> {
  const { rows } = await sql<{ secret_sealed: string; last_step: string }>`
    select secret_sealed, last_step from developer_second_factor where developer_id = ${developerId} for update`.execute(tx);
  const [row] = rows;
  return row && { secretSealed: row.secret_sealed, lastStep: Number(row.last_step) };
}

export async function storeStep(tx: Tx, developerId: string, step: number): Promise<void> {
  await sql`update developer_second_factor set last_step = ${step}::bigint where developer_id = ${developerId}`.execute(tx);
}

/** @returns false when the account has a second factor already. */
export async function insertSecondFactor(tx: Tx, developerId: string, secretSealed: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    insert into developer_second_factor (developer_id, secret_sealed, last_step) values (${developerId}, ${secretSealed}, ${step}::bigint)
    on conflict (developer_id) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes it with its recovery codes and half sign-ins. @returns false: there was none. */
export async function deleteSecondFactor(tx: Tx, developerId: string): Promise<boolean> {
  const { rows } = await sql`delete from developer_second_factor where developer_id = ${developerId} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function replaceRecoveryCodes(tx: Tx, developerId: string, digests: readonly string[]): Promise<void> {
  await sql`delete from developer_recovery_code where developer_id = ${developerId}`.execute(tx);
  await sql`
    insert into developer_recovery_code (developer_id, code_digest) select ${developerId}, unnest(${[...digests]}::text[])`.execute(tx);
}

/** @returns true once, because the row is deleted. */
export async function takeRecoveryCode(tx: Tx, developerId: string, digest: string): Promise<boolean> {
  const { rows } = await sql`
    delete from developer_recovery_code where developer_id = ${developerId} and code_digest = ${digest} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Replaces the session's earlier set-up. */
export async function writeSetup(tx: Tx, sessionHash: string, secretSealed: string, seconds: number): Promise<void> {
  await sql`
    insert into developer_factor_setup (session_hash, secret_sealed, expires_at)
    values (${sessionHash}, ${secretSealed}, now() + ${seconds}::integer * interval '1 second')
    on conflict (session_hash) do update set secret_sealed = excluded.secret_sealed, expires_at = excluded.expires_at`.execute(tx);
}

/** Undefined: this session has begun none, or its time is over. */
export async function findSetup(tx: Tx, sessionHash: string): Promise<string | undefined> {
  const { rows } = await sql<{ secret_sealed: string }>`
    select secret_sealed from developer_factor_setup where session_hash = ${sessionHash} and expires_at > now()`.execute(tx);
  return rows[0]?.secret_sealed;
}

export async function deleteSetup(tx: Tx, sessionHash: string): Promise<void> {
  await sql`delete from developer_factor_setup where session_hash = ${sessionHash}`.execute(tx);
}

export async function insertHalfSignIn(tx: Tx, browserHash: string, developerId: string, seconds: number): Promise<void> {
  await sql`
    insert into developer_half_sign_in (browser_hash, developer_id, expires_at)
    values (${browserHash}, ${developerId}, now() + ${seconds}::integer * interval '1 second')`.execute(tx);
}

/** The developer whose password this browser has given; undefined: it has given none, or its time is over. */
export async function findHalfSignIn(db: Db, browserHash: string): Promise<Developer | undefined> {
  const { rows } = await sql<{ developer_id: string; email: string }>`
    select developer_id, email from developer_half_sign_in join developer using (developer_id)
    where browser_hash = ${browserHash} and expires_at > now()`.execute(db);
  const [row] = rows;
  return row && { developerId: row.developer_id, email: row.email };
}

/** Of a sign-in that {@link findHalfSignIn} has found. @returns true once, because the row is deleted. */
export async function takeHalfSignIn(tx: Tx, browserHash: string): Promise<boolean> {
  const { rows } = await sql`delete from developer_half_sign_in where browser_hash = ${browserHash} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function deleteHalfSignInsOf(tx: Tx, developerId: string): Promise<void> {
  await sql`delete from developer_half_sign_in where developer_id = ${developerId}`.execute(tx);
}
