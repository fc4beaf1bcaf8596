import type { OperationExamples } from './example.ts';

const CLIENT_ID = 'tpp_01km9a5t3e8h2q4x6n7p9rvwys';
const REDIRECT_URI = 'https://your-site.example/callback';
const VERIFIER = 'a-verifier-of-43-characters-or-more-0123456789';

const QUERY = {
  client_id: CLIENT_ID,
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
  state: 'af0ifjsldkj',
  nonce: 'n-0S6_WzA2Mj',
  // Of VERIFIER.
  code_challenge: 'gwx_1ff33sP-Na7uzErlwZMg02IfMm0pwvZjX6iq0Jg',
  code_challenge_method: 'S256',
  bank_country: 'ee',
  locale: 'en',
  realm: 'psd2',
};

const CLIENT = { client_id: CLIENT_ID, client_secret: 'YOUR_CLIENT_SECRET' };

const TOKEN: OperationExamples = {
  request: {
    code: {
      summary: 'The code that the customer’s browser brought',
      value: { ...CLIENT, grant_type: 'authorization_code', code: 'ONE_TIME_CODE', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER },
    },
    refresh: { summary: 'A refresh token', value: { ...CLIENT, grant_type: 'refresh_token', refresh_token: 'YOUR_REFRESH_TOKEN' } },
  },
  answers: {
    200: {
      access_token: 'q6yD3Zk1vR2pXc0JtTnE4uW8aLhGfS5d7M9bKxPoIyU',
      expires_in: 3600,
      id_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJjdXMifQ.c2lnbmF0dXJl',
      refresh_token: 'pT4nE8wQ2rY6uI0oA3sD7fG1hJ5kL9zXcVbNmM2qWeR',
      scope: 'openid',
      token_type: 'Bearer',
    },
  },
};

const { realm: _realm, ...PUSHED } = QUERY;
const PUSH: OperationExamples = {
  request: { code: { summary: 'What `auth` would get', value: { ...PUSHED, ...CLIENT } } },
  answers: { 201: { request_uri: 'urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c', expires_in: 60 } },
};

const REVOKE: OperationExamples = { request: { refresh: { summary: 'A refresh token', value: { ...CLIENT, token: 'YOUR_REFRESH_TOKEN' } } } };

const METADATA = { client_name: 'Lumen Books', redirect_uris: [REDIRECT_URI], contacts: ['ops@your-site.example'] };
const KEYS = {
  keys: [
    // The example of RFC 7517, appendix A.1.
    {
      kty: 'EC',
      crv: 'P-256',
      x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
      y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
      use: 'sig',
      kid: '1',
    },
  ],
};
const IN_FORCE = {
  client_id: 'PSDEE-EFSA-12345678',
  ...METADATA,
  token_endpoint_auth_method: 'tls_client_auth',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: 'openid offline_access',
  require_pushed_authorization_requests: false,
  tls_client_certificate_bound_access_tokens: true,
  dpop_bound_access_tokens: false,
  registration_status: 'active',
};
const ADMITTED = { registered_name: 'Lumen Finance AS', authorisation_number: IN_FORCE.client_id, roles: ['ais', 'pis'] };

const REGISTER: OperationExamples = {
  request: {
    certificate: { summary: 'An application that proves itself with its certificate alone', value: METADATA },
    pushed: { summary: 'Profile fapi2 with the certificate', value: { ...METADATA, require_pushed_authorization_requests: true } },
    keys: { summary: 'Profile fapi2 with keys', value: { ...METADATA, token_endpoint_auth_method: 'private_key_jwt', jwks: KEYS } },
  },
  answers: {
    200: { ...IN_FORCE, ...ADMITTED },
    201: { ...IN_FORCE, client_id_issued_at: 1795944600, ...ADMITTED },
    202: {
      ...IN_FORCE,
      requested_change: { change_id: 'chg_01km9a5t3e8h2q4x6n7p9rvwyt', requested_at: 1796031000, client_name: 'Lumen Library' },
      ...ADMITTED,
    },
  },
};

export const OAUTH_EXAMPLES = {
  authorize: { query: QUERY },
  auth: { query: QUERY },
  getAccessToken: TOKEN,
  token: TOKEN,
  par: PUSH,
  revokeAccessToken: REVOKE,
  revoke: REVOKE,
  register: REGISTER,
} as const satisfies Readonly<Record<string, OperationExamples>>;
