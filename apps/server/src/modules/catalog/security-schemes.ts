/** The security schemes of the API descriptions: how a caller authenticates to the server that an operation belongs to. */
import { DEVELOPER_COOKIE } from '@portico/contract/values';
import { routeAreaOf } from '#platform/http/route-area.ts';
import { cookieName } from '#platform/http/secret-cookie.ts';
import type { JsonObject } from './json.ts';
import type { Operation } from './operation.ts';
import { AUTHORIZATION_SERVERS } from './operations/oauth.ts';

const CLIENT = 'clientSecret';
const CERTIFICATE = 'providerCertificate';
const PROVIDER = 'providerIdentification';
const SESSION = 'fallbackSession';
const DEVELOPER = 'developerSession';
/** Public among the calls of developers. */
const DOCUMENT_SCHEMA = '/api/tpp/sandbox/document/schema';
/** Operations below this path start a session, so they do not require one. */
const SIGN_INS = '/api/fallback/v1/sign-ins';
const schemeOf = (version: 1 | 2) => `customerSignIn${version}`;

/** Alternatives, each a set of scheme names. No alternative, or an empty one: the operation needs no authentication. */
export function securityOf({ method, path, needsCertificate }: Pick<Operation, 'method' | 'path' | 'needsCertificate'>): readonly JsonObject[] {
  if (needsCertificate === true) return [{ [CERTIFICATE]: [] }];
  if (routeAreaOf(path) === 'fallback') return [{ [PROVIDER]: [], ...(path.startsWith(SIGN_INS) ? {} : { [SESSION]: [] }) }];
  if (routeAreaOf(path) === 'portal') return path === DOCUMENT_SCHEMA ? [] : [{ [DEVELOPER]: [] }];
  if (routeAreaOf(path) === 'xs2a') return [{ [schemeOf(2)]: ['openid'] }, { [schemeOf(1)]: ['openid'] }];
  // GET is the sign-in page for browsers. The client may also send its credentials in the body.
  return method === 'GET' ? [] : [{ [CLIENT]: [] }, {}];
}

/** @param urlOf returns the absolute address of a registered path */
export function securitySchemesOf(publicUrl: string, urlOf: (path: string) => string, used: ReadonlySet<string>): JsonObject {
  const customer = AUTHORIZATION_SERVERS.map(({ version, authorization, token }): [string, JsonObject] => [
    schemeOf(version),
    {
      type: 'oauth2',
      description: `The customer signs in at the bank, version ${version} of the authorization server. Tokens of both versions are accepted alike.`,
      flows: {
        authorizationCode: {
          authorizationUrl: urlOf(authorization),
          tokenUrl: urlOf(token),
          refreshUrl: urlOf(token),
          scopes: { openid: 'Acts for the customer who signed in.' },
        },
      },
    },
  ]);
  const client: [string, JsonObject] = [
    CLIENT,
    { type: 'http', scheme: 'basic', description: '`client_id` and `client_secret`; or both in the body.' },
  ];
  const certificate: [string, JsonObject] = [
    CERTIFICATE,
    { type: 'mutualTLS', description: 'The QWAC of the provider, at the address for mutual TLS. No account and no client secret are needed.' },
  ];
  const developer: [string, JsonObject] = [
    DEVELOPER,
    {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName({ publicUrl, name: DEVELOPER_COOKIE, path: '/' }),
      description: 'The session of a developer, which a login at the portal sets. `portico-tpp login` logs in for a program.',
    },
  ];
  const fallback: readonly [string, JsonObject][] = [
    [
      PROVIDER,
      {
        type: 'http',
        scheme: 'basic',
        description:
          'Profile basic: `client_id` and `client_secret`. Profiles mtls and fapi2: `client_id` with an empty secret, and the QWAC that identifies the provider (RTS Art. 34), at the address for mutual TLS.',
      },
    ],
    [
      SESSION,
      { type: 'apiKey', in: 'header', name: 'Fallback-Session', description: 'The session of the customer who signed in for this application.' },
    ],
  ];
  return Object.fromEntries([...customer, client, certificate, developer, ...fallback].filter(([name]) => used.has(name)));
}
