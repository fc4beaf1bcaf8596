/** Maps applications to oidc-provider's clients. The library never gets the secret; the tpp-apps module compares it. */
import { type Adapter, Provider } from 'oidc-provider';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Db } from '#platform/db/database.ts';
import type { OpenedClient, TppApps } from '../tpp-apps/index.ts';
import { createArtifactFinder } from './artifact-store.ts';
import { basicProfile, type ClientProfile } from './security/client-profile.ts';
import { currentTokenCall } from './token-family.ts';

/** Token request parameters that carry an artifact, and the artifact's model. */
const EXCHANGED = { code: 'AuthorizationCode', refresh_token: 'RefreshToken' };

/** @param suffix of the models that each version stores separately. @param profileOf how a client proves itself; default: by its secret. */
export function createClientAdapter(
  db: Db,
  tppApps: Pick<TppApps, 'openClient' | 'openSealed'>,
  suffix: string,
  profileOf: ClientProfile = basicProfile,
): Adapter {
  const exchanged = Object.entries(EXCHANGED).map(([param, kind]) => {
    const model = `${kind}${suffix}`;
    return { param, model, find: createArtifactFinder(db, model) };
  });

  /** Reads the client together with its code or refresh token; undefined: the client must be read separately. */
  async function openWithArtifact(clientId: string): Promise<OpenedClient | undefined> {
    const params = Provider.ctx?.oidc.params ?? {};
    for (const { param, model, find } of exchanged) {
      const id = params[param];
      if (typeof id !== 'string') continue;
      const idHash = sha256Hex(id);
      const artifact = await find(idHash);
      if (artifact?.client?.app.clientId !== clientId) return undefined;
      currentTokenCall().brought = { model, idHash, artifact };
      return tppApps.openSealed(artifact.client);
    }
    return undefined;
  }

  const refuse = async () => {
    throw new Error('Applications are registered in the portal, not here.');
  };
  return {
    async find(clientId) {
      const opened = (await openWithArtifact(clientId)) ?? (await tppApps.openClient(clientId));
      if (opened === undefined) return undefined;
      currentTokenCall().client = opened;
      const { app } = opened;
      return {
        client_id: app.clientId,
        client_name: app.clientName,
        redirect_uris: [...app.redirectUris],
        // `web`: redirect URIs are compared as text; `native` would let the port of a loopback address vary.
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        response_modes: ['query', 'fragment'],
        require_auth_time: true,
        ...(await profileOf(opened)),
      };
    },
    upsert: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

/** No single sign-on: the library's browser session is never stored, so every authorization request asks for a sign-in. */
export function createForgetfulAdapter(): Adapter {
  const nothing = async () => undefined;
  return {
    find: nothing,
    upsert: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
    findByUid: nothing,
    findByUserCode: nothing,
  };
}
