/** The rows of external sign-ins in progress, and of linked accounts. */
import type { SocialProvider } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Developer } from '../developers.ts';
import { SOCIAL_SIGN_IN_SECONDS } from '../identity-cookies.ts';

export interface SocialSignIn {
  readonly stateHash: string;
  readonly browserHash: string;
  readonly provider: SocialProvider;
  readonly returnTo: string;
}

export async function insertSocialSignIn(tx: Tx, { stateHash, browserHash, provider, returnTo }: SocialSignIn): Promise<void> {
  await sql`
    insert into developer_social_sign_in (state_hash, browser_hash, provider, return_to, expires_at)
    values (${stateHash}, ${browserHash}, ${provider}, ${returnTo}, now() + ${SOCIAL_SIGN_IN_SECONDS}::integer * interval '1 second')`.execute(tx);
}

/** Deletes a sign-in of this browser and returns its return address; works once. */
export async function takeSocialSignIn(tx: Tx, { stateHash, browserHash, provider }: Omit<SocialSignIn, 'returnTo'>): Promise<string | undefined> {
  const { rows } = await sql<{ return_to: string; is_alive: boolean }>`
    delete from developer_social_sign_in
    where state_hash = ${stateHash} and browser_hash = ${browserHash} and provider = ${provider}
    returning return_to, expires_at > now() as is_alive`.execute(tx);
  const [row] = rows;
  return row?.is_alive ? row.return_to : undefined;
}

export interface SocialAccount {
  readonly issuer: string;
  readonly subject: string;
}

export async function findDeveloperOfAccount(tx: Tx, { issuer, subject }: SocialAccount): Promise<Developer | undefined> {
  const { rows } = await sql<{ developer_id: string; email: string }>`
    select developer_id, email from developer_social_account join developer using (developer_id)
    where issuer = ${issuer} and subject = ${subject}`.execute(tx);
  const [row] = rows;
  return row === undefined ? undefined : { developerId: row.developer_id, email: row.email };
}

/** @returns false when the external account is already linked. */
export async function linkAccount(tx: Tx, { issuer, subject }: SocialAccount, developerId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into developer_social_account (issuer, subject, developer_id) values (${issuer}, ${subject}, ${developerId})
    on conflict (issuer, subject) do nothing returning issuer`.execute(tx);
  return rows.length === 1;
}
