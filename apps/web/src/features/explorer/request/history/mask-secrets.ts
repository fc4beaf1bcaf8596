/** Takes out of a request what must not be kept or shared: by name wherever it stands, by shape what looks like a token, and what is known to be secret. */
import { isRecord } from '../../../../shared/api/api-error.ts';
import { isJson } from '../../form/initial-body.ts';
import { FORM_TYPE, type RequestBody, SECRET_PLACEHOLDER } from '../build-request.ts';

const MASK = '•••';

/** Without case and signs. */
const SECRET_NAME =
  /(?:password|passwd|passphrase|secret|token|tokenhint|authorization|assertion|apikey|cookie|credentials?|authenticationdata)$|^(?:code|codeverifier|otp|pin|tan|controlcode|ticket|entry|signingid)$/;
/** Signed tokens, and ours: 43 characters of base64url. */
const TOKEN = /\beyJ[\w-]{6,}(?:\.[\w-]*)*|(?<![\w-])[\w-]{43}(?![\w-])/g;
const CREDENTIALS = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
/** Shorter ones would be found in every other word. */
const KNOWN_SECRET_LENGTH = 8;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** @param secrets texts that are known to be secret, such as the token in use */
export function maskText(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= KNOWN_SECRET_LENGTH && secret !== SECRET_PLACEHOLDER);
  return known
    .reduce((rest, secret) => rest.replaceAll(secret, MASK), text)
    .replaceAll(CREDENTIALS, `$1 ${MASK}`)
    .replaceAll(TOKEN, MASK);
}

/** The body without secrets; `undefined` where it cannot be read, for then nobody knows what is in it. */
export function maskBody({ mediaType, text }: RequestBody, secrets: readonly string[]): RequestBody | undefined {
  if (mediaType === FORM_TYPE) {
    const pairs = [...new URLSearchParams(text)].map(([name, value]) => [maskText(name, secrets), maskField(name, value, secrets)]);
    return { mediaType, text: new URLSearchParams(pairs).toString() };
  }
  if (!isJson(mediaType)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const masked = JSON.stringify(maskValue(value, secrets), null, 2);
    // As it was typed, unless the parser dropped something that nobody has looked at, such as a name that stands there twice.
    return { mediaType, text: packed(text) === JSON.stringify(JSON.parse(masked)) ? text : masked };
  } catch {
    return undefined;
  }
}

function maskValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, secrets));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      maskText(name, secrets),
      // Nothing is hidden in yes, no and nothing.
      isSecretName(name) && typeof member !== 'boolean' && member !== null
        ? maskField(name, typeof member === 'string' ? member : MASK, secrets)
        : maskValue(member, secrets),
    ]),
  );
}

/** The application's secret is filled in again when it is sent. */
function maskField(name: string, value: string, secrets: readonly string[]): string {
  if (name === 'client_secret') return SECRET_PLACEHOLDER;
  return isSecretName(name) && value !== '' ? MASK : maskText(value, secrets);
}

/** JSON without the spaces between its parts. */
function packed(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

export function holdsMask(text: string): boolean {
  return text.includes(MASK) || text.includes(encodeURIComponent(MASK));
}
