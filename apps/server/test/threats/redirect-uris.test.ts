/** T10: what an application may register as a redirect URI, and what of it counts at the authorization server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_REDIRECT_URIS } from '../../src/testing/hostile-urls.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const ADA = 'dev_ada';
const OWN = 'https://shop.example/callback';

let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse();
  expect((await house.send(ADA, 'POST', '/api/tpp')).status).toBe(204);
  expect((await house.send(ADA, 'PUT', '/api/tpp', { body: { redirectionUris: [OWN] } })).status).toBe(200);
});
afterAll(() => house.close());

const change = (redirectionUris: readonly unknown[]) => house.send(ADA, 'PUT', '/api/tpp', { body: { redirectionUris } });
const identity = async () => (await house.send(ADA, 'GET', '/api/tpp')).text;

describe('a redirect URI', () => {
  it('has at least 60 hostile spellings, all different', () => {
    expect(new Set(HOSTILE_REDIRECT_URIS.map(([, uri]) => uri)).size).toBe(HOSTILE_REDIRECT_URIS.length);
    expect(HOSTILE_REDIRECT_URIS.length).toBeGreaterThanOrEqual(60);
  });

  it('is refused in every hostile spelling, alone and behind a good one, and nothing is stored', async () => {
    const before = await identity();
    const accepted: string[] = [];
    for (const [why, uri] of HOSTILE_REDIRECT_URIS) {
      for (const uris of [[uri], [OWN, uri]]) {
        const refused = await change(uris);
        if (refused.status !== 400) accepted.push(`${why}: ${refused.status}`);
        else expect(refused.body).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path: expect.stringContaining('redirectionUris') }] });
      }
    }
    expect(accepted).toEqual([]);
    expect(await identity()).toBe(before);
  });

  it('can be an ordinary address of https, and one of this machine', async () => {
    for (const uri of [
      OWN,
      'https://shop.example:8443/cb?shop=1',
      'http://127.0.0.1:3001/cb',
      'http://localhost:3001/cb',
      'https://xn--nidis-ira.example/cb',
    ]) {
      expect([uri, (await change([uri])).status]).toEqual([uri, 200]);
    }
    await change([OWN]);
  });

  it('counts whole at the authorization server: no variant of a registered one is redirected to', async () => {
    const clientId = /"clientId":"(\w+)"/.exec(await identity())?.[1] ?? '';
    const variants = ['', '/', '?x=1', '/../callback', '%2e', '#x', '//', ';a', '@evil.example', '.evil.example']
      .map((tail) => `${OWN}${tail}`)
      .slice(1);
    const others = ['https://shop.example', 'https://SHOP.example/callback', 'https://shop.example:443/callback', 'http://shop.example/callback'];
    for (const uri of [...variants, ...others, 'https://evil.example/callback', ...HOSTILE_REDIRECT_URIS.map(([, hostile]) => hostile)]) {
      for (const base of ['/api/v2/am/realms/psd2/protocol/openid-connect/auth', '/api/v1/am/oauth2/authorize']) {
        const query = new URLSearchParams({ client_id: clientId, response_type: 'code', scope: 'openid', state: 's', redirect_uri: uri });
        const { status, headers } = await house.send(undefined, 'GET', `${base}?${query}`, { headers: { accept: 'text/html' } });
        expect([uri, base, status, headers.location]).toEqual([
          uri,
          base,
          expect.toSatisfy((code: number) => code === 400 || code === 414),
          undefined,
        ]);
      }
    }
  });
});
