/** Reads the client metadata of a registration (RFC 7591 §2). Members that are not named here are ignored, as §2 requires. */
import { CONTACTS_MAX, REDIRECT_URI_LENGTH_MAX, REDIRECT_URIS_MAX } from '@portico/contract/values';
import { type OAuthErrorCode, OAuthRefusal, UiRefusal } from '#platform/http/refusal.ts';
import type { JwkSet, RegisteredValues } from '../tpp-apps/index.ts';
import type { AskedRegistration } from './registration.ts';

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
export const RESPONSE_TYPES = ['code'] as const;
export const SCOPES = ['openid', 'offline_access'] as const;
const METHODS = ['tls_client_auth', 'private_key_jwt'] as const;

/** What the installation requires and offers. */
export interface MetadataRules {
  /** False: a certificate is required for every call, and DPoP does not take its place. */
  readonly isDpopOffered: boolean;
  /** The rules of values that every application has. @throws UiRefusal 400 with the path of the value, as the portal's calls name it. */
  readonly check: (values: RegisteredValues) => RegisteredValues;
}

type Metadata = Readonly<Record<string, unknown>>;
type Accepts = (value: unknown) => boolean;

/** Members with few values: what is accepted, and what to do about others. A member that is left out has its default. */
const MEMBERS: readonly (readonly [name: string, accepts: Accepts, advice: string])[] = [
  ['token_endpoint_auth_method', isOneOf(METHODS), 'It is tls_client_auth, which is also the default, or private_key_jwt.'],
  ['grant_types', isListOf(GRANT_TYPES, 'authorization_code'), 'It is a list with authorization_code, and refresh_token where you name it.'],
  ['response_types', isListOf(RESPONSE_TYPES, 'code'), 'It is a list with code alone.'],
  ['scope', isScope, 'It is a text with openid or offline_access or both, with a space between them.'],
  ['contacts', isTexts, `It is a list of at most ${CONTACTS_MAX} e-mail addresses.`],
  ['jwks', isJwkSet, 'It is a JWK set: an object whose member keys is a list of objects.'],
  ['jwks_uri', isAbsent, 'Send the keys by value, in jwks: no address of a provider is called.'],
  ['require_pushed_authorization_requests', isBoolean, 'It is true or false.'],
  ['dpop_bound_access_tokens', isBoolean, 'It is true or false.'],
  ['tls_client_certificate_bound_access_tokens', isBoolean, 'It is true or false.'],
];

/** @throws OAuthRefusal 400 with the code of RFC 7591 §3.2.2; the text names the member. */
export function readMetadata(body: unknown, rules: MetadataRules): AskedRegistration {
  if (!isObject(body)) throw new OAuthRefusal(400, 'invalid_client_metadata', 'Send the client metadata as a JSON object (RFC 7591).');
  refuseStatement(body.software_statement);
  const redirectUris = readRedirectUris(body.redirect_uris);
  for (const [name, accepts, advice] of MEMBERS) if (body[name] !== undefined && !accepts(body[name])) throw wrong(name, advice);
  if (typeof body.client_name !== 'string') throw wrong('client_name', 'It is a text and required: customers read it beside the registered name.');
  const security = readSecurity(body, rules.isDpopOffered);
  const contacts = isTexts(body.contacts) ? body.contacts : [];
  const values = { clientName: body.client_name, redirectUris, contacts, jwks: isJwkSet(body.jwks) ? body.jwks : undefined };
  return { ...checked(rules, values), ...security };
}

/** RFC 7591 §2.3 leaves it to the server whether it trusts a statement. Leaving out what one says would register something else than was asked for. */
function refuseStatement(statement: unknown): void {
  if (statement === undefined) return;
  const isJwt = typeof statement === 'string' && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(statement);
  const text = 'Software statements are not verified here: the certificate of the call says who registers. Leave software_statement out.';
  throw new OAuthRefusal(400, isJwt ? 'unapproved_software_statement' : 'invalid_software_statement', text);
}

function readRedirectUris(given: unknown): readonly string[] {
  const refused = (text: string) => new OAuthRefusal(400, 'invalid_redirect_uri', `redirect_uris: ${text} Nothing was registered.`);
  if (!Array.isArray(given) || given.length === 0 || given.length > REDIRECT_URIS_MAX)
    throw refused(`It is a list of 1 to ${REDIRECT_URIS_MAX} addresses.`);
  const uris = given.filter((uri): uri is string => typeof uri === 'string' && uri !== '' && uri.length <= REDIRECT_URI_LENGTH_MAX);
  if (uris.length < given.length) throw refused(`Each address is a text of 1 to ${REDIRECT_URI_LENGTH_MAX} characters.`);
  return uris;
}

function readSecurity(body: Metadata, isDpopOffered: boolean): Pick<AskedRegistration, 'profile' | 'isBoundByDpop'> {
  const hasKeys = body.token_endpoint_auth_method === 'private_key_jwt';
  if (hasKeys && body.jwks === undefined) throw wrong('jwks', 'It is required for private_key_jwt.');
  if (!hasKeys && body.jwks !== undefined) throw wrong('jwks', 'It has keys of private_key_jwt. Leave it out, or choose this method.');
  if (hasKeys && body.require_pushed_authorization_requests === false)
    throw wrong('require_pushed_authorization_requests', 'Applications with private_key_jwt push their requests. Leave it out, or send true.');
  const isBoundByDpop = body.dpop_bound_access_tokens === true;
  if (isBoundByDpop && !(isDpopOffered && hasKeys))
    throw wrong('dpop_bound_access_tokens', 'The tokens of this application are bound to its certificate. Leave it out, or send false.');
  if (!isBoundByDpop && body.tls_client_certificate_bound_access_tokens === false)
    throw wrong('tls_client_certificate_bound_access_tokens', 'The tokens are bound to the certificate. Leave it out, or send true.');
  return { profile: hasKeys || body.require_pushed_authorization_requests === true ? 'fapi2' : 'mtls', isBoundByDpop };
}

/** The members of the portal's calls, by their names in RFC 7591. */
const NAMES: Readonly<Record<string, string>> = { clientName: 'client_name', redirectionUris: 'redirect_uris' };

function checked({ check }: MetadataRules, values: RegisteredValues): RegisteredValues {
  try {
    return check(values);
  } catch (error) {
    if (!(error instanceof UiRefusal)) throw error;
    const { path = '' } = error.options;
    const end = path.search(/[[.]/);
    const [member, place] = end === -1 ? [path, ''] : [path.slice(0, end), path.slice(end)];
    const code: OAuthErrorCode = member === 'redirectionUris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthRefusal(400, code, `${NAMES[member] ?? member}${place}: ${error.message}`);
  }
}

function wrong(name: string, advice: string): OAuthRefusal {
  return new OAuthRefusal(400, 'invalid_client_metadata', `${name}: ${advice} Nothing was registered.`);
}

function isObject(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJwkSet(value: unknown): value is JwkSet {
  return isObject(value) && Array.isArray(value.keys) && value.keys.every(isObject);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= CONTACTS_MAX && value.every((text) => typeof text === 'string');
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isAbsent(): boolean {
  return false;
}

function isOneOf(known: readonly string[]): Accepts {
  return (value) => known.some((each) => each === value);
}

function isListOf(known: readonly string[], needed: string): Accepts {
  return (value) => Array.isArray(value) && value.length <= known.length && value.includes(needed) && value.every(isOneOf(known));
}

function isScope(value: unknown): boolean {
  return typeof value === 'string' && value.split(' ').every(isOneOf(SCOPES));
}
