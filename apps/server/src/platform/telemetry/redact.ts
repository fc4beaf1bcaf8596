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
const DEPTH_MAX = 6;
/** ISO 13616: country, check digits, up to 30 characters. Country and last two digits stay, for finding one's way. */
const IBAN = /\b([A-Z]{2})\d{2}[A-Z0-9]{9,28}([A-Z0-9]{2})\b/g;

export function redactText(text: string): string {
  return text.replaceAll(IBAN, '$1…$2');
}

/** A copy without secrets. Errors keep their code (`FST_…`, `40001`), which is no secret. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Error) return redactError(value, depth);
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, isSecret(name) ? REDACTED : redact(member, depth + 1)]));
}

function redactError(error: Error, depth: number): unknown {
  return {
    type: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...('code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}

function isSecret(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
}
