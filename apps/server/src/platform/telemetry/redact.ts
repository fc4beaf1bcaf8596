/**
 * Removes data that must not be in a log: credentials and codes by name, IBANs by format. Names are compared without case, `-` and `_`, so
 * `signing-id`, `signingId` and `SIGNING_ID` are equal.
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
/** ISO 13616: country, check digits, up to 30 characters. Country and the last two characters are kept as a hint. */
const IBAN = /\b([A-Z]{2})\d{2}[A-Z0-9]{9,28}([A-Z0-9]{2})\b/g;

function redactText(text: string): string {
  return text.replaceAll(IBAN, '$1…$2');
}

/** Returns a copy of plain JSON without secrets. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redact);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, isSecret(name) ? REDACTED : redact(member)]));
}

/**
 * Returns an error and its causes as plain JSON. A cause that is not an error is left out: libraries put claims and responses there. The error's
 * code (`FST_…`, `40001`) is no secret, so it gets a name that is not redacted.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {}),
    ...(error.cause instanceof Error && depth < CAUSES_MAX ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

function isSecret(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
}
