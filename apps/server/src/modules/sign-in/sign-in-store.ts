/**
 * The rows of sign-ins. The sandbox of a sign-in is unknown until the customer has typed their identity. A sign-in is therefore found by
 * its id, which is unique in the installation; every use also requires the browser's secret. Times are database time.
 */
import type { AuthMethod, BankCountry, CalculatorNumber, Locale } from '@portico/contract';
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { keptReturnUrl, redirectUrisOf } from '../tpp-apps/index.ts';
import type { SignInPurpose } from './sign-in.ts';
import { nextSignInState, type SignInEvent, type SignInState, stateAt, statesBefore } from './sign-in-state.ts';

type WrittenState = Exclude<SignInState, 'expired'>;

type SignInTable = {
  sign_in_id: string;
  purpose: SignInPurpose;
  state: ColumnType<WrittenState, undefined, SignInState>;
  app_id: string | null;
  signing_session_id: string | null;
  tpp_name: string;
  tpp_application_name: string;
  bank_country: BankCountry;
  locale: Locale;
  only_sandbox_id: string | null;
  only_customer_id: string | null;
  return_to: string | null;
  cancel_to: string | null;
  browser_hash: string;
  sandbox_id: ColumnType<string | null, undefined, string>;
  customer_id: ColumnType<string | null, undefined, string>;
  challenge_id: ColumnType<string | null, undefined, string>;
  content_hash: ColumnType<string | null, undefined, string>;
  auth_method: ColumnType<AuthMethod | null, undefined, AuthMethod>;
  person: ColumnType<string | null, undefined, string>;
  decoy: ColumnType<Decoy | null, undefined, string | null>;
  opened_at: ColumnType<Date, undefined, never>;
  expires_at: Date;
  ended_at: ColumnType<Date | null, undefined, Date>;
};

type SignInTables = { sign_in: SignInTable };

/** What the page shows when the typed identity belongs to no customer (`decoy.ts`); real time in milliseconds since 1970. */
export interface Decoy {
  readonly method: AuthMethod;
  /** Digest of the typed identity: pressing the button again shows the same decoy. */
  readonly identityDigest: string;
  readonly controlCode?: string | undefined;
  readonly calculatorNumber?: CalculatorNumber | undefined;
  /** Of a decoy with a device link: in the place of a challenge's id, and no id of one. */
  readonly linkToken?: string | undefined;
  /** When the page reports that no device responded. */
  readonly answersAt: number;
  readonly expiresAt: number;
  /** True after a calculator's response was typed. */
  readonly isWrong?: boolean;
  /** No decoy, but a visit to the bank's page, whose customer is not known yet. */
  readonly visit?: Visit | undefined;
}

/** A sign-in on the bank's page, until the bank says who it was. */
export interface Visit {
  readonly challengeId: string;
  /** Gives the visit its own content. */
  readonly nonce: string;
  /** Hash of the device cookie of the browser that began. */
  readonly deviceKeyHash: string;
  /** In milliseconds since 1970, real time. */
  readonly createdAt: number;
  /** The customer came back, in this browser. */
  readonly isReturned: boolean;
  /** How it ended for a person who is no customer here, or whom the bank did not name. */
  readonly end?: 'refused' | 'wrongCode' | 'timedOut' | 'unreachable';
}

/** The current or latest challenge, and the customer it was sent to. */
export interface SignInAuthentication {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly challengeId: string;
  readonly contentHash: string;
  readonly authMethod: AuthMethod;
  /** The person who was asked (`digestPerson`); undefined for a challenge that an earlier version sent. */
  readonly person: string | undefined;
}

export interface StoredSignIn {
  readonly signInId: string;
  readonly purpose: SignInPurpose;
  readonly state: SignInState;
  readonly appId: string | undefined;
  readonly signingSessionId: string | undefined;
  readonly tppName: string;
  readonly tppApplicationName: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
  readonly onlySandboxId: string | undefined;
  readonly onlyCustomerId: string | undefined;
  readonly returnTo: string | undefined;
  /** Absent where the application no longer has a redirect URI with this origin. */
  readonly cancelTo: string | undefined;
  /** The application's website: the origin of its cancel address, otherwise of its first redirect URI. */
  readonly website: string | undefined;
  readonly browserHash: string;
  readonly authentication: SignInAuthentication | undefined;
  /** Replaces the latest authentication when the typed identity belongs to no customer. */
  readonly decoy: Decoy | undefined;
  /** When it was completed or cancelled. */
  readonly endedAt: Date | undefined;
  /** True until the sign-in expires, in every state. */
  readonly isInTime: boolean;
  /** Database time of the query. */
  readonly now: Date;
}

export type NewSignIn = Omit<StoredSignIn, 'state' | 'authentication' | 'decoy' | 'website' | 'endedAt' | 'isInTime' | 'now'>;

export async function insertSignIn(tx: Tx, signIn: NewSignIn, lifetimeSeconds: number): Promise<void> {
  await tx
    .withTables<SignInTables>()
    .insertInto('sign_in')
    .values({
      sign_in_id: signIn.signInId,
      purpose: signIn.purpose,
      app_id: signIn.appId ?? null,
      signing_session_id: signIn.signingSessionId ?? null,
      tpp_name: signIn.tppName,
      tpp_application_name: signIn.tppApplicationName,
      bank_country: signIn.bankCountry,
      locale: signIn.locale,
      only_sandbox_id: signIn.onlySandboxId ?? null,
      only_customer_id: signIn.onlyCustomerId ?? null,
      return_to: signIn.returnTo ?? null,
      cancel_to: signIn.cancelTo ?? null,
      browser_hash: signIn.browserHash,
      expires_at: sql<Date>`now() + ${lifetimeSeconds}::integer * interval '1 second'`,
    })
    .execute();
}

export async function findSignIn(reader: Reader, signInId: string): Promise<StoredSignIn | undefined> {
  const row = await reader
    .withTables<SignInTables>()
    .selectFrom('sign_in')
    .selectAll()
    .select([sql<Date>`now()`.as('now'), redirectUrisOf(sql`sign_in.app_id`).as('redirect_uris')])
    .where('sign_in_id', '=', signInId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Locks a sign-in until the transaction ends. @returns false when it has ended, or another call has asked for it since it was read. */
export async function lockUnasked(tx: Tx, { signInId, authentication }: StoredSignIn): Promise<boolean> {
  const rows = await tx
    .withTables<SignInTables>()
    .selectFrom('sign_in')
    .select('sign_in_id')
    .where('sign_in_id', '=', signInId)
    .where('state', 'in', statesBefore('authenticate').filter(isWritten))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('challenge_id', 'is not distinct from', authentication?.challengeId ?? null)
    .forUpdate()
    .execute();
  return rows.length === 1;
}

/** Replaces the challenge that was read with a new one. Call it after {@link lockUnasked}. */
export async function attachChallenge(
  tx: Tx,
  signIn: StoredSignIn,
  authentication: SignInAuthentication & { readonly person: string },
): Promise<void> {
  await move(tx, signIn, 'authenticate')
    .set({
      sandbox_id: authentication.sandboxId,
      customer_id: authentication.customerId,
      challenge_id: authentication.challengeId,
      content_hash: authentication.contentHash,
      auth_method: authentication.authMethod,
      person: authentication.person,
      decoy: null,
    })
    .execute();
}

/** Shows a decoy instead of the authentication that was read. @returns false when the sign-in has ended, or its challenge has changed. */
export async function attachDecoy(tx: Tx, { signInId, authentication }: StoredSignIn, decoy: Decoy): Promise<boolean> {
  const result = await tx
    .withTables<SignInTables>()
    .updateTable('sign_in')
    .set({ decoy: JSON.stringify(decoy) })
    .where('sign_in_id', '=', signInId)
    .where('state', 'in', statesBefore('authenticate').filter(isWritten))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('challenge_id', 'is not distinct from', authentication?.challengeId ?? null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Changes a visit that is still as it was read. @returns false when it is not, or when the sign-in has ended. */
export async function replaceVisit(tx: Tx, { signInId, decoy }: StoredSignIn, from: Visit, to: Visit): Promise<boolean> {
  const result = await tx
    .withTables<SignInTables>()
    .updateTable('sign_in')
    .set({ decoy: JSON.stringify({ ...decoy, visit: to }) })
    .where('sign_in_id', '=', signInId)
    .where('state', 'in', statesBefore('authenticate').filter(isWritten))
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`decoy->'visit' = ${JSON.stringify(from)}::jsonb`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** `role`: the customer for whom the person acts from now on. @returns false when the sign-in has ended, or its challenge is no longer the one that was read. */
export async function endSignIn(
  tx: Tx,
  signIn: StoredSignIn,
  event: 'complete' | 'cancel',
  role?: { readonly customerId: string },
): Promise<boolean> {
  const result = await move(tx, signIn, event)
    .set({ ended_at: sql<Date>`now()`, ...(role && { customer_id: role.customerId }) })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The conditional update of every transition: not expired, in a state that allows it, and with the challenge that the decision was based on. */
function move(tx: Tx, signIn: StoredSignIn, event: SignInEvent) {
  const next = nextSignInState(signIn.state, event) ?? signIn.state;
  return tx
    .withTables<SignInTables>()
    .updateTable('sign_in')
    .set({ state: next })
    .where('sign_in_id', '=', signIn.signInId)
    .where('state', 'in', statesBefore(event).filter(isWritten))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('challenge_id', 'is not distinct from', signIn.authentication?.challengeId ?? null);
}

function isWritten(state: SignInState): state is WrittenState {
  return state !== 'expired';
}

function fromRow(row: Selectable<SignInTable> & { now: Date; redirect_uris: readonly string[] | null }): StoredSignIn {
  // The sign-in at the bank's own pages has no application: its cancel address is one of these pages.
  const cancelTo = row.app_id === null ? (row.cancel_to ?? undefined) : keptReturnUrl(row.cancel_to, row.redirect_uris);
  const ofApplication = row.app_id === null ? undefined : (cancelTo ?? row.redirect_uris?.[0]);
  return {
    signInId: row.sign_in_id,
    purpose: row.purpose,
    state: stateAt(row.state, row.expires_at, row.now),
    appId: row.app_id ?? undefined,
    signingSessionId: row.signing_session_id ?? undefined,
    tppName: row.tpp_name,
    tppApplicationName: row.tpp_application_name,
    bankCountry: row.bank_country,
    locale: row.locale,
    onlySandboxId: row.only_sandbox_id ?? undefined,
    onlyCustomerId: row.only_customer_id ?? undefined,
    returnTo: row.return_to ?? undefined,
    cancelTo,
    website: ofApplication === undefined ? undefined : `${new URL(ofApplication).origin}/`,
    browserHash: row.browser_hash,
    authentication: authenticationOf(row),
    decoy: row.decoy ?? undefined,
    endedAt: row.ended_at ?? undefined,
    isInTime: row.now < row.expires_at,
    now: row.now,
  };
}

function authenticationOf(row: Selectable<SignInTable>): SignInAuthentication | undefined {
  const { sandbox_id: sandboxId, customer_id: customerId, challenge_id: challengeId, content_hash: contentHash, auth_method: authMethod } = row;
  if (sandboxId === null || customerId === null || challengeId === null || contentHash === null || authMethod === null) return undefined;
  return { sandboxId, customerId, challengeId, contentHash, authMethod, person: row.person ?? undefined };
}
