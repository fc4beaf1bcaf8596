/** What a registration refuses: certificates, metadata, bodies, and what another registration of the same provider changes. */
import { generateKeyPairSync, type KeyObject, randomUUID, X509Certificate } from 'node:crypto';
import { member } from '@portico/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_SECTIONS } from '#modules/catalog/index.ts';
import { makeCostlyKey } from '#modules/provider-identity/testing/costly-key.ts';
import { createOpensslAuthority, type OpensslAuthority } from '#modules/provider-identity/testing/openssl-authority.ts';
import { secondForm } from '#modules/provider-identity/testing/second-form.ts';
import { statementsOf } from '#modules/provider-identity/testing/statements-of.ts';
import { APPLICATION_PLAYS } from '../../src/app/operators/application-orders.ts';
import { PROVIDER_PLAYS } from '../../src/app/operators/provider-orders.ts';
import { mutateBody } from '../house/fuzz/mutate-request.ts';
import { seededRandom } from '../house/fuzz/seeded-random.ts';
import {
  type MtlsAnswer,
  openRegistrationHouse,
  type Pair,
  type ProviderWish,
  PUBLIC_URL,
  REGISTER,
  type RegistrationHouse,
} from '../house/registration-house.ts';

const CALLBACK = 'https://lumen.example/callback';
const METADATA = 'invalid_client_metadata';
const GOOD = { redirect_uris: [CALLBACK], client_name: 'Lumen Books' };

let house: RegistrationHouse;
let stranger: OpensslAuthority;
let provider: Awaited<ReturnType<RegistrationHouse['issue']>>;
/** Status and code of every answer to a registration. */
const seen = new Set<string>();
beforeAll(async () => {
  const opened = await openRegistrationHouse();
  house = {
    ...opened,
    async register(...call) {
      const answer = await opened.register(...call);
      seen.add(`${answer.status} ${member(answer.body, 'error') ?? ''}`.trim());
      return answer;
    },
  };
  stranger = createOpensslAuthority(statementsOf());
  provider = await house.issue({ id: 'PSDEE-FI-2001' });
});
afterAll(async () => {
  await house.close();
  await stranger.close();
});

let numbers = 3000;
const nextId = () => {
  numbers += 1;
  return `PSDEE-FI-${numbers}`;
};
const errorOf = ({ status, body }: MtlsAnswer) => [status, member(body, 'error'), member(body, 'error_description')];
const clientIds = async () => (await house.applications()).map(({ client_id }) => client_id);
const newAllowance = () => house.database.query(`delete from spent_allowance where key like 'registration:%'`);
const jwk = (key: KeyObject) => key.export({ format: 'jwk' });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const P384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const WEAK = generateKeyPairSync('rsa', { modulusLength: 1024 });
const withKeys = (...keys: readonly object[]) => ({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys } });

async function operate(command: string, about: string, options: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> {
  const play = new Map([...APPLICATION_PLAYS, ...PROVIDER_PLAYS]).get(command);
  if (play === undefined) throw new Error(`There is no command ${command}.`);
  const lines: string[] = [];
  for await (const line of play(house.portico, { command, about, operator: 'tester', isConfirmed: false, file: '', options })) lines.push(line);
  return lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : line));
}

describe('a certificate', () => {
  const cases: readonly (readonly [what: string, wish: Omit<ProviderWish, 'id'> & { id?: string }, text: RegExp])[] = [
    ['that has expired', { days: -1 }, /was valid from .* until /],
    ['for signatures', { types: ['eseal'] }, /QcType eseal\. Use a QWAC/],
    ['that is not qualified', { isQualified: false }, /QcCompliance/],
    ['without a role', { roles: ['PSP_AS'] }, /none of the roles PSP_AI, PSP_PI and PSP_IC/],
    ['that names two authorities', { ncaId: 'LV-FCMC' }, /authority/],
    ['whose identifier is no client id', { id: 'PSDEE-FI-47/11' }, /signs that a client_id cannot have\. .*support@bank\.example/],
  ];
  it.each(cases)('%s registers nothing', async (_what, wish, text) => {
    const id = wish.id ?? nextId();
    expect(errorOf(await house.register(await house.issue({ ...wish, id }), GOOD))).toEqual([401, 'invalid_client', expect.stringMatching(text)]);
    expect(await clientIds()).not.toContain(id);
  });

  it('of an authority that the bank does not trust registers nothing', async () => {
    const forged = await house.issue({ id: nextId(), authority: stranger });
    expect(errorOf(await house.register(forged, GOOD))).toEqual([401, 'invalid_client', expect.stringMatching(/does not trust the certificate/)]);
  });

  it('that was revoked registers nothing, and one whose status no authority has told gets 503', async () => {
    const revoked = await house.issue({ id: nextId() });
    await house.setStatus(revoked.thumbprint, 'revoked');
    expect(errorOf(await house.register(revoked, GOOD))).toEqual([401, 'invalid_client', expect.stringMatching(/revoked/)]);
    const unknown = await house.register(await house.issue({ id: nextId(), hasStatus: false }), GOOD);
    expect([unknown.status, unknown.headers['retry-after'], member(unknown.body, 'error')]).toEqual([503, '60', 'temporarily_unavailable']);
  });

  it('of a provider that the bank blocks registers nothing, also with a verdict from before the block', async () => {
    const id = nextId();
    const blocked = await house.issue({ id });
    // The verdict is kept from here on.
    expect((await house.register(blocked, {})).status).toBe(400);
    await house.database.query(
      `insert into provider (provider_id, organization_id, name, blocked_at) values ('prv_blocked', $1, 'Example Provider', now())`,
      [id],
    );
    expect(errorOf(await house.register(blocked, GOOD))).toEqual([401, 'invalid_client', expect.stringMatching(/blocked.*support@bank\.example/)]);
    expect(await clientIds()).not.toContain(id);
  });

  it('is needed: without one the answer names the address and how to send it', async () => {
    const expected = [401, 'invalid_client', expect.stringContaining(`Call ${house.mtlsOrigin} with your QWAC.`)];
    expect(errorOf(await house.register(undefined, GOOD))).toEqual(expected);
  });

  it('in a header at the ordinary address counts as none', async () => {
    const escaped = encodeURIComponent(provider.cert);
    for (const headers of [
      {},
      { 'x-ssl-client-cert': escaped },
      { 'client-cert': `:${provider.der.toString('base64')}:` },
      { 'x-ssl-client-cert': escaped, 'x-portico-proxy-secret': 'guess' },
    ] as readonly Record<string, string>[]) {
      const body = JSON.stringify(GOOD);
      const { status, text } = await house.transport({
        method: 'POST',
        path: REGISTER,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      expect([status, JSON.parse(text).error, text]).toEqual([401, 'invalid_client', expect.stringContaining(house.mtlsOrigin)]);
    }
    expect(await clientIds()).toEqual([]);
  });

  it('is examined before the body is read', async () => {
    for (const body of ['{', 'x'.repeat(100_000)])
      expect((await house.register(await house.issue({ id: nextId(), days: -1 }), body)).status).toBe(401);
  });
});

describe('metadata', () => {
  // The calls of these tests are those of one provider, and refused calls count too.
  beforeEach(newAllowance);
  const NO_URI = 'invalid_redirect_uri';
  const uris = (...redirect_uris: readonly unknown[]) => ({ redirect_uris });
  const cases: readonly (readonly [what: string, change: Readonly<Record<string, unknown>>, error: string, text: RegExp])[] = [
    ['no redirect URI', { redirect_uris: undefined }, NO_URI, /1 to 10 addresses/],
    ['an empty list', uris(), NO_URI, /1 to 10 addresses/],
    ['a text in place of the list', { redirect_uris: CALLBACK }, NO_URI, /1 to 10 addresses/],
    ['eleven redirect URIs', uris(...Array.from({ length: 11 }, (_, place) => `https://lumen.example/${place}`)), NO_URI, /1 to 10/],
    ['eight thousand', uris(...Array.from({ length: 8_000 }, () => 'x')), NO_URI, /1 to 10/],
    ['a number among them', uris(CALLBACK, 7), NO_URI, /is a text of 1 to 2048/],
    ['a long one', uris(`https://lumen.example/${'x'.repeat(2048)}`), NO_URI, /1 to 2048/],
    ['a fragment', uris(`${CALLBACK}#x`), NO_URI, /redirect_uris\[0\]: A redirect URI has no fragment/],
    ['a user name', uris('https://lumen@evil.example/cb'), NO_URI, /holds no user name/],
    ['http', uris(CALLBACK, 'http://lumen.example/cb'), NO_URI, /redirect_uris\[1\]: .*begins with https/],
    ['this machine', uris('http://127.0.0.1:3001/cb'), NO_URI, /begins with https/],
    ['an IP in another form', uris('https://0x7f.1/cb'), NO_URI, /as a browser would send it/],
    ['a wildcard', uris('https://*.lumen.example/cb'), NO_URI, /no wildcard/],
    ['another scheme', uris('javascript:alert(1)'), NO_URI, /begins with https/],
    ['the same twice', uris(CALLBACK, CALLBACK), NO_URI, /twice/],
    ['no name', { client_name: undefined }, METADATA, /client_name: It is a text and required/],
    ['a number as the name', { client_name: 7 }, METADATA, /client_name/],
    ['the bank’s name', { client_name: 'Portico Bank' }, METADATA, /client_name: Customers read this name/],
    ['a look-alike of it', { client_name: 'Pоrtico' }, METADATA, /two scripts/],
    ['markup as the name', { client_name: '<b>Lumen</b>' }, METADATA, /client_name/],
    ['a long name', { client_name: 'x'.repeat(200) }, METADATA, /client_name/],
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic' }, METADATA, /token_endpoint_auth_method: It is tls_client_auth/],
    ['no authentication', { token_endpoint_auth_method: 'none' }, METADATA, /tls_client_auth/],
    ['another grant', { grant_types: ['client_credentials'] }, METADATA, /grant_types/],
    ['a grant beside it', { grant_types: ['authorization_code', 'password'] }, METADATA, /grant_types/],
    ['a token from the browser', { response_types: ['code', 'token'] }, METADATA, /response_types/],
    ['another scope', { scope: 'openid admin' }, METADATA, /scope/],
    ['an empty scope', { scope: '' }, METADATA, /scope/],
    ['a contact that is no address', { contacts: ['ops'] }, METADATA, /contacts\[0\]: A contact is one e-mail address/],
    ['too many contacts', { contacts: Array.from({ length: 6 }, (_, place) => `a${place}@lumen.example`) }, METADATA, /at most 5/],
    ['contacts as a text', { contacts: 'ops@lumen.example' }, METADATA, /contacts/],
    ['an address of keys', { jwks_uri: 'https://lumen.example/jwks' }, METADATA, /Send the keys by value/],
    ['private_key_jwt without keys', { token_endpoint_auth_method: 'private_key_jwt' }, METADATA, /jwks: It is required/],
    ['keys without private_key_jwt', { jwks: { keys: [jwk(EC.publicKey)] } }, METADATA, /Leave it out, or choose this method/],
    ['keys that are no set', { ...withKeys(), jwks: [jwk(EC.publicKey)] }, METADATA, /JWK set/],
    ['no key in the set', withKeys(), METADATA, /1 to 10 keys/],
    ['a private key', withKeys(jwk(EC.privateKey)), METADATA, /jwks\.keys\[0\]: The key holds the private member d/],
    ['a symmetric key', withKeys({ kty: 'oct', k: 'c2VjcmV0' }), METADATA, /private member k/],
    ['a key whose kind is a word of the language', withKeys({ kty: 'constructor', alg: 'x' }), METADATA, /kty must be/],
    ['a key that makes each check expensive', withKeys(jwk(makeCostlyKey().publicKey)), METADATA, /e of the key has more than 64 bits/],
    ['a symmetric key without its value', withKeys({ kty: 'oct' }), METADATA, /kty must be/],
    ['a weak key', withKeys(jwk(WEAK.publicKey)), METADATA, /1024 bits/],
    ['another curve', withKeys(jwk(P384.publicKey)), METADATA, /P-256/],
    ['a key for encryption', withKeys({ ...jwk(EC.publicKey), use: 'enc' }), METADATA, /use must be sig/],
    ['a list in place of a key', { ...withKeys(), jwks: { keys: [[]] } }, METADATA, /JWK set/],
    ['requests that are not pushed', { ...withKeys(jwk(EC.publicKey)), require_pushed_authorization_requests: false }, METADATA, /push/],
    ['a text for true', { require_pushed_authorization_requests: 'true' }, METADATA, /true or false/],
    ['tokens bound to nothing', { tls_client_certificate_bound_access_tokens: false }, METADATA, /bound to the certificate/],
    ['DPoP in place of the certificate', { ...withKeys(jwk(EC.publicKey)), dpop_bound_access_tokens: true }, METADATA, /bound to its certificate/],
    ['a software statement', { software_statement: 'eyJhIjoxfQ.eyJiIjoxfQ.c2ln' }, 'unapproved_software_statement', /not verified/],
    ['an unsigned one', { software_statement: 'eyJhIjoxfQ.eyJiIjoxfQ.' }, 'unapproved_software_statement', /not verified/],
    ['a software statement that is none', { software_statement: { iss: 'x' } }, 'invalid_software_statement', /not verified/],
  ];
  it.each(cases)('with %s is refused', async (_what, change, error, text) => {
    expect(errorOf(await house.register(provider, { ...GOOD, ...change }))).toEqual([400, error, expect.stringMatching(text)]);
  });

  const bodies: readonly (readonly [what: string, body: string, type: string, status: number, error: string])[] = [
    ['no body', '', 'application/json', 400, 'invalid_client_metadata'],
    ['a list', '[]', 'application/json', 400, 'invalid_request'],
    ['null', 'null', 'application/json', 400, 'invalid_request'],
    ['half of it', '{"redirect_uris":', 'application/json', 400, 'invalid_request'],
    ['a member twice', '{"client_name":"a","client_name":"b"}', 'application/json', 400, 'invalid_request'],
    ['a name that reaches a prototype', '{"__proto__":{}}', 'application/json', 400, 'invalid_request'],
    ['deep nesting', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, 'application/json', 400, 'invalid_request'],
    ['a form', 'client_name=Lumen', 'application/x-www-form-urlencoded', 415, 'invalid_request'],
    ['a JWT', 'eyJhIjoxfQ.eyJiIjoxfQ.c2ln', 'application/jwt', 415, 'invalid_request'],
    ['a text', JSON.stringify(GOOD), 'text/plain', 415, 'invalid_request'],
    ['ten thousand addresses', JSON.stringify(uris(...Array.from({ length: 10_000 }, () => 'x'))), 'application/json', 413, 'invalid_request'],
    ['too much', JSON.stringify({ ...GOOD, more: 'x'.repeat(33 * 1024) }), 'application/json', 413, 'invalid_request'],
  ];
  it.each(bodies)('as %s is refused', async (_what, body, type, status, error) => {
    expect(errorOf(await house.register(provider, body, { 'content-type': type })).slice(0, 2)).toEqual([status, error]);
  });
  it('that is packed is refused', async () => {
    expect((await house.register(provider, GOOD, { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('has registered nothing in all these calls', async () => {
    expect(await clientIds()).toEqual([]);
    const { rows } = await house.database.query(`select 1 from audit_entry where event = 'application.registered'`);
    expect(rows).toEqual([]);
  });

  it('is answered with all that was registered; what was left out has its default, and unknown members are ignored', async () => {
    const id = nextId();
    const asked = { ...GOOD, grant_types: ['authorization_code'], 'client_name#lt': 'Lumen Knygos', logo_uri: 'https://lumen.example/logo.png' };
    const answer = await house.register(await house.issue({ id, name: 'Lumen Finance AS', roles: ['PSP_AI', 'PSP_AS'] }), asked);
    expect([answer.status, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
      201,
      'no-store',
      expect.stringContaining('json'),
    ]);
    const { client_id_issued_at: issuedAt, ...body } = Object(answer.body);
    expect(body).toEqual({
      client_id: id,
      client_name: 'Lumen Books',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'tls_client_auth',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid offline_access',
      require_pushed_authorization_requests: false,
      tls_client_certificate_bound_access_tokens: true,
      dpop_bound_access_tokens: false,
      registration_status: 'active',
      registered_name: 'Lumen Finance AS',
      authorisation_number: id,
      roles: ['ais'],
    });
    expect(Math.abs(Number(issuedAt) - Date.now() / 1000)).toBeLessThan(600);
  });

  it('with public keys registers private_key_jwt, and stores their public members alone', async () => {
    const key = { ...jwk(EC.publicKey), kid: 'one', x5c: ['AAAA'] };
    const answer = await house.register(await house.issue({ id: nextId() }), { ...GOOD, ...withKeys(key) });
    expect(answer.body).toMatchObject({ token_endpoint_auth_method: 'private_key_jwt', require_pushed_authorization_requests: true });
    expect(member(answer.body, 'jwks', 'keys', '0')).toEqual({ ...jwk(EC.publicKey), kid: 'one' });
  });
});

describe('a registered application', () => {
  const register = async (wish: Partial<ProviderWish> = {}) => {
    const id = nextId();
    const made = await house.issue({ id, ...wish });
    return { id, made, answer: await house.register(made, GOOD) };
  };
  const tokenCall = (pair: Pair, clientId: string) =>
    house.call(pair, {
      method: 'POST',
      path: '/api/v2/openam/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: clientId, grant_type: 'refresh_token', refresh_token: 'x' }).toString(),
    });

  const rowOf = async (id: string) => (await house.applications()).filter(({ client_id }) => client_id === id);
  const changeIdOf = (answer: MtlsAnswer) => String(member(answer.body, 'requested_change', 'change_id'));

  it('keeps its values when it is registered again, with the same or a new certificate, until an operator approves', async () => {
    const { id, made } = await register();
    const [before] = await rowOf(id);
    const other = { redirect_uris: ['https://new.lumen.example/cb'], client_name: 'Lumen Shop' };
    const asked = await house.register(made, other);
    expect([asked.status, asked.body]).toEqual([
      202,
      expect.objectContaining({
        client_id: id,
        client_name: 'Lumen Books',
        redirect_uris: [CALLBACK],
        registration_status: 'active',
        requested_change: { change_id: expect.any(String), requested_at: expect.any(Number), ...other },
      }),
    ]);
    const again = await house.register(await house.issue({ id, name: 'Other Name' }), other);
    expect([again.status, changeIdOf(again)]).toEqual([202, changeIdOf(asked)]);
    expect((await rowOf(id)).map(({ client_name, redirect_uris }) => [client_name, redirect_uris])).toEqual([['Lumen Books', [CALLBACK]]]);
    expect(before).toMatchObject({ client_name: 'Lumen Books' });
    expect(JSON.stringify(await operate('app changes', ''))).toContain(changeIdOf(asked));
    await operate('app approve', changeIdOf(asked));
    const { status, body } = await house.register(made, other);
    expect([status, member(body, 'client_name'), member(body, 'redirect_uris'), member(body, 'requested_change')]).toEqual([
      200,
      'Lumen Shop',
      ['https://new.lumen.example/cb'],
      undefined,
    ]);
  });

  it('withdraws its change by registering the present values, and its rejected change has no effect', async () => {
    const { id, made } = await register();
    const other = { ...GOOD, contacts: ['ops@lumen.example'] };
    const first = await house.register(made, other);
    expect([first.status, (await house.register(made, GOOD)).status]).toEqual([202, 200]);
    await expect(operate('app approve', changeIdOf(first))).rejects.toThrow(/No change/);
    const second = await house.register(made, other);
    expect(changeIdOf(second)).not.toBe(changeIdOf(first));
    await operate('app reject', changeIdOf(second));
    const { status, body } = await house.register(made, GOOD);
    expect([status, member(body, 'contacts')]).toEqual([200, undefined]);
    const { rows } = await house.database.query(
      `select event from audit_entry where ids ->> 'clientId' = $1 and event like 'application.change-%' order by 1`,
      [id],
    );
    expect(rows.map((row) => member(row, 'event'))).toEqual([
      'application.change-rejected',
      'application.change-requested',
      'application.change-requested',
      'application.change-withdrawn',
    ]);
  });

  it('gets other keys when an operator approves them, and no other way to prove itself', async () => {
    await newAllowance();
    const made = await house.issue({ id: nextId() });
    const old = { ...jwk(EC.publicKey), kid: 'old' };
    const next = { ...jwk(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey), kid: 'next' };
    await house.register(made, { ...GOOD, ...withKeys(old) });
    const asked = await house.register(made, { ...GOOD, ...withKeys(old, next) });
    expect([asked.status, member(asked.body, 'jwks'), member(asked.body, 'requested_change', 'jwks')]).toEqual([
      202,
      { keys: [old] },
      { keys: [old, next] },
    ]);
    await operate('app approve', changeIdOf(asked));
    const present = await house.register(made, { ...GOOD, ...withKeys(old, next) });
    expect([present.status, member(present.body, 'jwks')]).toEqual([200, { keys: [old, next] }]);
    for (const change of [{}, { require_pushed_authorization_requests: true }])
      expect(errorOf(await house.register(made, { ...GOOD, ...change }))).toEqual([
        400,
        METADATA,
        expect.stringMatching(/does not change how it proves/),
      ]);
  });

  it('that waits for its admission takes other values at once, and an operator admits what they read', async () => {
    await newAllowance();
    const { id, made } = await register({ name: 'Portico Bank AS' });
    const [read] = await operate('app find', id);
    const { status, body } = await house.register(made, { ...GOOD, client_name: 'Lumen Shop' });
    expect([status, member(body, 'client_name'), member(body, 'registration_status')]).toEqual([200, 'Lumen Shop', 'waiting']);
    const options = { name: 'Lumen Finance', number: id, roles: 'ais', fingerprint: String(member(read, 'fingerprint')) };
    await expect(operate('app admit', id, options)).rejects.toThrow(/has changed/);
  });

  it('is not changed by a certificate whose identifier is its client id, if it belongs to another provider', async () => {
    await newAllowance();
    const { id, made } = await register();
    await house.database.query('update tpp_app set provider_id = null where client_id = $1', [id]);
    const refused = await house.register(made, { ...GOOD, client_name: 'Evil Books' });
    expect(errorOf(refused)).toEqual([400, METADATA, expect.stringMatching(/belongs to an application that this certificate does not change/)]);
    expect((await rowOf(id)).map(({ pending_change }) => pending_change)).toEqual([null]);
  });

  it('that the bank suspended says so, and its change waits', async () => {
    await newAllowance();
    const { id, made } = await register();
    await operate('app suspend', id);
    const { status, body } = await house.register(made, { ...GOOD, client_name: 'Lumen Shop' });
    expect([status, member(body, 'registration_status')]).toEqual([202, 'suspended']);
  });

  it('is one when a provider registers many times at once', async () => {
    await newAllowance();
    const made = await house.issue({ id: nextId() });
    const answers = await Promise.all(Array.from({ length: 6 }, () => house.register(made, GOOD)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  });

  it('is proved by a new certificate of the same identifier, and by no certificate of another provider', async () => {
    const { id, made } = await register();
    const other = await register();
    for (const pair of [made, await house.issue({ id })]) expect(errorOf(await tokenCall(pair, id)).slice(0, 2)).toEqual([400, 'invalid_grant']);
    expect(errorOf(await tokenCall(other.made, id))).toEqual([401, 'invalid_client', expect.stringMatching(/belongs to/)]);
    expect(await operate('provider show', id)).toMatchObject([
      { organizationId: id, name: 'Example Provider', certificates: 2 },
      { clientId: id, source: 'call', profile: 'mtls' },
      { clientId: id, source: 'call' },
    ]);
  });

  it('is not proved by a removed certificate in the second form of its signature', async () => {
    const { id, made } = await register();
    const form = new X509Certificate(secondForm(made.der));
    await house.setStatus(form.fingerprint256.replaceAll(':', '').toLowerCase(), 'good');
    await house.database.query('update app_certificate set removed_at = now() where thumbprint = $1', [made.thumbprint]);
    expect(errorOf(await tokenCall(made, id))).toEqual([401, 'invalid_client', expect.stringMatching(/was removed/)]);
    const again = errorOf(await tokenCall({ cert: form.toString(), key: made.key }, id));
    expect(again).toEqual([401, 'invalid_client', expect.stringContaining(`changed form of the known one with the thumbprint ${made.thumbprint}`)]);
  });

  it.each([
    ['passes for the bank’s', 'Portico Bank AS'],
    ['mixes scripts', 'Lumеn Finance'],
    ['has a sign that looks like a letter', 'Lumen ₽ay'],
  ])('whose registered name %s waits for an operator, and no customer reads that name before', async (_what, name) => {
    const { id, made, answer } = await register({ name });
    expect([answer.status, member(answer.body, 'registration_status'), member(answer.body, 'registered_name')]).toEqual([201, 'waiting', undefined]);
    expect(errorOf(await tokenCall(made, id)).slice(0, 2)).toEqual([401, 'invalid_client']);
    const [found] = await operate('app find', id);
    expect(found).toMatchObject({ clientId: id, isSuspended: true, registeredName: `${id} (not verified)` });
    expect(found).not.toHaveProperty('admission');
    await expect(operate('app lift', id)).rejects.toThrow(/has not been admitted/);
    const options = { name: 'Lumen Finance', number: id, roles: 'ais', fingerprint: String(member(found, 'fingerprint')) };
    await operate('app admit', id, options);
    expect(errorOf(await tokenCall(made, id)).slice(0, 2)).toEqual([400, 'invalid_grant']);
  });

  it('is in the audit log with its provider, and in the log of requests with its certificate', async () => {
    const { id } = await register();
    const { rows } = await house.database.query(`select ids from audit_entry where event = 'application.registered' and ids ->> 'clientId' = $1`, [
      id,
    ]);
    expect(rows).toMatchObject([{ ids: { clientId: id, profile: 'mtls', providerId: expect.any(String) } }]);
    const lines = async () => {
      await house.portico.modules.requestLog.flush();
      const found = await house.database.query(
        `select line.* from request_log as line join tpp_app on tpp_app.app_id = line.app_id where tpp_app.client_id = $1`,
        [id],
      );
      return found.rows.map((row) => JSON.stringify(row));
    };
    await expect.poll(lines).toEqual([expect.stringMatching(new RegExp(`/api/v2/register.*${id}`))]);
  });
});

describe('metadata with one thing changed', () => {
  const EVERYTHING = {
    ...{ redirect_uris: [CALLBACK, 'https://lumen.example/second?x=1'], client_name: 'Lumen Books', contacts: ['ops@lumen.example'] },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], scope: 'openid offline_access' },
    ...{ require_pushed_authorization_requests: true, dpop_bound_access_tokens: false, tls_client_certificate_bound_access_tokens: true },
    ...{ 'client_name#lt': 'Lumen Knygos', logo_uri: 'https://lumen.example/logo.png', software_id: 'lumen', software_version: '1' },
  };
  const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const KEYS = withKeys({ ...jwk(EC.publicKey), kid: 'one', use: 'sig', alg: 'ES256' }, { ...jwk(RSA.publicKey), kid: 'two', alg: 'PS256' });

  it.each([
    ['with a certificate', EVERYTHING],
    ['with keys', { ...EVERYTHING, ...KEYS }],
  ])('%s gets a described answer, never a 5xx', async (_what, body) => {
    const random = seededRandom(Number(process.env.FUZZ_SEED ?? 20_261_130));
    const made = await house.issue({ id: nextId() });
    await newAllowance();
    expect((await house.register(made, body)).status).toBe(201);
    const failures: string[] = [];
    const answered = new Set<number>();
    for (let count = 0; count < Number(process.env.FUZZ_REQUESTS ?? 60); count += 1) {
      if (count % 15 === 0) await newAllowance();
      const { payload = '', change } = mutateBody(random, { method: 'POST', path: REGISTER, query: {}, headers: {}, body });
      const { status, text } = await house.register(made, payload);
      answered.add(status);
      if (status >= 500) failures.push(`#${count} ${change} → ${status} ${text.slice(0, 300)}`);
    }
    expect(failures).toEqual([]);
    expect([...answered]).toEqual(expect.arrayContaining([200, 202, 400]));
  });
});

describe('the limits', () => {
  it('are 20 calls a day for each provider: then 429 with Retry-After, and nothing is registered', async () => {
    await newAllowance();
    const made = await house.issue({ id: nextId() });
    const statuses: number[] = [];
    await house.register(made, GOOD);
    for (let calls = 1; calls < 20; calls += 1) statuses.push((await house.register(made, GOOD)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { status, headers, body } = await house.register(made, GOOD);
    expect([status, member(body, 'error'), Number(headers['retry-after']) > 0]).toEqual([429, 'temporarily_unavailable', true]);
    expect((await house.register(await house.issue({ id: nextId() }), GOOD)).status).toBe(201);
  });

  it('count calls whose metadata or body is refused, before the body is read', async () => {
    await newAllowance();
    const made = await house.issue({ id: nextId() });
    const costly = { ...GOOD, ...withKeys(jwk(makeCostlyKey().publicKey)) };
    for (let calls = 0; calls < 20; calls += 1) expect((await house.register(made, calls % 2 === 0 ? costly : '{')).status).toBe(400);
    for (const body of [costly, '{', 'x'.repeat(100_000), GOOD]) expect((await house.register(made, body)).status).toBe(429);
    // Calls without an accepted certificate spend the allowance of no provider.
    const expired = await house.issue({ id: nextId(), days: -1 });
    for (let calls = 0; calls <= 20; calls += 1) expect((await house.register(expired, GOOD)).status).toBe(401);
  });

  it('are 200 calls a day for each network, of all its providers together', async () => {
    await newAllowance();
    const register = async () => house.register(await house.issue({ id: nextId() }), GOOD);
    const set = (calls: number) =>
      house.database.query(
        `update spent_allowance set spent_at = array_fill(now(), array[${calls}::integer])
         where key like 'registration:network:%'`,
      );
    await register();
    await set(199);
    expect((await register()).status).toBe(201);
    const { status, headers, body } = await register();
    expect([status, member(body, 'error'), member(body, 'error_description'), Number(headers['retry-after']) > 0]).toEqual([
      429,
      'temporarily_unavailable',
      expect.stringMatching(/from this network today\. Nothing was registered/),
      true,
    ]);
    await newAllowance();
  });
});

describe('the description of the call', () => {
  it('names every status and code that these tests saw, and no other but those of another place', async () => {
    const { answers = [], errors = [] } =
      API_SECTIONS.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === 'register') ?? {};
    // The developer of a sandbox with too many applications (registration-sandbox.test.ts), and a fault of the server (every route).
    const elsewhere = ['409 invalid_request', '500 server_error'];
    const described = new Set([...answers.map(({ status }) => `${status}`), ...errors.map(({ status, code }) => `${status} ${code}`)]);
    expect([...seen, ...elsewhere].toSorted()).toEqual([...described].toSorted());
  });
});

describe('the discovery document', () => {
  const read = async (of: RegistrationHouse, version: string): Promise<unknown> =>
    JSON.parse((await of.transport({ method: 'GET', path: `/api/${version}/.well-known/openid-configuration`, headers: {} })).text);

  it('names the address for registrations in version 2, also among those for certificates', async () => {
    const at = `${house.mtlsOrigin}${REGISTER}`;
    expect(await read(house, 'v2')).toMatchObject({ registration_endpoint: at, mtls_endpoint_aliases: { registration_endpoint: at } });
    expect(JSON.stringify(await read(house, 'v1'))).not.toContain('registration_endpoint');
  });

  it('names none where the bank has not switched it on, and the address does not exist', async () => {
    const other = await openRegistrationHouse({ isOn: false });
    try {
      expect(JSON.stringify(await read(other, 'v2'))).not.toContain('registration_endpoint');
      expect((await other.register(await other.issue({ id: 'PSDEE-FI-1' }), GOOD)).status).toBe(404);
      const headers = { 'content-type': 'application/json', 'x-request-id': randomUUID(), origin: PUBLIC_URL };
      expect((await other.transport({ method: 'POST', path: REGISTER, headers, body: JSON.stringify(GOOD) })).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});
