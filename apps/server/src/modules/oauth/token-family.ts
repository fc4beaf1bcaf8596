/**
 * What becomes of everything that comes from one sign-in. One call of the token endpoint consumes a code or refresh token and issues
 * others; the library does it step by step, here it is one transaction under the family's lock: of two uses of one code one gets
 * tokens, the other ends the family (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
 */
import type { IncomingMessage } from 'node:http';
import { Provider } from 'oidc-provider';
import type { RunWrite, WriteContext } from '#platform/db/run-write.ts';
import { consumeArtifact, deleteFamily, type Family, type FoundArtifact, insertTokens, lockFamily, type NewToken } from './artifact-store.ts';

/** What the library has done so far in one call of the token endpoint. */
export interface TokenCall {
  /** As it was found. */
  grant?: FoundArtifact;
  consumed?: { readonly model: string; readonly idHash: string; readonly grantHash: string };
  readonly issued: NewToken[];
}

const calls = new WeakMap<IncomingMessage, TokenCall>();

/** Of the request that the library is working on. */
export function currentTokenCall(): TokenCall {
  const message = Provider.ctx?.req;
  if (message === undefined) throw new Error('A token is handled outside the authorization server.');
  const call = calls.get(message) ?? { issued: [] };
  calls.set(message, call);
  return call;
}

/** Undefined when the request issued nothing. */
export function tokenCallOf(message: IncomingMessage): TokenCall | undefined {
  const call = calls.get(message);
  return call === undefined || call.issued.length === 0 ? undefined : call;
}

/** False: the code or refresh token was used meanwhile, which ends the family, or the family is gone. */
export function writeTokenCall(write: RunWrite, { consumed, issued }: TokenCall): Promise<boolean> {
  if (consumed === undefined) throw new Error('A token was issued for nothing.');
  return write(async (context) => {
    const family = await lockFamily(context.tx, consumed.grantHash);
    if (family === undefined || family.secondsLeft <= 0) return false;
    if (await consumeArtifact(context.tx, consumed.model, consumed.idHash)) {
      await insertTokens(context.tx, family, issued);
      await auditFamily(context, consumed.model.startsWith('RefreshToken') ? 'token.refreshed' : 'token.issued', family);
      return true;
    }
    await endLockedFamily(context, family);
    return false;
  });
}

/** Harmless when it is gone. */
export async function endFamily(context: WriteContext, grantHash: string): Promise<void> {
  const family = await lockFamily(context.tx, grantHash);
  if (family !== undefined) await endLockedFamily(context, family);
}

async function endLockedFamily(context: WriteContext, family: Family): Promise<void> {
  await deleteFamily(context.tx, family);
  await auditFamily(context, 'token.revoked', family);
}

export async function auditFamily(
  context: WriteContext,
  event: 'token.issued' | 'token.refreshed' | 'token.revoked',
  { grantHash, sandboxId, appId, customerId }: Pick<Family, 'grantHash' | 'sandboxId' | 'appId' | 'customerId'>,
): Promise<void> {
  await context.audit({ chain: `authorization:${grantHash.slice(0, 32)}`, sandboxId, event, ids: { appId, customerId } });
}
