/** Refusals that many calls share, by the words of the table: each is a good request that differs in one thing. */
import { randomUUID } from 'node:crypto';
import { PROVIDER_ROLES, type ProviderRole } from '@portico/contract/values';
import type { Reply, Request } from './wire.ts';
import { withHeaders, withQuery } from './wire.ts';
import type { World } from './world.ts';

/** What provokes one refusal. Every reply must be that refusal. */
export type Provocation = (world: World, good: () => Promise<Request>) => Promise<readonly Reply[]>;
export type Provocations = Readonly<Record<string, Provocation>>;

/** One after the other: some of them change what the next one stands on. */
export async function sendAll(world: World, requests: readonly Request[]): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const request of requests) replies.push(await world.send(request));
  return replies;
}

/** The good request, each time with other headers; `undefined` takes one away. */
export function headers(...changes: readonly Parameters<typeof withHeaders>[1][]): Provocation {
  return async (world, good) => {
    const request = await good();
    // A fresh id each: the first answer would come back.
    return sendAll(
      world,
      changes.map((change) => withHeaders(request, { 'x-request-id': randomUUID(), ...change })),
    );
  };
}

/** The good request with other bodies; a function changes the good one. */
export function bodies(...changes: readonly (object | string | ((good: object) => object))[]): Provocation {
  return async (world, good) => {
    const request = await good();
    const all = changes.map((change) => (typeof change === 'function' ? change(Object(request.body)) : change));
    return sendAll(
      world,
      all.map((body) => ({ ...withHeaders(request, { 'x-request-id': randomUUID(), 'content-type': 'application/json' }), body })),
    );
  };
}

/** The good request with more in its query. */
export function queries(...all: readonly string[]): Provocation {
  return async (world, good) => {
    const request = await good();
    return sendAll(
      world,
      all.map((more) => withQuery(request, more)),
    );
  };
}

const withToken =
  (name: 'expired' | 'suspended'): Provocation =>
  (world, good) =>
    headers({ authorization: `Bearer ${world[name]}` })(world, good);
/** The role that a service needs; of everything else account information. */
const ROLES: readonly (readonly [address: RegExp, role: ProviderRole])[] = [
  [/payments\//, 'pis'],
  [/payee-verifications/, 'pis'],
  [/funds-confirmations/, 'piis'],
];
const roleAt = (url: string): ProviderRole => ROLES.find(([address]) => address.test(url))?.[1] ?? 'ais';

const more = (changes: object) => (good: object) => ({ ...good, ...changes });

export const COMMON_REFUSALS: Provocations = {
  'no access token came, or it is not known or was revoked': (world, good) =>
    headers({ authorization: undefined }, { authorization: `Bearer ${'A'.repeat(43)}` }, { authorization: `Bearer ${world.revoked}` })(world, good),
  'the Authorization header cannot be read': headers({ authorization: 'Basic eDp5' }, { authorization: 'Bearer' }, { authorization: 'Bearer a b' }),
  'the bank has suspended the application': withToken('suspended'),
  'the access token has run out': withToken('expired'),
  'the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it': async (
    world,
    good,
  ) => {
    const request = await good();
    const others = PROVIDER_ROLES.filter((role) => role !== roleAt(request.url));
    return sendAll(
      world,
      others.map((role) => world.as(world.withRole[role], withHeaders(request, { 'x-request-id': randomUUID() }))),
    );
  },
  'X-Request-ID is missing or no UUID': headers({ 'x-request-id': undefined }, { 'x-request-id': 'first' }, { 'x-request-id': '' }),
  'Accept excludes application/json': headers(
    { accept: 'application/xml' },
    { accept: 'text/csv, text/*;q=0.5' },
    { accept: 'application/json;q=0' },
    { accept: 'application/json;q=0, */*;q=0.1' },
  ),
  'a header comes twice, or the address cannot be read': async (world, good) => {
    const request = await good();
    const twice = ['x-request-id', 'authorization', 'consent-id', 'psu-ip-address'].map((name) => {
      const value = request.headers[name];
      return withHeaders(request, { [name]: [typeof value === 'string' ? value : 'x', 'y'] });
    });
    return sendAll(world, [...twice, withQuery(request, 'x=%00')]);
  },
  'the request is packed': headers({ 'content-encoding': 'gzip' }),
  'this X-Request-ID came before with another body': async (world, good) => {
    const request = await good();
    await world.call(request);
    // Another customer's token with the same request is another request, too; here only the body differs.
    const other = await good();
    return sendAll(world, [
      { ...withHeaders(other, { 'x-request-id': request.headers['x-request-id'] }), url: request.url, body: otherBody(request) },
    ]);
  },
  'a field of the body is missing, unknown or not of the accepted form; path names it': bodies(
    more({ colour: 'blue' }),
    [],
    '"text"',
    '{',
    '{"a":1,"a":2}',
    '{"__proto__":{}}',
  ),
  'the body has a field of the embedded approach, which the bank does not offer; path names the field': bodies(
    { psuData: { password: 'x' } },
    { authenticationMethodId: '901' },
    { scaAuthenticationData: '123456' },
    { confirmationCode: '2256ffgh' },
  ),
  'the body cannot be read as JSON': bodies('{', '{"a":1,"a":2}', '{"__proto__":{}}'),
  'the body is larger than 1 MiB': bodies({ colour: 'x'.repeat(1024 * 1024) }),
  'the body is not application/json': async (world, good) => {
    const request = await good();
    return sendAll(world, [{ ...withHeaders(request, { 'x-request-id': randomUUID(), 'content-type': 'text/plain' }), body: 'text' }]);
  },
  'PSU-IP-Address is missing or no IP address': headers(
    { 'psu-ip-address': undefined },
    { 'psu-ip-address': 'yes' },
    { 'psu-ip-address': '192.0.2.256' },
  ),
  'TPP-Redirect-URI is missing, or a return address has another origin than every redirect URI of the application': headers(
    { 'tpp-redirect-uri': undefined },
    { 'tpp-redirect-uri': 'https://evil.example/' },
    { 'tpp-nok-redirect-uri': 'https://evil.example/' },
  ),
  'PSU-IP-Address is sent and is no IP address': headers({ 'psu-ip-address': 'yes' }, { 'psu-ip-address': '192.0.2.256' }),
  'TPP-Notification-URI is no absolute address of http or https, or has more than 2,000 characters': headers(
    { 'tpp-notification-uri': '/bank/notifications' },
    { 'tpp-notification-uri': 'ftp://your-site.example/' },
    { 'tpp-notification-uri': `https://your-site.example/${'a'.repeat(2_000)}` },
  ),
  'TPP-Notification-Content-Preferred has another form than status=SCA, PROCESS, LAST': headers(
    { 'tpp-notification-content-preferred': 'SCA' },
    { 'tpp-notification-content-preferred': 'status=SCA, SCA' },
    { 'tpp-notification-content-preferred': 'status=ALL' },
  ),
  'TPP-Redirect-Preferred is neither true nor false': headers({ 'tpp-redirect-preferred': 'maybe' }, { 'tpp-redirect-preferred': '1' }),
  'TPP-Decoupled-Preferred is neither true nor false': headers({ 'tpp-decoupled-preferred': '1' }, { 'tpp-decoupled-preferred': 'yes' }),
};

/** A body that is accepted and differs. */
function otherBody({ body }: Request): unknown {
  const given = Object(body);
  if ('account' in given && 'instructedAmount' in given) return { ...given, instructedAmount: { amount: '1.01', currency: 'EUR' } };
  if ('instructedAmount' in given) return { ...given, remittanceInformationUnstructured: 'Order 2' };
  if ('payments' in given) return { ...given, requestedExecutionDate: undefined };
  if ('access' in given) return { ...given, frequencyPerDay: 3 };
  return 'dateFrom' in given ? { ...given, dateFrom: given.dateTo } : null;
}
