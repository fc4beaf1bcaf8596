/** The same questions to an authority of openssl: certificates, chain, OCSP and CRL of another implementation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExamine } from '../../check/create-examine.ts';
import { readX509, type X509 } from '../../read/x509.ts';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { createOpensslAuthority, type OpensslAuthority } from '../../testing/openssl-authority.ts';
import { networkTo } from '../../testing/serve-status.ts';
import { readAnchor } from '../anchors.ts';
import type { StatusResult } from './certificate-status.ts';
import { readCrl } from './crl.ts';
import { createFetchStatus } from './fetch-status.ts';
import { createOcspRequest, OCSP_BYTES_MAX, readOcspResponse } from './ocsp.ts';

const read = (der: Uint8Array): X509 => {
  const result = readX509(der);
  if (!result.ok) throw new Error(result.fault.text);
  return result.x509;
};

let openssl: OpensslAuthority;
let issuer: X509;
let good: X509;
let revoked: X509;
/** The program uses real time, so that of the certificates is the test's. */
let at: Date;

beforeAll(() => {
  openssl = createOpensslAuthority(read(makeCertificate()).qcStatements ?? new Uint8Array());
  issuer = read(openssl.authority);
  good = read(openssl.issue('good'));
  revoked = read(openssl.issue('revoked'));
  openssl.revoke('revoked', 'keyCompromise');
  openssl.issue('responder', 'responder');
  at = revoked.notBefore;
});
afterAll(() => openssl?.close());

async function ask(port: number, certificate: X509): Promise<StatusResult> {
  const body = createOcspRequest({ certificate, issuer });
  const request = { url: certificate.ocspAddresses[0] ?? '', hosts: ['ocsp.example.com'], body, bytesMax: OCSP_BYTES_MAX };
  const response = await createFetchStatus(networkTo(port))(request);
  return response.ok ? readOcspResponse(response.bytes, { certificate, issuer, at }) : response;
}

describe('an authority of openssl', () => {
  it('issues certificates that are accepted', async () => {
    const anchors = [{ der: openssl.authority, use: 'web', revocationHosts: [] } as const];
    const examine = createExamine({
      mode: 'production',
      anchors: () => anchors,
      findRevocation: async () => undefined,
      isBlocked: async () => false,
      supportContact: '',
    });
    expect(await examine([good.der], { use: 'web', at })).toMatchObject({
      ok: true,
      certificate: { organizationId: 'PSDEE-FI-4711', roles: ['ais', 'pis'], serial: 'f00d' },
    });
    expect(readAnchor({ der: openssl.authority, use: 'web', revocationHosts: [] }).x509.isAuthority).toBe(true);
  });

  it.each(['ca', 'responder'])('answers by OCSP with the key of "%s": good, revoked, unknown', async (signer) => {
    const port = await openssl.serveOcsp(signer);
    expect(await ask(port, good)).toMatchObject({ ok: true, status: { status: 'good' }, nextUpdate: expect.any(Date) });
    expect(await ask(port, revoked)).toMatchObject({ ok: true, status: { status: 'revoked', revokedAt: expect.any(Date), reason: 'keyCompromise' } });
    // A serial number that the authority never gave.
    expect(await ask(port, { ...good, serial: '1234' })).toMatchObject({ ok: true, status: { status: 'unknown' } });
  });

  it('is not trusted with the key of a provider', async () => {
    const port = await openssl.serveOcsp('good');
    expect(await ask(port, revoked)).toEqual({ ok: false, text: 'neither the issuer nor a responder of the issuer signed the response' });
  });

  it('signs a CRL: good, revoked', () => {
    const crl = openssl.makeCrl();
    expect(readCrl(crl, { certificate: good, issuer, at })).toMatchObject({ ok: true, status: { status: 'good' }, nextUpdate: expect.any(Date) });
    expect(readCrl(crl, { certificate: revoked, issuer, at })).toMatchObject({ ok: true, status: { status: 'revoked', reason: 'keyCompromise' } });
    expect(readCrl(crl, { certificate: good, issuer, at: new Date(at.getTime() + 2 * 86_400_000) })).toEqual({
      ok: false,
      text: expect.stringMatching(/was valid until/),
    });
  });
});
