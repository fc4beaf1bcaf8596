/**
 * What never reaches a log: credentials and codes by name, IBANs by shape. Names are compared without case, `-` and `_`, so
 * `signing-id`, `signingId` and `SIGNING_ID` are one.
 */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'password',
  'secret',
  'clientsecret',
  'code',
  'codeverifier',
  'entry',
  'ticket',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'signingid',
  'signingentry',
  'controlcode',
  'nationalidentitynumber',
  'personalcode',
]);

const REDACTED = '[redacted]';
const CAUSES_MAX = 5;
/** ISO 13616: country, check digits, up to 30 characters. Country and last two digits stay, for finding one's way. */
const IBAN = /\b([A-Z]{2})\d{2}[A-Z0-9]{9,28}([A-Z0-9]{2})\b/g;

function redactText(text: string): string {
  return text.replaceAll(IBAN, '$1…$2');
}

/** A copy of plain JSON without secrets. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redact);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, isSecret(name) ? REDACTED : redact(member)]));
}

/** An error and its causes as plain JSON. Its code (`FST_…`, `40001`) is no secret and gets a name that says so. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {}),
    ...(error.cause === undefined || depth >= CAUSES_MAX ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

function isSecret(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
}
