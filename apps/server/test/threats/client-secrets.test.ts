/**
 * T53: the routes that take a client secret, for each profile of an application. A route takes it if it answers the right secret and a wrong one
 * differently. The test sends both in the header, in the body and in the query.
 */
import { generateKeyPairSync } from 'node:crypto';
import { SECURITY_PROFILES } from '@portico/contract/values';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basicOf, certificatesOf, type DeskCertificate, type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { type DevelopersHouse, openDevelopersHouse, withCertificate } from '../house/open-developers-house.ts';

const FALLBACK = '/api/fallback/v1';
/** Route → the profiles whose secret it takes. */
const TAKES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    'POST /api/v1/openam/oauth2/access_token',
    'POST /api/v1/openam/oauth2/token/revoke',
    'POST /api/v2/openam/token',
    'POST /api/v2/openam/token/revocation',
    'POST /api/v2/openam/par',
    `POST ${FALLBACK}/sign-ins`,
    `GET ${FALLBACK}/sign-ins/:signInId`,
    `POST ${FALLBACK}/sign-ins/:signInId/session`,
    `DELETE ${FALLBACK}/session`,
    `GET ${FALLBACK}/accounts`,
    `GET ${FALLBACK}/accounts/:iban/transactions`,
    `POST ${FALLBACK}/payments`,
    `GET ${FALLBACK}/payments/:paymentId`,
    `POST ${FALLBACK}/payments/:paymentId/confirmation`,
  ].map((route) => [route, ['basic']]),
);
const JWKS = {
  keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'k' }],
};
const CASES = [...SECURITY_PROFILES.map((profile) => ({ profile, jwks: undefined })), { profile: 'fapi2', jwks: JWKS } as const];
/** Places of the secret in a call. */
const PLACES = ['header', 'body', 'query'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

let house: DevelopersHouse;
let desk: FallbackDesk;
let certificate: DeskCertificate;
beforeAll(async () => {
  house = await openDevelopersHouse();
  desk = await openFallbackDesk(house, 'dev_secret');
  certificate = await certificatesOf(house, desk).issue();
});
afterAll(() => house.close());

/** What programs call, as it was registered. */
const routes = () =>
  house.routes.flatMap(({ method, url }) => {
    const known = METHODS.find((each) => each === method);
    return known !== undefined && /^\/(api\/(v1|v2|fallback)|mcp|\.well-known)(\/|$)/.test(url) ? [{ method: known, url }] : [];
  });

interface Sent {
  readonly place: (typeof PLACES)[number];
  readonly secret: string | undefined;
  readonly pem?: string;
}

/** Status and code of the answer to a call with these credentials. */
async function answerTo({ method, url }: ReturnType<typeof routes>[number], { place, secret, pem }: Sent): Promise<string> {
  const credentials = { client_id: desk.clientId, ...(secret === undefined ? {} : { client_secret: secret }) };
  const form = {
    ...{ grant_type: 'refresh_token', refresh_token: 'r'.repeat(43), token: 't'.repeat(43) },
    ...(place === 'body' || (place === 'header' && secret === undefined) ? credentials : {}),
  };
  const query = place === 'query' ? `?${new URLSearchParams(credentials)}` : '';
  const reply = await house.app.inject({
    method,
    url: `${url.replaceAll(/:\w+|\*/g, 'unknown')}${query}`,
    headers: {
      'x-request-id': crypto.randomUUID(),
      ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(place === 'header' ? { authorization: basicOf(desk.clientId, secret ?? '') } : {}),
      ...(pem === undefined ? {} : withCertificate(pem)),
    },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: new URLSearchParams(form).toString() }),
  });
  const body = Object(String(reply.headers['content-type']).includes('json') && reply.body !== '' ? reply.json() : undefined);
  return `${reply.statusCode} ${body.error ?? body.errors?.[0]?.code ?? body.tppMessages?.[0]?.code ?? ''}`;
}

const setProfile = async (profile: string, jwks: object | undefined) =>
  house.database.query('update tpp_app set security_profile = $1, jwks = $2 where app_id = $3', [
    profile,
    jwks === undefined ? null : JSON.stringify(jwks),
    desk.appId,
  ]);

describe.each(CASES)('the secret of an application of the profile $profile', ({ profile, jwks }) => {
  beforeEach(() => setProfile(profile, jwks));

  it('is taken by the routes of the table and by no others, with its certificate and without', async () => {
    const taken = new Set<string>();
    for (const route of routes()) {
      for (const place of PLACES) {
        for (const pem of [undefined, certificate.pem]) {
          const [right, wrong] = [
            await answerTo(route, { place, secret: desk.clientSecret, ...(pem === undefined ? {} : { pem }) }),
            await answerTo(route, { place, secret: 'wrong', ...(pem === undefined ? {} : { pem }) }),
          ];
          if (right !== wrong) taken.add(`${route.method} ${route.url}`);
        }
      }
    }
    const expected = Object.keys(TAKES).filter((route) => TAKES[route]?.includes(profile));
    expect([...taken].toSorted()).toEqual(expected.toSorted());
  });

  it('is refused beside its certificate, which proves the application alone', async () => {
    if (profile === 'basic') return;
    for (const { method, url } of routes().filter((route) => TAKES[`${route.method} ${route.url}`] !== undefined)) {
      const isFallback = url.startsWith(FALLBACK);
      const place = isFallback ? 'header' : 'body';
      const beside = await answerTo({ method, url }, { place, secret: desk.clientSecret, pem: certificate.pem });
      expect([url, beside]).toEqual([url, isFallback ? '401 CREDENTIALS_WRONG' : '401 invalid_client']);
      if (jwks !== undefined && !isFallback) continue;
      const alone = await answerTo({ method, url }, { place, secret: undefined, pem: certificate.pem });
      // Version 1 serves no application of fapi2.
      const isServed = profile === 'mtls' || !url.startsWith('/api/v1/');
      expect([url, alone]).toEqual([url, isServed ? expect.not.stringMatching(/CREDENTIALS|CERTIFICATE|invalid_client/) : '401 invalid_client']);
    }
  });
});

it('the table names registered routes', () => {
  const known = routes().map(({ method, url }) => `${method} ${url}`);
  expect(Object.keys(TAKES).filter((route) => !known.includes(route))).toEqual([]);
});
