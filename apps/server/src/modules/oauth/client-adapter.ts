/** oidc-provider's clients are our applications; the secret is never handed to it, the register of applications compares it. */
import type { Adapter } from 'oidc-provider';
import type { TppApps } from '../tpp-apps/index.ts';
import { currentTokenCall } from './token-family.ts';

/** The library wants some secret for a client that has one; nothing is ever compared with it. */
const NOT_THE_SECRET = 'compared by the application register';

export function createClientAdapter(tppApps: Pick<TppApps, 'openClient'>): Adapter {
  const refuse = async () => {
    throw new Error('Applications are registered in the portal, not here.');
  };
  return {
    async find(clientId) {
      const opened = await tppApps.openClient(clientId);
      if (opened === undefined) return undefined;
      currentTokenCall().client = opened;
      const { app } = opened;
      return {
        client_id: app.clientId,
        client_name: app.clientName,
        client_secret: NOT_THE_SECRET,
        redirect_uris: [...app.redirectUris],
        // `web`: redirect URIs are compared as text; `native` would let the port of a loopback address vary.
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        response_modes: ['query', 'fragment'],
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: true,
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

/** No single sign-on: the library's browser session is never kept, so every authorization request asks for a sign-in. */
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
