/** What the explorer fills in for a signed-in developer: his client id, his redirect URI, and the sample values of the specification. */
import type { Prefills, TokenUser } from '@portico/contract';
import type { RegisteredApp } from '../tpp-apps/index.ts';

const REALM = 'psd2';

export function toPrefills(app: RegisteredApp | undefined, users: readonly TokenUser[]): Prefills {
  const client: Record<string, string> = app === undefined ? {} : { client_id: app.clientId, redirect_uri: app.redirectUris[0] ?? '' };
  const current = users.find(({ access_token: token }) => token !== undefined);
  const request = { ...client, response_type: 'code', scope: 'openid', bank_country: current?.country ?? 'ee', locale: 'en' };
  const exchange = { ...client, grant_type: 'authorization_code' };
  return {
    prefills: {
      login: { authorize: { ...request, realm: REALM }, auth: { ...request, realm: REALM } },
      oauth2: { getAccessToken: { ...exchange, realm: REALM }, token: exchange },
    },
    fallbackUserToUserMap: Object.fromEntries(users.map(({ userName, id }) => [userName, id])),
  };
}
