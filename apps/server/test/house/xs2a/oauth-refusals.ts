/** What the authorization servers refuse, by the words of the table. */
import { randomUUID } from 'node:crypto';
import { textOf } from '@portico/testkit';
import { type Provocation, type Provocations, sendAll } from './common-refusals.ts';
import type { Reply, Request } from './wire.ts';
import type { World } from './world.ts';

const FORM = 'application/x-www-form-urlencoded';
type Parameters = Readonly<Record<string, string | undefined>>;

/** The application of the holder. */
async function client(world: World) {
  const { body } = await world.developer('POST', '/api/tpp/secret/reveal');
  return { client_id: textOf((await world.developer('GET', '/api/tpp')).body, 'clientId'), client_secret: textOf(body, 'clientSecret') };
}

function toText(parameters: Parameters): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) text.append(name, value);
  return text.toString();
}

/** A call of a server's endpoint with everything it needs; `change` as text is added to the end. */
type Ask = (world: World, change: Parameters | string) => Promise<Request>;

function authorize(path: string): Ask {
  return async (world, change) => {
    const { client_id } = await client(world);
    const redirect_uri = textOf((await world.developer('GET', '/api/tpp')).body, 'redirectionUris', '0');
    const good = {
      client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      nonce: 'n',
      bank_country: 'ee',
      locale: 'en',
      realm: 'psd2',
    };
    const query = typeof change === 'string' ? `${toText(good)}&${change}` : toText({ ...good, ...change });
    return { method: 'GET', url: `${path}?${query}`, headers: { 'x-request-id': randomUUID() } };
  };
}

const pushed: Ask = async (world, change) => {
  const redirect_uri = textOf((await world.developer('GET', '/api/tpp')).body, 'redirectionUris', '0');
  return post('/api/v2/openam/par', { redirect_uri, response_type: 'code', scope: 'openid', state: 's', nonce: 'n', bank_country: 'ee' })(
    world,
    change,
  );
};

function post(path: string, parameters: Parameters): Ask {
  return async (world, change) => {
    const good = { ...(await client(world)), ...parameters };
    const body = typeof change === 'string' ? `${toText(good)}&${change}` : toText({ ...good, ...change });
    return { method: 'POST', url: path, headers: { 'x-request-id': randomUUID(), 'content-type': FORM }, body };
  };
}

const changed =
  (ask: Ask, ...changes: readonly (Parameters | string)[]): Provocation =>
  async (world) => {
    const replies: Reply[] = [];
    for (const change of changes) replies.push(...(await sendAll(world, [await ask(world, change)])));
    return replies;
  };

const AUTHORIZE = (ask: Ask): Provocations => ({
  'client_id or redirect_uri is missing or comes twice; the customer sees a page': changed(
    ask,
    { client_id: undefined },
    { redirect_uri: undefined },
    'client_id=x',
    'redirect_uri=x',
  ),
  'client_id is unknown or suspended; the customer sees a page': changed(ask, { client_id: 'nobody' }),
  'redirect_uri is not one of the application; the customer sees a page': changed(ask, { redirect_uri: 'https://evil.example/' }),
  'there is no such realm, bank_country or fpgurl; the customer sees a page': changed(
    ask,
    { realm: 'root' },
    { bank_country: 'fi' },
    { fpgurl: 'https://evil.example/' },
  ),
});

const POSTED = (ask: Ask): Provocations => ({
  'client_id is unknown, client_secret is wrong, or the bank has suspended the application': async (world) => {
    const request = await ask(world, { client_id: undefined, client_secret: undefined });
    const byHeader = { ...request, headers: { ...request.headers, authorization: `Basic ${btoa('nobody:x')}` } };
    return [
      ...(await changed(ask, { client_id: 'nobody' }, { client_secret: 'x' })(world, async () => request)),
      ...(await sendAll(world, [byHeader])),
    ];
  },
  'the profile of the application needs its certificate or a client_assertion, and the call has none that is accepted; the text says why': async (
    world,
  ) => {
    const { client_id } = await client(world);
    const set = (profile: string) =>
      world.house.database.query('update tpp_app set security_profile = $1 where client_id = $2', [profile, client_id]);
    const replies: Reply[] = [];
    for (const profile of ['mtls', 'fapi2']) {
      await set(profile);
      replies.push(...(await changed(ask, {}, { client_secret: undefined })(world, () => ask(world, {}))));
    }
    await set('basic');
    return replies;
  },
  'the body is larger than 16 KiB as a form, 1 MiB as JSON': changed(ask, { code: 'x'.repeat(17 * 1024) }),
  'the body is neither a form nor JSON, or it is packed': async (world) => {
    const request = await ask(world, {});
    return sendAll(world, [
      { ...request, headers: { ...request.headers, 'content-type': 'text/plain' } },
      { ...request, headers: { ...request.headers, 'content-encoding': 'gzip' } },
    ]);
  },
});

const PROOF = (ask: Ask): Provocations => ({
  'the header DPoP has a proof that is not accepted': async (world) => {
    const request = await ask(world, {});
    return sendAll(world, [{ ...request, headers: { ...request.headers, dpop: 'x' } }]);
  },
});

const TOKEN = (ask: Ask): Provocations => ({
  ...POSTED(ask),
  'a parameter is missing, comes twice or has no accepted form': changed(ask, { code: undefined }, 'code=y', { grant_type: undefined }),
  'the code or refresh token is unknown, expired, revoked or used, or was given for something else': changed(
    ask,
    {},
    { grant_type: 'refresh_token', refresh_token: 'x' },
  ),
  'grant_type is neither authorization_code nor refresh_token': changed(ask, { grant_type: 'password' }),
});

const TOKEN_2 = (ask: Ask): Provocations => ({ ...TOKEN(ask), ...PROOF(ask) });

const PUSH = (ask: Ask): Provocations => ({
  ...POSTED(ask),
  ...PROOF(ask),
  'the body is larger than 16 KiB as a form, 1 MiB as JSON': changed(ask, { state: 'x'.repeat(17 * 1024) }),
  'a parameter is missing, comes twice or has no accepted form, or redirect_uri is not one of the application': changed(
    ask,
    { redirect_uri: undefined },
    { scope: undefined },
    { nonce: undefined },
    'client_id=x',
    'state=y',
    { bank_country: 'fi' },
    { redirect_uri: 'https://evil.example/' },
    { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
    { fpgurl: 'https://evil.example/' },
    { client_id: undefined, client_secret: undefined },
  ),
  'response_type is not code': changed(ask, { response_type: 'token' }, { response_type: 'none' }),
  'request came: signed request objects are not read': changed(ask, { request: 'e30.e30.' }),
  'request_uri came: a pushed request has its parameters in the form': changed(ask, { request_uri: 'urn:ietf:params:oauth:request_uri:x' }),
});

const REVOKE = (ask: Ask): Provocations => ({ ...POSTED(ask), 'token is missing': changed(ask, { token: undefined }) });

const CODE = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'http://127.0.0.1/callback' };

const ASKS: Readonly<Record<string, Ask>> = {
  authorize: authorize('/api/v1/am/oauth2/authorize'),
  auth: authorize('/api/v2/am/realms/psd2/protocol/openid-connect/auth'),
  getAccessToken: post('/api/v1/openam/oauth2/access_token', CODE),
  token: post('/api/v2/openam/token', CODE),
  par: pushed,
  revokeAccessToken: post('/api/v1/openam/oauth2/token/revoke', { token: 'x' }),
  revoke: post('/api/v2/openam/token/revocation', { token: 'x' }),
};

/** A request that the server understands. */
export async function askOAuth(world: World, operationId: string): Promise<Request> {
  const ask = ASKS[operationId];
  if (ask === undefined) throw new Error(`${operationId} has no request. Add it to oauth-refusals.ts.`);
  return ask(world, {});
}

const refusalsOf = (kind: (ask: Ask) => Provocations, operationId: string): Provocations => {
  const ask = ASKS[operationId];
  return ask === undefined ? {} : kind(ask);
};

export const OAUTH_REFUSALS: Readonly<Record<string, Provocations>> = {
  authorize: refusalsOf(AUTHORIZE, 'authorize'),
  auth: refusalsOf(AUTHORIZE, 'auth'),
  getAccessToken: refusalsOf(TOKEN, 'getAccessToken'),
  token: refusalsOf(TOKEN_2, 'token'),
  par: refusalsOf(PUSH, 'par'),
  revokeAccessToken: refusalsOf(REVOKE, 'revokeAccessToken'),
  revoke: refusalsOf(REVOKE, 'revoke'),
};
