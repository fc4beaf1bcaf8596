/** Refusals of the authorization servers, by operation: RFC 6749 §4.1.2.1 and §5.2. */
import type { ErrorRow } from '../operation.ts';

const AUTHORIZE: readonly ErrorRow[] = [
  { status: 400, code: 'invalid_request', when: 'client_id or redirect_uri is missing or comes twice; the customer sees a page' },
  { status: 400, code: 'invalid_client', when: 'client_id is unknown; the customer sees a page' },
  { status: 400, code: 'invalid_redirect_uri', when: 'redirect_uri is not one of the application; the customer sees a page' },
];

const TOKEN: readonly ErrorRow[] = [
  { status: 400, code: 'invalid_request', when: 'a parameter is missing, comes twice or has no accepted form' },
  { status: 400, code: 'invalid_grant', when: 'the code or refresh token is unknown, expired, revoked or used, or was given for something else' },
  { status: 400, code: 'unsupported_grant_type', when: 'grant_type is neither authorization_code nor refresh_token' },
  { status: 401, code: 'invalid_client', when: 'client_id is unknown or client_secret is wrong' },
];

const REVOKE: readonly ErrorRow[] = [
  { status: 400, code: 'invalid_request', when: 'token is missing' },
  { status: 401, code: 'invalid_client', when: 'client_id is unknown or client_secret is wrong' },
];

export const OAUTH_ERRORS = {
  authorize: AUTHORIZE,
  auth: AUTHORIZE,
  getAccessToken: TOKEN,
  token: TOKEN,
  revokeAccessToken: REVOKE,
  revoke: REVOKE,
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
