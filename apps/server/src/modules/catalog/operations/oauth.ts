import {
  AuthorizationQuery,
  AuthorizationQueryVersion2,
  PushedAnswer,
  PushedRequest,
  RegistrationAnswer,
  RegistrationRequest,
  RevocationRequest,
  RevocationRequestVersion1,
  TokenAnswer,
  TokenAnswerVersion2,
  TokenRequest,
  TokenRequestVersion1,
} from '@portico/contract';
import { OAUTH_ERRORS } from '../errors/oauth-errors.ts';
import type { Section } from '../operation.ts';

const SENT_TO_SIGN_IN =
  'Redirect the customer’s browser here. The bank signs the customer in and redirects to `redirect_uri` with a one-time `code` and your `state`. A customer who cancels returns with `error=access_denied`; an invalid request returns with the `error` of RFC 6749. With a wrong `client_id` or `redirect_uri` the customer sees a page of the bank and is not redirected.';
const EXCHANGE =
  'Exchange a code for tokens within 60 seconds, or a refresh token for a new pair. Each works once: a second use revokes all tokens of that sign-in.';
const REVOKE = 'Revoke an access or refresh token: both tokens of the pair become invalid. An unknown token gets the same response.';

/** Of both versions, below the API's base. */
export const AUTHORIZATION_SERVERS = [
  { version: 1, authorization: '/api/v1/am/oauth2/authorize', token: '/api/v1/openam/oauth2/access_token' },
  { version: 2, authorization: '/api/v2/am/realms/psd2/protocol/openid-connect/auth', token: '/api/v2/openam/token' },
] as const;
const [V1, V2] = AUTHORIZATION_SERVERS;

export const LOGIN: Section = {
  apiId: 'login',
  title: 'Login',
  description:
    'Where a customer is sent to sign in. Version 2 is found by discovery and suits any OpenID Connect library; version 1 has the same rules at older addresses.',
  operations: [
    {
      operationId: 'authorize',
      method: 'GET',
      path: V1.authorization,
      summary: 'Sign a customer in, version 1',
      description: `${SENT_TO_SIGN_IN} PKCE is optional; a challenge that is sent is enforced.`,
      headers: [],
      answers: [{ status: 303, description: 'The browser goes to the bank’s sign-in page, or back with an `error`.', headers: ['Location'] }],
      wire: { query: AuthorizationQuery },
      errors: OAUTH_ERRORS.authorize,
    },
    {
      operationId: 'auth',
      method: 'GET',
      path: V2.authorization,
      summary: 'Sign a customer in, version 2',
      description: `${SENT_TO_SIGN_IN} Send a PKCE challenge or a nonce. After a pushed request (\`par\`), which the profile fapi2 needs, send \`client_id\` and \`request_uri\` alone.`,
      headers: [],
      answers: [{ status: 303, description: 'The browser goes to the bank’s sign-in page, or back with an `error`.', headers: ['Location'] }],
      wire: { query: AuthorizationQueryVersion2 },
      errors: OAUTH_ERRORS.auth,
    },
  ],
};

export const OAUTH2: Section = {
  apiId: 'oauth2',
  title: 'OAuth 2.0',
  description:
    'Tokens for one customer and one application together. The profile of the application decides how it proves itself: basic with its secret, in the body or by HTTP Basic; mtls with its certificate, at the address for mutual TLS; fapi2, in version 2, with its certificate or a signed `client_assertion`.',
  operations: [
    {
      operationId: 'getAccessToken',
      method: 'POST',
      path: V1.token,
      summary: 'Get tokens, version 1',
      description: `${EXCHANGE} Parameters come in the body, in the query or in both.`,
      headers: [],
      answers: [{ status: 200, description: 'The tokens.' }],
      wire: { body: TokenRequestVersion1, answers: { 200: TokenAnswer } },
      errors: OAUTH_ERRORS.getAccessToken,
    },
    {
      operationId: 'token',
      method: 'POST',
      path: V2.token,
      summary: 'Get tokens, version 2',
      description: `${EXCHANGE} The body is a form or JSON.`,
      headers: [],
      answers: [{ status: 200, description: 'The tokens.' }],
      wire: { body: TokenRequest, answers: { 200: TokenAnswerVersion2 } },
      errors: OAUTH_ERRORS.token,
    },
    {
      operationId: 'par',
      method: 'POST',
      path: '/api/v2/openam/par',
      summary: 'Push an authorization request, version 2',
      description:
        'The parameters of `auth` go from your server to the bank before the customer is sent to sign in, and the browser carries only `client_id` and `request_uri` (RFC 9126). The profile fapi2 needs it; every other application of version 2 may use it.',
      headers: [],
      answers: [{ status: 201, description: 'The request was kept for 60 seconds.' }],
      wire: { body: PushedRequest, answers: { 201: PushedAnswer } },
      errors: OAUTH_ERRORS.par,
    },
    {
      operationId: 'revokeAccessToken',
      method: 'POST',
      path: '/api/v1/openam/oauth2/token/revoke',
      summary: 'Revoke a token, version 1',
      description: REVOKE,
      headers: [],
      answers: [{ status: 200, description: 'The tokens have ended.' }],
      wire: { body: RevocationRequestVersion1 },
      errors: OAUTH_ERRORS.revokeAccessToken,
    },
    {
      operationId: 'revoke',
      method: 'POST',
      path: '/api/v2/openam/token/revocation',
      summary: 'Revoke a token, version 2',
      description: REVOKE,
      headers: [],
      answers: [{ status: 200, description: 'The tokens have ended.' }],
      wire: { body: RevocationRequest },
      errors: OAUTH_ERRORS.revoke,
    },
    {
      operationId: 'register',
      method: 'POST',
      path: '/api/v2/register',
      summary: 'Register an application by certificate, version 2',
      description:
        'Registers the application of the provider that the QWAC of the call names (RFC 7591). `client_id` is the `organizationIdentifier` in the certificate; its subject and roles give the registered name and the services. A registered provider sends the call again with all values to ask for a change, and with the present values to withdraw it. Unknown members are ignored; `jwks_uri` and `software_statement` are refused. The body has at most 32 KiB.',
      needsCertificate: true,
      headers: [],
      answers: [
        { status: 200, description: 'The application is registered, the values of the call are in force, and no change waits.' },
        { status: 201, description: 'The application was registered.' },
        { status: 202, description: 'The change waits for the bank in `requested_change`. The other members are the values in force.' },
      ],
      wire: { body: RegistrationRequest, isJson: true, answers: { 200: RegistrationAnswer, 201: RegistrationAnswer, 202: RegistrationAnswer } },
      errors: OAUTH_ERRORS.register,
    },
  ],
};
