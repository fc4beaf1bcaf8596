/** What this server remembers of DPoP proofs. The other checks are proved at the API, in `fapi2/token.test.ts`. */
import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createKey } from '../testing/fapi-client.ts';
import { createProofCheck } from './dpop-proof.ts';

const ADDRESS = 'https://bank.example/api/v1/accounts';
const NOW = 1_800_000_000;
const key = await createKey();
const ath = createHash('sha256').update('token').digest('base64url');

async function callAt(seconds: number, { jti = 'one', iat = seconds, by = key, htu = ADDRESS } = {}) {
  const proof = await new SignJWT({ jti, iat, htm: 'GET', htu, ath })
    .setProtectedHeader({ alg: by.alg, typ: 'dpop+jwt', jwk: by.jwk })
    .sign(by.privateKey);
  const addresses = [ADDRESS, 'https://other.example/api/v1/accounts'];
  return { proof, token: 'token', jkt: by.jkt, method: 'GET', addresses, nowMs: seconds * 1000 };
}

describe('a proof', () => {
  it('works once, and a second one of the same jti not', async () => {
    const check = createProofCheck();
    expect(await check(await callAt(NOW))).toBeUndefined();
    expect(await check(await callAt(NOW))).toContain('was used before');
    expect(await check(await callAt(NOW, { jti: 'two' }))).toBeUndefined();
  });

  it('is remembered for as long as its time is accepted', async () => {
    const check = createProofCheck();
    const dated = { iat: NOW + 59 };
    expect(await check(await callAt(NOW, dated))).toBeUndefined();
    expect(await check(await callAt(NOW + 118, dated))).toContain('was used before');
    expect(await check(await callAt(NOW + 120, dated))).toContain('iat of the proof');
    expect(await check(await callAt(NOW + 121, { iat: NOW + 121 }))).toBeUndefined();
  });

  it('of another key may have the same jti', async () => {
    const check = createProofCheck();
    expect(await check(await callAt(NOW))).toBeUndefined();
    expect(await check(await callAt(NOW, { by: await createKey('PS256') }))).toBeUndefined();
  });

  it.each([ADDRESS, 'https://other.example/api/v1/accounts', 'https://BANK.example:443/api/v1/accounts?x=1'])('is for %s', async (htu) => {
    expect(await createProofCheck()(await callAt(NOW, { htu }))).toBeUndefined();
  });

  it.each(['https://bank.example/api/v1/accounts/', 'http://bank.example/api/v1/accounts', 'https://bank.example.evil.example/api/v1/accounts', ''])(
    'is not for %s',
    async (htu) => {
      expect(await createProofCheck()(await callAt(NOW, { htu }))).toContain('htu of the proof');
    },
  );

  it('that failed is not used up', async () => {
    const check = createProofCheck();
    const call = await callAt(NOW);
    expect(await check({ ...call, method: 'POST' })).toContain('htm');
    expect(await check(call)).toBeUndefined();
  });

  it.each([undefined, '', 'x', 'a.b.c', ['x'], `${'a'.repeat(9_000)}.b.c`])('is not %j', async (proof) => {
    expect(await createProofCheck()({ ...(await callAt(NOW)), proof })).toMatch(/missing|no proof that can be verified/);
  });

  it('is not signed with HS256, RS256 or nothing', async () => {
    const call = await callAt(NOW);
    const [, payload = ''] = call.proof.split('.');
    for (const alg of ['none', 'HS256', 'RS256']) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'dpop+jwt', jwk: key.jwk })).toString('base64url');
      expect(await createProofCheck()({ ...call, proof: `${header}.${payload}.AAAA` })).toContain('alg of the proof');
    }
  });
});
