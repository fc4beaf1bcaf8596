/** The explorer's default values for a signed-in developer: client id, redirect URI, and the sample values of the specification. */
import type { Prefills, TokenUser } from '@portico/contract';
import { addDays } from '@portico/primitives';
import { API_SECTIONS } from '#modules/catalog/index.ts';
import type { RegisteredApp } from '#modules/tpp-apps/index.ts';

const REALM = 'psd2';
const MANAGEMENT = API_SECTIONS.find(({ apiId }) => apiId === 'sandbox-management')?.operations ?? [];
/** Period of the transactions query, in days. */
const LISTED_DAYS = 30;

/** The customer who has the token. */
interface Current {
  /** IBAN of the first account; undefined: there is none. */
  readonly iban: string | undefined;
  /** Calendar date at the bank. */
  readonly today: string;
}

export function toPrefills(app: RegisteredApp | undefined, users: readonly TokenUser[], holder: Current | undefined): Prefills {
  const client: Record<string, string> = app === undefined ? {} : { client_id: app.clientId, redirect_uri: app.redirectUris[0] ?? '' };
  const current = users.find(({ access_token: token }) => token !== undefined);
  const request = { ...client, response_type: 'code', scope: 'openid', bank_country: current?.country ?? 'ee', locale: 'en' };
  const exchange = { ...client, grant_type: 'authorization_code' };
  const { redirect_uri: _none, ...revocation } = client;
  const managed = { ...(app && { 'Tpp-Client-Id': app.clientId }), ...(current && { id: current.id, userName: current.userName }) };
  return {
    prefills: {
      login: { authorize: { ...request, realm: REALM }, auth: { ...request, realm: REALM } },
      oauth2: {
        getAccessToken: { ...exchange, realm: REALM },
        token: exchange,
        par: request,
        revokeAccessToken: revocation,
        revoke: revocation,
      },
      'sandbox-management': Object.fromEntries(MANAGEMENT.map(({ operationId }) => [operationId, managed])),
      ...(holder === undefined ? {} : { accounts: { getTransactionList: { bookingStatus: 'both', dateFrom: addDays(holder.today, -LISTED_DAYS) } } }),
    },
    ...(holder?.iban === undefined ? {} : { iban: holder.iban }),
    fallbackUserToUserMap: Object.fromEntries(users.map(({ userName, id }) => [userName, id])),
  };
}
