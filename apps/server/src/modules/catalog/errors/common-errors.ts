/** Refusals of every call with an access token. */
import type { ErrorRow } from '../operation.ts';

/** In the order in which they are asked. */
export const TOKEN_ERRORS: readonly ErrorRow[] = [
  { status: 401, code: 'TOKEN_UNKNOWN', when: 'no access token came, or it is not known or was revoked' },
  { status: 401, code: 'TOKEN_INVALID', when: 'the Authorization header cannot be read' },
  { status: 403, code: 'SERVICE_BLOCKED', when: 'the bank has suspended the application' },
  { status: 401, code: 'TOKEN_EXPIRED', when: 'the access token has run out' },
];

export const REQUEST_ID_ERROR: ErrorRow = { status: 400, code: 'FORMAT_ERROR', when: 'X-Request-ID is missing or no UUID' };

/** Asked after X-Request-ID. */
export const ACCEPT_ERROR: ErrorRow = { status: 406, code: 'REQUESTED_FORMATS_INVALID', when: 'Accept excludes application/json' };

export const REQUEST_ID_REUSED: ErrorRow = { status: 400, code: 'FORMAT_ERROR', when: 'this X-Request-ID came before with another body' };

/** Refusals that do not depend on what is asked. */
const EVERY_CALL: readonly ErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'a header comes twice, or the address cannot be read' },
  { status: 415, code: 'FORMAT_ERROR', when: 'the request is packed' },
  { status: 429, code: 'ACCESS_EXCEEDED', when: 'too many calls came from this address in a minute' },
  { status: 500, code: 'INTERNAL_SERVER_ERROR', when: 'the bank made a mistake; give it the X-Request-ID' },
];

export const SERVICE_ERRORS: readonly ErrorRow[] = [
  ...EVERY_CALL,
  { status: 503, code: 'SERVICE_UNAVAILABLE', when: 'the service is stopping or busy, or the bank does not answer' },
];

/** Of calls that do not go to the bank. */
export const SERVICE_ERRORS_WITHOUT_BANK: readonly ErrorRow[] = [
  ...EVERY_CALL,
  { status: 503, code: 'SERVICE_UNAVAILABLE', when: 'the service is stopping or busy' },
];

/** A call that takes no body and got one. */
export const NEEDLESS_BODY_ERRORS: readonly ErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'the body cannot be read as JSON' },
  { status: 413, code: 'FORMAT_ERROR', when: 'the body is larger than 1 MiB' },
  { status: 415, code: 'FORMAT_ERROR', when: 'the body is not application/json' },
];

export const BODY_ERRORS: readonly ErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'a field of the body is missing, unknown or not of the accepted form; path names it' },
  { status: 413, code: 'FORMAT_ERROR', when: 'the body is larger than 1 MiB' },
  { status: 415, code: 'FORMAT_ERROR', when: 'the body is not application/json' },
];

/** Of the body with which an authorisation starts. */
export const AUTHORISATION_BODY_ERRORS: readonly ErrorRow[] = [
  ...BODY_ERRORS,
  {
    status: 400,
    code: 'PARAMETER_NOT_SUPPORTED',
    when: 'the body has a field of the embedded approach, which the bank does not offer; path names the field',
  },
];

/** Of where a customer goes after signing. */
export const RETURN_ADDRESS_ERRORS: readonly ErrorRow[] = [
  {
    status: 400,
    code: 'FORMAT_ERROR',
    when: 'TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application',
  },
  { status: 400, code: 'FORMAT_ERROR', when: 'TPP-Redirect-Preferred is neither true nor false' },
];

/** Of the headers with which a customer is sent to sign. */
export const INITIATION_HEADER_ERRORS: readonly ErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'PSU-IP-Address is missing or no IP address' },
  ...RETURN_ADDRESS_ERRORS,
];

/** Of the headers with which an authorisation starts: the address that came with the creation counts. */
export const AUTHORISATION_HEADER_ERRORS: readonly ErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'PSU-IP-Address is sent and is no IP address' },
  ...RETURN_ADDRESS_ERRORS,
];

export const EXPLICIT_START_ERROR: ErrorRow = {
  status: 400,
  code: 'FORMAT_ERROR',
  when: 'TPP-Explicit-Authorisation-Preferred is neither true nor false',
};
