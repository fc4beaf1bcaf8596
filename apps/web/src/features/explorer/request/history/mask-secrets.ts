/** Masks secrets in a request that is stored or shared: members with a secret name, texts in the form of a token, and known secrets. */
import { isEditedAsJson, isForm, readJson, type WireJson, writeJson } from '@portico/contract/wire';
import { isRecord } from '../../../../shared/api/api-error.ts';
import { type RequestBody, SECRET_PLACEHOLDER } from '../build-request.ts';

const MASK = '•••';

/** Names in lower case and without signs. */
const SECRET_NAME =
  /(?:password|passwd|passphrase|secret|token|tokenhint|authorization|assertion|apikey|cookie|credentials?|authenticationdata)$|^(?:code|codeverifier|otp|pin|tan|controlcode|ticket|entry|signingid)$/;
/** Signed tokens, and Portico's tokens: 43 characters of base64url. */
const TOKEN = /\beyJ[\w-]{6,}(?:\.[\w-]*)*|(?<![\w-])[\w-]{43}(?![\w-])/g;
const CREDENTIALS = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
/** Shorter secrets would match parts of ordinary words. */
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

/** Returns the body without secrets; `undefined` for a body that cannot be parsed, because it may contain any secret. */
export function maskBody({ mediaType, text }: RequestBody, secrets: readonly string[]): RequestBody | undefined {
  if (isForm(mediaType)) {
    const pairs = [...new URLSearchParams(text)].map(([name, value]) => [maskText(name, secrets), maskField(name, value, secrets)]);
    return { mediaType, text: new URLSearchParams(pairs).toString() };
  }
  if (!isEditedAsJson(mediaType)) return undefined;
  try {
    const value = readJson(text);
    if (value === undefined) return undefined;
    const masked = writeJson(maskValue(value, secrets), false, 2);
    // Returns the text as typed, unless parsing dropped a part that was not masked, such as the first of two members with one name.
    return { mediaType, text: packed(text) === packed(masked) ? text : masked };
  } catch {
    return undefined;
  }
}

function maskValue(value: WireJson, secrets: readonly string[]): WireJson {
  if (typeof value === 'string') return maskText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, secrets));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      maskText(name, secrets),
      // Booleans and null cannot contain a secret.
      isSecretName(name) && typeof member !== 'boolean' && member !== null
        ? maskField(name, typeof member === 'string' ? member : MASK, secrets)
        : maskValue(member, secrets),
    ]),
  );
}

/** `client_secret` becomes a placeholder, which the explorer replaces when the request is sent again. */
function maskField(name: string, value: string, secrets: readonly string[]): string {
  if (name === 'client_secret') return SECRET_PLACEHOLDER;
  return isSecretName(name) && value !== '' ? MASK : maskText(value, secrets);
}

/** JSON without the white space between its tokens. */
function packed(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

export function holdsMask(text: string): boolean {
  return text.includes(MASK) || text.includes(encodeURIComponent(MASK));
}
