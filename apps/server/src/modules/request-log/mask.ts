/**
 * Masks the secrets and personal data in an application's log: members by their name, texts in the form of a token, personal code or IBAN, and
 * all headers that are not listed here. Developers see the form of their requests, without secrets.
 */

const MASK = '•••';
const DEPTH_MAX = 12;
const ITEMS_MAX = 100;
const TEXT_LENGTH_MAX = 500;

/** Names in lower case, without `-` and `_`. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...['authorization', 'cookie', 'setcookie', 'password', 'secret', 'clientsecret', 'clientassertion', 'assertion'],
  ...['code', 'codeverifier', 'codechallenge', 'token', 'accesstoken', 'refreshtoken', 'idtoken', 'idtokenhint', 'loginhint', 'nonce', 'state'],
  ...['signingid', 'signingentry', 'fallbacksession', 'entry', 'ticket', 'controlcode', 'otp', 'pin', 'apikey', 'scaauthenticationdata', 'psudata'],
  ...['nationalidentitynumber', 'personalcode', 'psuid', 'psucorporateid', 'debtorid', 'identification', 'phone', 'phonenumber', 'email'],
  ...['name', 'creditorname', 'debtorname', 'ultimatecreditor', 'ultimatedebtor', 'ownername', 'accountholder', 'representative', 'psuname'],
  ...['street', 'streetname', 'buildingnumber', 'townname', 'postcode', 'remittanceinformationunstructured', 'psuipaddress', 'psugeolocation'],
]);
/** `code` is a secret of OAuth, but not in an error. */
const OF_REFUSALS: ReadonlySet<string> = new Set(['code']);
const REFUSALS: ReadonlySet<string> = new Set(['tppMessages', 'errors']);

/** ISO 13616. The country and the last two characters stay, so that developers recognise the account. */
const IBAN = /\b([A-Z]{2})\d{2}[A-Z0-9]{9,28}([A-Z0-9]{2})\b/gi;
/** An IBAN as people write it, in groups of four. The second group may have letters only, as the bank's code of some countries. No part of a UUID. */
const GROUPED_IBAN = /(?<![\w-])[A-Z]{2}\d{2}[\s.-][A-Z\d]{4}(?:[\s.-][A-Z]{0,3}\d[A-Z\d]{0,3}){1,7}(?![A-Z\d])/gi;
/** Personal codes of the Baltic countries: eleven digits, Latvia's with a hyphen or a space. */
const PERSONAL_CODE = /(?<![\d-])(?:\d{11}|\d{6}[-\s]\d{5})(?![\d-])/g;
/** Signed tokens, and Portico's tokens: 43 characters of base64url. */
const TOKEN = /\beyJ[\w-]{10,}\.[\w-]+(?:\.[\w-]*)*|(?<![\w-])[\w-]{43}(?![\w-])/g;
/** True for texts that may match one of the patterns, or that contain controls or surrogates to replace. Most texts do not. */
const SUSPICIOUS =
  /\d{2}[A-Z0-9]{9}|[A-Z]{2}\d{2}[\s.-][A-Z\d]{4}[\s.-]|\d{6}[-\s]\d{5}|[\w-]{22}|eyJ[\w-]{10}|\b(?:Bearer|DPoP|Basic)\s|[^ -~\u00a0-\ud7ff\ue000-\uffff]/i;
const BEARER = /\b(Bearer|DPoP|Basic)\s+(?!realm=)[\w.~+/=-]+/gi;

const REQUEST_HEADERS = new Set([
  'content-type',
  'accept',
  'user-agent',
  'x-request-id',
  'consent-id',
  'tpp-redirect-preferred',
  'tpp-decoupled-preferred',
  'psu-id-type',
]);
const MORE_REQUEST_HEADERS = new Set(['tpp-explicit-authorisation-preferred', 'tpp-redirect-uri', 'tpp-nok-redirect-uri', 'content-length']);
const RESPONSE_HEADERS = new Set(['content-type', 'x-request-id', 'location', 'aspsp-sca-approach', 'retry-after', 'www-authenticate', 'allow']);
/** Headers that are shown with a masked value. */
const HIDDEN_HEADERS = new Set([
  ...['psu-ip-address', 'psu-id', 'tpp-brand-logging-information', 'fallback-session'],
  ...['tpp-signature-certificate', 'x-ssl-client-cert', 'client-cert', 'client-cert-chain', 'x-portico-proxy-secret', 'dpop'],
]);

export function maskText(text: string): string {
  if (text.length <= TEXT_LENGTH_MAX && !SUSPICIOUS.test(text)) return text;
  const masked = text
    .slice(0, TEXT_LENGTH_MAX * 4)
    .replaceAll(BEARER, `$1 ${MASK}`)
    .replaceAll(TOKEN, MASK)
    .replaceAll(IBAN, '$1…$2')
    .replaceAll(GROUPED_IBAN, (iban) => `${iban.slice(0, 2)}…${iban.replaceAll(/[\s.-]/g, '').slice(-2)}`)
    .replaceAll(PERSONAL_CODE, MASK)
    // PostgreSQL cannot store this character.
    .replaceAll('\u0000', '\ufffd');
  const cut = masked.length <= TEXT_LENGTH_MAX ? masked : `${masked.slice(0, TEXT_LENGTH_MAX)}…`;
  return cut.toWellFormed();
}

/** Returns a masked copy of plain JSON; cuts values that are too deep or too long. */
export function maskValue(value: unknown, isRefusal = false, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'number') return PERSONAL_CODE_NUMBER.test(String(value)) ? MASK : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => maskValue(item, isRefusal, depth + 1));
  const entries = Object.entries(value).slice(0, ITEMS_MAX);
  return Object.fromEntries(
    entries.map(([name, member]) => {
      const { shown, isSecret } = knownName(name);
      const isHidden = isSecret && !(isRefusal && OF_REFUSALS.has(name)) && member !== null;
      return [shown, isHidden ? MASK : maskValue(member, isRefusal || REFUSALS.has(name), depth + 1)];
    }),
  );
}

const PERSONAL_CODE_NUMBER = /^\d{11}$/;

/** @param url path with query. */
export function maskUrl(url: string): string {
  const start = url.indexOf('?');
  const path = maskPath(start === -1 ? url : url.slice(0, start));
  const query = start === -1 ? '' : url.slice(start + 1);
  if (query === '') return path;
  const masked = [...new URLSearchParams(query)].map(
    ([name, value]) => `${encodeURIComponent(maskText(name))}=${knownName(name).isSecret ? MASK : encodeURIComponent(maskText(value))}`,
  );
  return `${path}?${masked.slice(0, ITEMS_MAX).join('&')}`.slice(0, TEXT_LENGTH_MAX * 2);
}

/** A percent-encoded secret is still a secret: a path that must be masked is shown decoded. */
function maskPath(path: string): string {
  const plain = path.replaceAll(/%([\da-f]{2})/gi, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  const masked = maskText(plain);
  return masked === plain ? maskText(path) : masked;
}

export function maskRequestHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return maskHeaders(headers, (name) => REQUEST_HEADERS.has(name) || MORE_REQUEST_HEADERS.has(name));
}

export function maskResponseHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return maskHeaders(headers, (name) => RESPONSE_HEADERS.has(name));
}

function maskHeaders(headers: Readonly<Record<string, unknown>>, isShown: (name: string) => boolean): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    if (name === 'authorization') masked[name] = `${/^(?:Bearer|DPoP|Basic)(?= )/i.exec(String(headers[name]))?.[0] ?? ''} ${MASK}`.trim();
    else if (HIDDEN_HEADERS.has(name)) masked[name] = MASK;
    else if (isShown(name)) masked[name] = maskHeader(String(headers[name]));
  }
  return masked;
}

function maskHeader(text: string): string {
  return /^https?:|^\//.test(text) ? maskUrl(text) : maskText(text);
}

interface KnownName {
  readonly shown: string;
  readonly isSecret: boolean;
}

/** Caches names, because the same few repeat. */
const names = new Map<string, KnownName>();
const NAMES_MAX = 2_000;
const NAME_LENGTH_MAX = 60;

function knownName(name: string): KnownName {
  const known = names.get(name) ?? { shown: maskText(name), isSecret: SECRET_NAMES.has(name.toLowerCase().replaceAll(/[-_.\s]/g, '')) };
  if (names.size < NAMES_MAX && name.length <= NAME_LENGTH_MAX) names.set(name, known);
  return known;
}
