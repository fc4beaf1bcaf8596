/** Refusals of the authorization servers, by operation: RFC 6749 §4.1.2.1 and §5.2. */
import type { ErrorRow } from '../operation.ts';

const SERVICE: readonly ErrorRow[] = [
  { status: 429, code: 'temporarily_unavailable', when: 'too many calls came from this address in a minute' },
  { status: 500, code: 'server_error', when: 'the bank made a mistake; give it the X-Request-ID' },
  { status: 503, code: 'temporarily_unavailable', when: 'the service is stopping or busy' },
];

const BODY: readonly ErrorRow[] = [
  { status: 413, code: 'invalid_request', when: 'the body is larger than 16 KiB as a form, 1 MiB as JSON' },
  { status: 415, code: 'invalid_request', when: 'the body is neither a form nor JSON, or it is packed' },
];

const CLIENT: readonly ErrorRow[] = [
  { status: 401, code: 'invalid_client', when: 'client_id is unknown, client_secret is wrong, or the bank has suspended the application' },
  {
    status: 401,
    code: 'invalid_client',
    when: 'the profile of the application needs its certificate or a client_assertion, and the call has none that is accepted; the text says why',
  },
];

const PROOF: ErrorRow = { status: 400, code: 'invalid_dpop_proof', when: 'the header DPoP has a proof that is not accepted' };

const AUTHORIZE: readonly ErrorRow[] = [
  { status: 400, code: 'invalid_request', when: 'client_id or redirect_uri is missing or comes twice; the customer sees a page' },
  { status: 400, code: 'invalid_client', when: 'client_id is unknown or suspended; the customer sees a page' },
  { status: 400, code: 'invalid_redirect_uri', when: 'redirect_uri is not one of the application; the customer sees a page' },
  { status: 400, code: 'invalid_request', when: 'there is no such realm, bank_country or fpgurl; the customer sees a page' },
  ...SERVICE,
];

const TOKEN: readonly ErrorRow[] = [
  { status: 400, code: 'invalid_request', when: 'a parameter is missing, comes twice or has no accepted form' },
  { status: 400, code: 'invalid_grant', when: 'the code or refresh token is unknown, expired, revoked or used, or was given for something else' },
  { status: 400, code: 'unsupported_grant_type', when: 'grant_type is neither authorization_code nor refresh_token' },
  ...CLIENT,
  ...BODY,
  ...SERVICE,
];

const PUSH: readonly ErrorRow[] = [
  {
    status: 400,
    code: 'invalid_request',
    when: 'a parameter is missing, comes twice or has no accepted form, or redirect_uri is not one of the application',
  },
  { status: 400, code: 'unsupported_response_type', when: 'response_type is not code' },
  { status: 400, code: 'request_not_supported', when: 'request came: signed request objects are not read' },
  { status: 400, code: 'request_uri_not_supported', when: 'request_uri came: a pushed request has its parameters in the form' },
  PROOF,
  ...CLIENT,
  ...BODY,
  ...SERVICE,
];

const REVOKE: readonly ErrorRow[] = [{ status: 400, code: 'invalid_request', when: 'token is missing' }, ...CLIENT, ...BODY, ...SERVICE];

/** RFC 7591 §3.2.2. The certificate is examined before the body is read. */
const REGISTER: readonly ErrorRow[] = [
  {
    status: 401,
    code: 'invalid_client',
    when: 'the call has no certificate, or one that is not accepted, has no role or was blocked by the bank; the text says why',
  },
  { status: 401, code: 'invalid_client', when: 'the identifier in the certificate has signs that a client_id cannot have' },
  { status: 401, code: 'invalid_client', when: 'in the sandbox: the certificate belongs to no developer of the portal' },
  { status: 400, code: 'invalid_request', when: 'the body cannot be read as a JSON object' },
  { status: 400, code: 'invalid_redirect_uri', when: 'redirect_uris is missing, or one of the addresses is not accepted; the text names it' },
  { status: 400, code: 'invalid_client_metadata', when: 'another member is missing or not accepted; the text names it' },
  {
    status: 400,
    code: 'invalid_client_metadata',
    when: 'the client_id is registered, and the call would change how the application proves itself, keys that are changed in the portal, or an application of another provider',
  },
  { status: 400, code: 'unapproved_software_statement', when: 'software_statement came: the bank verifies none' },
  { status: 400, code: 'invalid_software_statement', when: 'software_statement came and is no JWT' },
  { status: 409, code: 'invalid_request', when: 'in the sandbox: the developer has the most applications that a developer can have' },
  { status: 413, code: 'invalid_request', when: 'the body is larger than 32 KiB' },
  { status: 415, code: 'invalid_request', when: 'the body is not application/json, or it is packed' },
  {
    status: 429,
    code: 'temporarily_unavailable',
    when: 'the provider has made 20 such calls within 24 hours, or all providers of this network 200',
  },
  { status: 503, code: 'temporarily_unavailable', when: 'no authority has said yet whether the certificate is revoked' },
  ...SERVICE,
];

export const OAUTH_ERRORS = {
  authorize: AUTHORIZE,
  auth: AUTHORIZE,
  getAccessToken: TOKEN,
  token: [PROOF, ...TOKEN],
  par: PUSH,
  revokeAccessToken: REVOKE,
  revoke: REVOKE,
  register: REGISTER,
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
