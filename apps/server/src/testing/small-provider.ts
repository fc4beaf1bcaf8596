/** A minimal OpenID provider for tests: it signs every token that a test describes, valid or hostile. */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export const CLIENT = { clientId: 'portico-test', clientSecret: 'client-secret-Zx81' };

interface Person {
  readonly sub: string;
  readonly email?: string | undefined;
  readonly email_verified?: unknown;
}

/** Changes to the next ID token, which is valid by default. */
export interface TokenShape {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly signedBy?: 'provider' | 'stranger' | 'client secret' | 'public key' | 'nobody';
}

type Failure = 'down' | 'slow' | 'error' | 'redirect' | 'no json' | 'huge';

export async function openSmallProvider() {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const state = {
    key: own,
    kid: 'k1',
    person: { sub: 'sub-1', email: 'mari@example.com', email_verified: true } satisfies Person as Person,
    shape: {} as TokenShape,
    /** Further values of the discovery document, or other ones. */
    metadata: {} as Readonly<Record<string, unknown>>,
    fails: undefined as { path: string; how: Failure } | undefined,
    /** Parameters of the last authorization request. */
    request: new URLSearchParams(),
    tokenRequests: 0,
  };

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const header = { alg: 'RS256', typ: 'JWT', kid: state.kid, ...state.shape.header };
    const claims = {
      iss: issuer(),
      aud: CLIENT.clientId,
      iat: now,
      exp: now + 300,
      nonce: state.request.get('nonce'),
      ...state.person,
      ...state.shape.claims,
    };
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${encode(header)}.${encode(claims)}`;
    return `${signed}.${signatureOf(signed)}`;
  }

  function signatureOf(text: string): string {
    const bySecret = (secret: string) => createHmac('sha256', secret).update(text).digest('base64url');
    const byKey = (key: KeyObject) => sign('sha256', Buffer.from(text), key).toString('base64url');
    switch (state.shape.signedBy ?? 'provider') {
      case 'provider':
        return byKey(state.key.privateKey);
      case 'stranger':
        return byKey(stranger.privateKey);
      case 'client secret':
        return bySecret(CLIENT.clientSecret);
      case 'public key':
        return bySecret(String(state.key.publicKey.export({ type: 'spki', format: 'pem' })));
      case 'nobody':
        return '';
    }
  }

  const answers: Record<string, (form: URLSearchParams) => object | undefined> = {
    '/.well-known/openid-configuration': () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/jwks`,
      ...state.metadata,
    }),
    '/jwks': () => ({ keys: [{ ...state.key.publicKey.export({ format: 'jwk' }), kid: state.kid, alg: 'RS256', use: 'sig' }] }),
    '/token': (form) => {
      state.tokenRequests += 1;
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight = form.get('code') === 'good-code' && challenge === state.request.get('code_challenge');
      return isRight ? { access_token: 'unused', token_type: 'Bearer', id_token: idToken() } : undefined;
    },
  };

  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (state.fails?.path === path) {
      fail(state.fails.how, response);
      return;
    }
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = answers[path]?.(new URLSearchParams(text));
    response
      .writeHead(body === undefined ? 400 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? { error: 'invalid_grant' }));
  }
  function fail(how: Failure, response: ServerResponse): void {
    if (how === 'down') response.destroy();
    if (how === 'error') response.writeHead(503).end('{}');
    if (how === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (how === 'no json') response.writeHead(200).end('<html>');
    if (how === 'huge') response.writeHead(200).end(`{"x":"${'x'.repeat(2_000_000)}"}`);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const issuer = () => `http://127.0.0.1:${port}`;

  return {
    state,
    issuer: issuer(),
    /** Replaces the key and its id, as providers do regularly. */
    rotateKeys() {
      state.key = generateKeyPairSync('rsa', { modulusLength: 2048 });
      state.kid = `k${Number(state.kid.slice(1)) + 1}`;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type SmallProvider = Awaited<ReturnType<typeof openSmallProvider>>;
