/**
 * The storage of oidc-provider. An id of the library is the code or token itself, so rows are found by its hash, and payloads are stored
 * without it. Issuing, using and revoking tokens runs in write transactions with audit entries.
 */
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { noteSandbox } from '#platform/db/turns.ts';
import type { TppApp } from '../tpp-apps/index.ts';
import { parseAccountId } from './account-id.ts';
import { type Artifact, consumeArtifact, createArtifactFinder, deleteArtifact, type FoundArtifact, upsertArtifact } from './artifact-store.ts';
import { withRepresentative } from './find-account.ts';
import type { OAuthDeps } from './oauth-deps.ts';
import { applicationGone, refusedOnPage } from './refused-on-page.ts';
import { parseRequestContext } from './request-context.ts';
import { boundToOf } from './security/profile.ts';
import { DEVICE_HEADER, resultFor } from './sign-in-result.ts';
import { currentTokenCall, endFamily, type TokenCall } from './token-family.ts';

/** Replaces the interaction's id in its own resume URL. */
const ID_PLACEHOLDER = '{id}';

/** @param kind the library's name of the model. @param suffix of the models that each version stores separately. */
export function createArtifactAdapter(deps: Pick<OAuthDeps, 'db' | 'write' | 'tppApps'>, kind: string, suffix: string): Adapter {
  const model = `${kind}${suffix}`;
  const isPushedRequest = kind === 'PushedAuthorizationRequest';
  const isToken = kind === 'AccessToken' || kind === 'RefreshToken';
  const findArtifact = createArtifactFinder(deps.db, model);
  const end = (grantHash: string) => deps.write((context) => endFamily(context, grantHash));
  return {
    async upsert(id, payload, expiresIn) {
      if (expiresIn === undefined) throw new Error(`The authorization server wants to keep a ${model} for ever.`);
      if (isToken) {
        const boundTo = kind === 'AccessToken' ? boundToOf(payload) : undefined;
        currentTokenCall().issued.push({ model, idHash: sha256Hex(id), payload: withoutId(id, payload), ttlSeconds: expiresIn, boundTo });
        return;
      }
      const artifact = await toArtifact(deps, model, id, payload);
      noteSandbox(artifact.sandboxId);
      if (!(await upsertArtifact(deps.db, artifact, expiresIn))) throw applicationGone();
    },

    async find(id) {
      const [idHash, call] = [sha256Hex(id), currentTokenCall()];
      // The query for a code or refresh token has already read its grant.
      if (kind === 'Grant' && call.grant?.grantHash === idHash && call.grant.secondsLeft > 0) return { ...call.grant.payload, jti: id };
      const found = takeBrought(call, model, idHash) ?? (await findArtifact(idHash));
      if (found === undefined) return undefined;
      if (found.grant !== undefined) noteSandbox(found.grant.sandboxId);
      // A sign-in takes longer than the request lives. The library checks its time, and whether it was used, at both ends.
      if (isPushedRequest) return { ...found.payload, jti: id, ...(found.isConsumed ? { consumed: true } : {}) };
      if (found.secondsLeft <= 0) {
        // RFC 6749 §4.1.2 sets no time limit: reusing a code revokes its tokens at any later time.
        if (found.isConsumed && found.grantHash !== undefined) await end(found.grantHash);
        return undefined;
      }
      // A code is only valid with its redirect URI still registered. A reused code revokes its tokens in any case.
      if (!found.isConsumed && !goesToClient(found.payload, found.client?.app)) return undefined;
      if (found.grant !== undefined) call.grant = found.grant;
      const { returnTo, result, iat } = found.payload;
      return {
        ...found.payload,
        jti: id,
        ...(returnTo === undefined ? {} : { returnTo: returnTo.replace(ID_PLACEHOLDER, id) }),
        ...(result === undefined ? {} : { result: resultFor(result, { iat, deviceKeyHash: Provider.ctx?.get(DEVICE_HEADER), now: found.readAt }) }),
        ...(found.isConsumed ? { consumed: true } : {}),
      };
    },

    async consume(id) {
      if (isPushedRequest) {
        if (await consumeArtifact(deps.db, model, sha256Hex(id))) return;
        throw new errors.InvalidRequestUri('request_uri was already used');
      }
      const call = currentTokenCall();
      if (call.grant === undefined) throw new Error(`A ${model} is used that belongs to no sign-in.`);
      call.used = { model, idHash: sha256Hex(id), grantHash: call.grant.grantHash };
    },

    async destroy(id) {
      const idHash = sha256Hex(id);
      const grantHash = (await findArtifact(idHash))?.grantHash;
      if (grantHash === undefined) await deleteArtifact(deps.db, model, idHash);
      else await end(grantHash);
    },

    // The library calls this once per model; the first call deletes the family.
    revokeByGrantId: (grantId) => end(sha256Hex(grantId)),

    // Sessions are not stored (no single sign-on), and there is no device flow.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

/** Returns the artifact once; a second call queries the database. */
function takeBrought(call: TokenCall, model: string, idHash: string): FoundArtifact | undefined {
  const { brought } = call;
  if (brought?.model !== model || brought.idHash !== idHash) return undefined;
  delete call.brought;
  return brought.artifact;
}

async function toArtifact({ tppApps }: Pick<OAuthDeps, 'tppApps'>, model: string, id: string, payload: AdapterPayload): Promise<Artifact> {
  const clientId = payload.clientId ?? payload.params?.client_id ?? Provider.ctx?.oidc.client?.clientId;
  const app = typeof clientId === 'string' ? await tppApps.findByClientId(clientId) : undefined;
  if (typeof clientId !== 'string') throw new Error(`A ${model} belongs to no application.`);
  if (app === undefined) throw applicationGone();
  // The owner may have removed the redirect URI during the sign-in.
  if (!goesToClient(payload, app)) {
    throw refusedOnPage('redirect_uri is no registered redirect URI of the application any more');
  }
  const owner = payload.accountId === undefined ? undefined : parseAccountId(payload.accountId);
  if (owner !== undefined && owner.sandboxId !== app.sandboxId) throw new Error(`A ${model} joins an application and a customer of two sandboxes.`);
  const idHash = sha256Hex(id);
  // Country and language of the request are stored with the grant; its tokens copy them.
  const context = model === 'Grant' ? parseRequestContext(Provider.ctx?.oidc.params ?? {}, Provider.ctx?.get('accept-language')) : undefined;
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
    payload: withoutId(id, model === 'Grant' ? withRepresentative(payload, Provider.ctx?.oidc.account) : payload),
  };
}

/** False for a code whose redirect URI is no longer registered. */
function goesToClient({ kind, redirectUri }: AdapterPayload, app: Pick<TppApp, 'redirectUris'> | undefined): boolean {
  return kind !== 'AuthorizationCode' || app?.redirectUris.some((uri) => uri === redirectUri) === true;
}

/** Removes the id, also from the resume URL. */
function withoutId(id: string, { jti: _jti, returnTo, ...kept }: AdapterPayload): AdapterPayload {
  return { ...kept, ...(returnTo === undefined ? {} : { returnTo: returnTo.replace(id, ID_PLACEHOLDER) }) };
}
