/**
 * Writes the effects of a token request, and ends families. One call of the token endpoint uses a code or refresh token and issues other tokens.
 * The library does this step by step; here it is one transaction under the family's lock. Of two uses of one code one gets tokens, and the
 * other one ends the family (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
 */
import type { IncomingMessage } from 'node:http';
import type { SecurityProfile } from '@portico/contract/values';
import { Provider } from 'oidc-provider';
import type { AuditEntry, WriteContext } from '#platform/db/run-write.ts';
import type { OpenedClient } from '../tpp-apps/index.ts';
import type { Family, FoundArtifact, FoundGrant } from './artifact-store.ts';
import { deleteFamily, exchangeArtifact, issueWithin, lockFamily, type NewToken, type UsedArtifact } from './family-store.ts';
import type { OAuthDeps } from './oauth-deps.ts';

/** What the library has read and done so far in one call of the token endpoint. */
export interface TokenCall {
  client?: OpenedClient;
  /** The profile that holds for the client. */
  profile?: SecurityProfile;
  /** True: the call came with a certificate of the client that was accepted. */
  isIdentified?: boolean;
  /** For the client's developer: why it is refused, or how it must prove itself. */
  refusal?: string;
  /** The client that has proved itself. */
  provenClientId?: string | undefined;
  /** True: it cannot be read whether the certificate was revoked, so the client could not prove itself. */
  isBankFailure?: boolean;
  /** Read together with the client, until the library requests it. */
  brought?: { readonly model: string; readonly idHash: string; readonly artifact: FoundArtifact };
  grant?: FoundGrant;
  used?: UsedArtifact;
  /** True: the refresh token stays in use. */
  isKept?: boolean;
  readonly issued: NewToken[];
}

const calls = new WeakMap<IncomingMessage, TokenCall>();

/** The state of the request that the library is processing; outside a request the returned state is discarded. */
export function currentTokenCall(): TokenCall {
  const message = Provider.ctx?.req;
  const call = (message && calls.get(message)) ?? { issued: [] };
  if (message !== undefined) calls.set(message, call);
  return call;
}

/** Undefined when the request issued nothing. */
export function tokenCallOf(message: IncomingMessage): TokenCall | undefined {
  const call = calls.get(message);
  return call === undefined || call.issued.length === 0 ? undefined : call;
}

/** The client that has proved itself with a request. */
export const provenClientIdOf = (message: IncomingMessage): string | undefined => calls.get(message)?.provenClientId;

/** True: the request failed for the bank, before the client could prove itself. */
export const isBankFailure = (message: IncomingMessage): boolean => calls.get(message)?.isBankFailure === true;

/** Why a client is refused, for its developer; undefined: the ordinary text says it. */
export const clientRefusalOf = (message: IncomingMessage): string | undefined => calls.get(message)?.refusal;

/** False: the code or refresh token was already used, which ends the family, or the family was deleted. */
export async function writeTokenCall(
  deps: Pick<OAuthDeps, 'write' | 'writeStatement' | 'beginChain'>,
  { used, issued, grant, isKept }: TokenCall,
): Promise<boolean> {
  if (grant !== undefined && used === undefined && isKept === true) return refreshKept(deps, issued, grant);
  if (used === undefined || grant === undefined) throw new Error('A token was issued for nothing.');
  const exchange = used.model.startsWith('RefreshToken') ? refresh : exchangeCode;
  if (await exchange(deps, used, issued, grant)) return true;
  await deps.write(async (context) => {
    const family = await lockFamily(context.tx, used.grantHash);
    if (family !== undefined && !family.isExpired) await endLockedFamily(context, family);
  });
  return false;
}

type Exchange = (deps: Parameters<typeof writeTokenCall>[0], used: UsedArtifact, issued: readonly NewToken[], grant: FoundGrant) => Promise<boolean>;

/** A sign-in has one code, and its tokens begin the family's chain: tokens, use of the code and audit entry are one statement. */
const exchangeCode: Exchange = ({ writeStatement, beginChain }, used, issued, grant) => {
  const first = beginChain({ ...auditEntryOf('token.issued', grant), at: grant.readAt });
  return writeStatement(first.event, (db) => exchangeArtifact(db, used, issued, first));
};

const refresh: Exchange = ({ write }, used, issued, grant) =>
  write(async (context) => {
    const isServed = await exchangeArtifact(context.tx, used, issued);
    if (isServed) await auditFamily(context, 'token.refreshed', grant);
    return isServed;
  });

/** FAPI 2.0 SP §5.3.2.1-9: a refresh token of a client that proves itself by a key is not replaced. */
const refreshKept = ({ write }: Pick<OAuthDeps, 'write'>, issued: readonly NewToken[], grant: FoundGrant): Promise<boolean> =>
  write(async (context) => {
    const isServed = await issueWithin(context.tx, grant.grantHash, issued);
    if (isServed) await auditFamily(context, 'token.refreshed', grant);
    return isServed;
  });

/** Does nothing when the family was already deleted. */
export async function endFamily(context: WriteContext, grantHash: string): Promise<void> {
  const family = await lockFamily(context.tx, grantHash);
  if (family !== undefined) await endLockedFamily(context, family);
}

async function endLockedFamily(context: WriteContext, family: Family): Promise<void> {
  await deleteFamily(context.tx, family);
  await auditFamily(context, 'token.revoked', family);
}

type FamilyEvent = 'token.issued' | 'token.refreshed' | 'token.revoked';

export async function auditFamily(context: WriteContext, event: FamilyEvent, family: Omit<Family, 'isExpired'>): Promise<void> {
  await context.audit(auditEntryOf(event, family));
}

function auditEntryOf(event: FamilyEvent, { grantHash, sandboxId, appId, customerId }: Omit<Family, 'isExpired'>): AuditEntry {
  return { chain: `authorization:${grantHash.slice(0, 32)}`, sandboxId, event, ids: { appId, customerId } };
}
