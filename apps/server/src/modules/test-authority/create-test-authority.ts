/** The sandbox's certificate authority; `test-authority.ts` documents each call. */
import { X509Certificate } from 'node:crypto';
import { CERTIFICATE_USES } from '@portico/contract/values';
import type { Platform } from '#platform/platform.ts';
import { type CreatedProviderIdentity, certificateUnknown, recordCertificate } from '../provider-identity/index.ts';
import { createAuthorityLoader } from './authority/load-authority.ts';
import { certificatePem } from './authority/pem.ts';
import * as store from './authority-store.ts';
import { type Issuing, issuePair, signRequest } from './issue/issue-for-app.ts';
import { answerOcsp } from './status/answer-ocsp.ts';
import { buildCrl } from './status/build-crl.ts';
import { createKeptCrl } from './status/keep-crl.ts';
import type { TestAuthority } from './test-authority.ts';

/** The services of the server that the authority uses. */
interface Others extends Pick<Issuing, 'certificates' | 'tppApps' | 'developers'> {
  readonly providerIdentity: Pick<CreatedProviderIdentity, 'forget'>;
}

/** @param others the services of the server, which are created after the authority. */
export function createTestAuthority(platform: Platform, others: () => Others): TestAuthority {
  const { db, clock } = platform;
  const loadAuthority = createAuthorityLoader(platform);
  const issuing = (): Issuing => {
    const { certificates, tppApps, developers } = others();
    return { platform, loadAuthority, certificates, tppApps, developers };
  };
  const keyOf = (der: Uint8Array) => new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' });

  const keptCrl = createKeptCrl(async (use, now) => buildCrl((await loadAuthority())[use], await store.listRevoked(db, use), now));

  return {
    caPem: async () => certificatePem((await loadAuthority()).root.der),
    findIssued: store.findByThumbprints,
    issuedOf: store.issuedOf,
    async serverCredentials() {
      const { root, server } = await loadAuthority();
      const caPem = certificatePem(root.der);
      return { keyPem: server.keyPem(), certPem: `${certificatePem(server.der)}${caPem}`, caPem };
    },
    async anchors() {
      const authority = await loadAuthority();
      return CERTIFICATE_USES.map((use) => ({ use, der: authority[use].der }));
    },
    async localStatus(issuerDer, serial) {
      const authority = await loadAuthority();
      // A renewed issuer has another certificate with the same key.
      const use = CERTIFICATE_USES.find((each) => authority[each].der.equals(issuerDer) || keyOf(authority[each].der).equals(keyOf(issuerDer)));
      if (use === undefined) return undefined;
      const found = (await store.findIssued(db, use, [serial])).get(serial);
      if (found === undefined) return { status: 'unknown' };
      const { thumbprint, revokedAt } = found;
      return revokedAt === undefined ? { status: 'good', thumbprint } : { status: 'revoked', thumbprint, revokedAt };
    },
    issue: (owner, wish) => issuePair(issuing(), owner, wish),
    sign: (owner, request) => signRequest(issuing(), owner, request),
    setRevoked(owner, certificateId, isRevoked) {
      const { certificates, providerIdentity } = others();
      return certificates.change(owner, async (context, app) => {
        const { tx } = context;
        const found = await certificates.require(tx, app, certificateId);
        const present = (await store.findByThumbprints(tx, [found.thumbprint])).get(found.thumbprint);
        if (present !== undefined && (present.revokedAt !== undefined) === isRevoked) return certificates.show(tx, found);
        if (!isRevoked) await certificates.requireRoom(tx, app, [found.use]);
        if (!(await store.setRevoked(tx, app.sandboxId, found.thumbprint, isRevoked))) throw certificateUnknown();
        context.afterCommit(() => providerIdentity.forget(found.thumbprint));
        await recordCertificate(context, isRevoked ? 'revoked' : 'restored', found);
        return certificates.show(tx, found);
      });
    },
    async crl(use) {
      return keptCrl(use, await store.readRevocationsVersion(db, use), await clock.realNow(db));
    },
    async ocsp(request) {
      const authority = await loadAuthority();
      return answerOcsp(request, authority, (issuer, serials) => store.findIssued(db, issuer, serials), await clock.realNow(db));
    },
  };
}
