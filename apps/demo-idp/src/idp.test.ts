/** The stand-in as a client and a browser see it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { freePort } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildIdp } from './build-idp.ts';
import { readSettings } from './settings.ts';

const CALLBACK = 'http://localhost:3000/identity/social/google/callback';
const CLIENT = { CLIENT_ID: 'portico', CLIENT_SECRET: 'a-secret-of-the-test', REDIRECT_URI: CALLBACK };

let server: Server;
let issuer: string;
beforeAll(async () => {
  const port = await freePort();
  const settings = readSettings({ ...CLIENT, PORT: String(port) });
  issuer = settings.issuer;
  server = buildIdp(settings);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function openBrowser() {
  const jar = new Map<string, string>();
  return async (url: string, form?: Record<string, string>): Promise<{ status: number; location: string; text: string; headers: Headers }> => {
    const response = await fetch(new URL(url, issuer), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    }
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text(), headers: response.headers };
  };
}

async function choose(person: string, browse = openBrowser()) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT.CLIENT_ID,
    redirect_uri: CALLBACK,
    scope: 'openid email',
    state: 'the-state',
    nonce: 'the-nonce',
    prompt: 'select_account',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const page = await browse(`/auth?${query}`);
  const shown = await browse(page.location);
  const chosen = await browse(page.location, { person });
  const answer = new URL((await browse(chosen.location)).location);
  return { shown, answer, verifier };
}

async function exchange(code: string, verifier: string) {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${CLIENT.CLIENT_ID}:${CLIENT.CLIENT_SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier }),
  });
  const body: unknown = await response.json();
  const idToken = typeof body === 'object' && body !== null && 'id_token' in body ? String(body.id_token) : '..';
  return { status: response.status, claims: JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString() || '{}') };
}

describe('the stand-in for Google', () => {
  it.each([
    ['liis', 'liis.naidis@stand-in.example', true],
    ['egon', 'egon.kontrollimata@stand-in.example', false],
  ])('returns the identity of %s and whether the address is verified', async (person, email, isVerified) => {
    const { answer, verifier } = await choose(person);
    expect(`${answer.origin}${answer.pathname}`).toBe(CALLBACK);
    expect(answer.searchParams.get('state')).toBe('the-state');
    const { claims } = await exchange(answer.searchParams.get('code') ?? '', verifier);
    expect(claims).toMatchObject({ iss: issuer, aud: 'portico', sub: person, nonce: 'the-nonce', email, email_verified: isVerified });
  });

  it('asks for the account at each sign-in, also after another choice in the same browser', async () => {
    const browse = openBrowser();
    for (const person of ['egon', 'liis', 'egon', 'liis']) {
      const { answer, verifier } = await choose(person, browse);
      expect((await exchange(answer.searchParams.get('code') ?? '', verifier)).claims).toMatchObject({ sub: person });
    }
  });

  it('says on its page that it is not Google, under a strict content security policy', async () => {
    const { shown } = await choose('liis');
    expect(shown.text).toContain('Stand-in for Google, development only');
    expect(shown.text).not.toMatch(/<script|style=/);
    expect(shown.headers.get('content-security-policy')).toContain(`form-action 'self' http://localhost:3000`);
  });

  it.each(['', 'nobody'])('returns access_denied when %j is chosen', async (person) => {
    const { answer } = await choose(person);
    expect(answer.searchParams.get('error')).toBe('access_denied');
  });

  it('refuses a code with another verifier and a code that was used', async () => {
    const { answer, verifier } = await choose('liis');
    const code = answer.searchParams.get('code') ?? '';
    expect((await exchange(code, randomBytes(32).toString('base64url'))).status).toBe(400);
    expect((await exchange(code, verifier)).status).toBe(200);
    expect((await exchange(code, verifier)).status).toBe(400);
  });

  it('refuses another client, another redirect URI and an unknown sign-in', async () => {
    const browse = openBrowser();
    for (const query of [
      'client_id=other&response_type=code&scope=openid',
      `client_id=portico&response_type=code&scope=openid&redirect_uri=https://evil.example`,
    ]) {
      expect((await browse(`/auth?${query}`)).status).toBe(400);
    }
    expect((await browse('/choose/unknown')).status).toBe(400);
    expect((await browse('/choose/unknown', { person: 'liis' })).status).toBe(400);
  });

  it('starts without a warning of its library', () => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
    buildIdp(readSettings(CLIENT)).close();
    expect(said.mock.calls).toEqual([]);
    said.mockRestore();
  });

  it.each(['CLIENT_ID', 'CLIENT_SECRET', 'REDIRECT_URI'])('does not start without %s', (name) => {
    expect(() => readSettings({ ...CLIENT, [name]: '' })).toThrow(`${name} is missing.`);
  });
});
