/** Errors of every call with an access token. */
import type { ErrorRow } from '../operation.ts';

/** In the order of the checks. */
export const TOKEN_ERRORS: readonly ErrorRow[] = [
  { status: 401, code: 'TOKEN_UNKNOWN', when: 'no access token came, or it is not known or was revoked' },
  { status: 401, code: 'TOKEN_INVALID', when: 'the Authorization header cannot be read' },
  { status: 403, code: 'SERVICE_BLOCKED', when: 'the bank has suspended the application' },
  { status: 401, code: 'TOKEN_EXPIRED', when: 'the access token has run out' },
];

export const REQUEST_ID_ERROR: ErrorRow = { status: 400, code: 'FORMAT_ERROR', when: 'X-Request-ID is missing or no UUID' };

/** Checked after X-Request-ID. */
export const ACCEPT_ERROR: ErrorRow = { status: 406, code: 'REQUESTED_FORMATS_INVALID', when: 'Accept excludes application/json' };

export const REQUEST_ID_REUSED: ErrorRow = { status: 400, code: 'FORMAT_ERROR', when: 'this X-Request-ID came before with another body' };

/** Errors that do not depend on the operation. */
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

/** Errors of calls that do not use the bank. */
export const SERVICE_ERRORS_WITHOUT_BANK: readonly ErrorRow[] = [
  ...EVERY_CALL,
  { status: 503, code: 'SERVICE_UNAVAILABLE', when: 'the service is stopping or busy' },
];

/** For a call without a body that received one. */
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

/** Errors of the body that starts an authorisation. */
export const AUTHORISATION_BODY_ERRORS: readonly ErrorRow[] = [
  ...BODY_ERRORS,
  {
    status: 400,
    code: 'PARAMETER_NOT_SUPPORTED',
    when: 'the body has a field of the embedded approach, which the bank does not offer; path names the field',
  },
];

/** Errors of the redirect addresses after signing. */
export const RETURN_ADDRESS_ERRORS: readonly ErrorRow[] = [
  {
    status: 400,
    code: 'FORMAT_ERROR',
    when: 'TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application',
  },
  { status: 400, code: 'FORMAT_ERROR', when: 'TPP-Redirect-Preferred is neither true nor false' },
];

/** Errors of the headers that send a customer to sign. */
export const INITIATION_HEADER_ERRORS: readonly ErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'PSU-IP-Address is missing or no IP address' },
  ...RETURN_ADDRESS_ERRORS,
];

export const DECOUPLED_PREFERENCE_ERROR: ErrorRow = {
  status: 400,
  code: 'FORMAT_ERROR',
  when: 'TPP-Decoupled-Preferred is neither true nor false',
};

/** Errors of the headers that start an authorisation; PSU-IP-Address may be left out, because the creation had it. */
export const AUTHORISATION_HEADER_ERRORS: readonly ErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'PSU-IP-Address is sent and is no IP address' },
  ...RETURN_ADDRESS_ERRORS,
  DECOUPLED_PREFERENCE_ERROR,
];

/** Errors of the headers that ask for notifications. */
export const NOTIFICATION_HEADER_ERRORS: readonly ErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'TPP-Notification-URI is no absolute address of http or https, or has more than 2,000 characters' },
  { status: 400, code: 'FORMAT_ERROR', when: 'TPP-Notification-Content-Preferred has another form than status=SCA, PROCESS, LAST' },
];

export const EXPLICIT_START_ERROR: ErrorRow = {
  status: 400,
  code: 'FORMAT_ERROR',
  when: 'TPP-Explicit-Authorisation-Preferred is neither true nor false',
};
