// @vitest-environment node
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  accountsCommand,
  type SampleValues,
  version1Address,
  version1CodeCommand,
  version1TokenCommand,
  version2CodeCommand,
  version2TokenCommand,
} from './sample-commands.ts';

interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends every authorization on to its redirect URI with a code, by way of a hop that needs its cookie. */
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const url = new URL(request.url ?? '/', origin);
  received.push({ method: request.method ?? '', url, headers: request.headers, body });
  const redirectUri = url.searchParams.get('redirect_uri');
  if (redirectUri === null) response.end('{}');
  else if (request.headers.cookie === undefined) response.writeHead(303, { location: url.href, 'set-cookie': 'seen=1; Path=/' }).end();
  else response.writeHead(303, { location: `${redirectUri}&code=c0de-1&state=s` }).end();
});
const received: Received[] = [];
let origin = '';
let values: SampleValues;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  origin = `http://127.0.0.1:${address.port}`;
  values = {
    apiBase: `${origin}/api`,
    accessToken: 'token-1',
    clientId: 'lumen-1',
    clientSecret: `it's "$HOME" \`id\` \\ &`,
    redirectUri: `${origin}/?m=authCode`,
    bankCountry: 'ee',
    state: 'state-1',
    nonce: 'nonce-1',
  };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  received.length = 0;
});

async function run(...commands: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\n')]);
  return stdout;
}

const sample = { client_id: 'lumen-1', bank_country: 'ee', realm: 'psd2', locale: 'en', response_type: 'code', scope: 'openid', bypass: 'true' };

describe('the sample commands, run in bash as printed', () => {
  it('read the accounts with the bearer token', async () => {
    await run(accountsCommand(values));
    expect(received.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['GET /api/v1/account-list']);
    expect(received[0]?.headers.authorization).toBe('Bearer token-1');
  });
  it('ask for a code and exchange it, version 1', async () => {
    expect(await run(version1CodeCommand(values), version1TokenCommand(values))).toContain('c0de-1\n');
    const [ask] = received;
    expect(ask?.url.pathname).toBe('/api/v1/am/oauth2/authorize');
    expect(Object.fromEntries(ask?.url.searchParams ?? [])).toEqual({ ...sample, redirect_uri: values.redirectUri, fpgurl: values.redirectUri });
    const exchange = received.at(-1);
    expect(`${exchange?.method} ${exchange?.url.pathname}`).toBe('POST /api/v1/openam/oauth2/access_token');
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
      client_id: 'lumen-1',
      client_secret: values.clientSecret,
      redirect_uri: values.redirectUri,
      realm: 'psd2',
      grant_type: 'authorization_code',
      code: 'c0de-1',
    });
  });
  it('ask for a code and exchange it, version 2', async () => {
    expect(await run(version2CodeCommand(values), version2TokenCommand(values))).toContain('c0de-1\n');
    const [ask] = received;
    expect(ask?.url.pathname).toBe('/api/v2/am/realms/psd2/protocol/openid-connect/auth');
    expect(Object.fromEntries(ask?.url.searchParams ?? [])).toMatchObject({ ...sample, state: 'state-1', nonce: 'nonce-1' });
    const exchange = received.at(-1);
    expect(`${exchange?.method} ${exchange?.url.pathname}`).toBe('POST /api/v2/openam/token');
    expect(exchange?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(exchange?.body ?? '')).toEqual({
      client_id: 'lumen-1',
      client_secret: values.clientSecret,
      redirect_uri: values.redirectUri,
      grant_type: 'authorization_code',
      refresh_token: '',
      code: 'c0de-1',
    });
  });
  it('skip no sign-in for a person in a browser', () => {
    expect(new URL(version1Address(values)).searchParams.has('bypass')).toBe(false);
  });
});
