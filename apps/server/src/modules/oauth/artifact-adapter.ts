/**
 * oidc-provider's storage. What it calls an id is the code or token itself, so the row is found by its hash and the payload is kept
 * without it. Tokens are issued, consumed and revoked through the write door, with their audit entries.
 */
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite, WriteContext } from '#platform/db/run-write.ts';
import type { TppApps } from '../tpp-apps/index.ts';
import { parseAccountId } from './account-id.ts';
import {
  type Artifact,
  consumeArtifact,
  type DeletedArtifact,
  deleteArtifact,
  deleteFamily,
  findArtifact,
  lockGrant,
  upsertArtifact,
} from './artifact-store.ts';
import { parseRequestContext } from './request-context.ts';

export interface ArtifactDeps {
  readonly db: Db;
  readonly write: RunWrite;
  readonly tppApps: Pick<TppApps, 'findByClientId'>;
}

/** Stands for the interaction's id inside its own resume URL. */
const ID_PLACEHOLDER = '{id}';
const CODE_REUSED = 'authorization code already consumed';

/** Audit chain of everything that comes from one sign-in. */
const authorizationChain = (grantHash: string) => `authorization:${grantHash.slice(0, 32)}`;

export function createArtifactAdapter(deps: ArtifactDeps, model: string): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      if (expiresIn === undefined) throw new Error(`The authorization server wants to keep a ${model} for ever.`);
      const artifact = await toArtifact(deps, model, id, payload);
      if (model === 'AccessToken') {
        await issueToken(deps, artifact, expiresIn);
        return;
      }
      await upsertArtifact(deps.db, artifact, expiresIn);
    },

    async find(id) {
      const found = await findArtifact(deps.db, model, sha256Hex(id));
      if (found === undefined) return undefined;
      if (found.isExpired) {
        // RFC 6749 §4.1.2 sets no time limit: a used code that comes again revokes what it gave, however late.
        if (found.isConsumed && found.grantHash !== undefined) await revokeFamily(deps, found.grantHash);
        return undefined;
      }
      const { returnTo } = found.payload;
      return {
        ...found.payload,
        jti: id,
        ...(returnTo === undefined ? {} : { returnTo: returnTo.replace(ID_PLACEHOLDER, id) }),
        ...(found.isConsumed ? { consumed: true } : {}),
      };
    },

    async consume(id) {
      const idHash = sha256Hex(id);
      const isFirst = await deps.write(async (context) => {
        const grantHash = (await findArtifact(context.tx, model, idHash))?.grantHash;
        // The grant before its rows, as issuing and revoking do: a conditional update locks the row even where its condition fails.
        if (grantHash !== undefined) await lockGrant(context.tx, grantHash);
        if (await consumeArtifact(context.tx, model, idHash)) return true;
        // RFC 6749 §4.1.2: a second use revokes what the first one gave.
        if (grantHash !== undefined) await auditDeleted(context, await deleteFamily(context.tx, grantHash));
        return false;
      });
      if (!isFirst) throw new errors.InvalidGrant(CODE_REUSED);
    },

    async destroy(id) {
      await deps.write(async (context) => auditDeleted(context, await deleteArtifact(context.tx, model, sha256Hex(id))));
    },

    // The library asks once per model; one sign-in gives one token, so the family dies at the first call.
    async revokeByGrantId(grantId) {
      await revokeFamily(deps, sha256Hex(grantId));
    },

    // Sessions are not kept (no single sign-on) and there is no device flow.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

/** @throws InvalidGrant when the family was revoked meanwhile. */
async function issueToken(deps: ArtifactDeps, artifact: Artifact, expiresIn: number): Promise<void> {
  const { grantHash } = artifact;
  const isIssued = await deps.write(async (context) => {
    const grant = grantHash === undefined ? undefined : await lockGrant(context.tx, grantHash);
    if (grant === undefined) return false;
    await upsertArtifact(context.tx, { ...artifact, ...grant }, expiresIn);
    await auditIssued(context, artifact);
    return true;
  });
  if (!isIssued) throw new errors.InvalidGrant('grant not found');
}

async function toArtifact(deps: ArtifactDeps, model: string, id: string, payload: AdapterPayload): Promise<Artifact> {
  const clientId = payload.clientId ?? payload.params?.client_id;
  const app = typeof clientId === 'string' ? await deps.tppApps.findByClientId(clientId) : undefined;
  if (app === undefined) throw new Error(`A ${model} belongs to no application.`);
  const owner = payload.accountId === undefined ? undefined : parseAccountId(payload.accountId);
  if (owner !== undefined && owner.sandboxId !== app.sandboxId) throw new Error(`A ${model} joins an application and a customer of two sandboxes.`);
  const idHash = sha256Hex(id);
  const { jti: _jti, returnTo, ...kept } = payload;
  // What the customer's website asked for stays with the grant; its access tokens take it from there.
  const context = model === 'Grant' ? parseRequestContext(Provider.ctx?.oidc.params ?? {}) : undefined;
  return {
    model,
    idHash,
    sandboxId: app.sandboxId,
    appId: app.appId,
    clientId: app.clientId,
    customerId: owner?.customerId,
    grantHash: model === 'Grant' ? idHash : payload.grantId === undefined ? undefined : sha256Hex(payload.grantId),
    bankCountry: context?.bankCountry,
    locale: context?.locale,
    payload: { ...kept, ...(returnTo === undefined ? {} : { returnTo: returnTo.replace(id, ID_PLACEHOLDER) }) },
  };
}

function revokeFamily(deps: ArtifactDeps, grantHash: string): Promise<void> {
  return deps.write(async (context) => auditDeleted(context, await deleteFamily(context.tx, grantHash)));
}

export async function auditDeleted(context: WriteContext, deleted: readonly DeletedArtifact[]): Promise<void> {
  for (const artifact of deleted) if (artifact.model === 'AccessToken') await audit(context, 'token.revoked', artifact);
}

export function auditIssued(context: WriteContext, token: DeletedArtifact): Promise<void> {
  return audit(context, 'token.issued', token);
}

async function audit(context: WriteContext, event: string, { grantHash, sandboxId, appId, customerId }: DeletedArtifact): Promise<void> {
  if (grantHash === undefined || customerId === undefined) throw new Error('An access token belongs to no sign-in.');
  await context.audit({ chain: authorizationChain(grantHash), sandboxId, event, ids: { appId, customerId } });
}
