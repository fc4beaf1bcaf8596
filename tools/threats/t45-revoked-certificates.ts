import type { Threat } from './threat.ts';

const identity = 'apps/server/src/modules/provider-identity';
const calls = 'apps/server/test/journeys/provider-identity.test.ts';
const examine = `${identity}/check/create-examine.test.ts`;
const revocation = `${identity}/trust/revocation/create-find-revocation`;

export const T45: Threat = {
  id: 'T45',
  title: 'A certificate that was revoked, blocked or removed between two calls',
  defence:
    'Every call asks for the certificate again. Examinations are kept for a minute, statuses for an hour; revocations of test certificates act at once.',
  proofs: [
    {
      rule: 'a revocation by another server acts at once',
      test: { file: calls, name: 'is refused at once when another server revoked its certificate' },
      disable: {
        file: `${identity}/identify.ts`,
        find: 'if (issued?.revokedAt !== undefined) return { fault: revoked(issued.revokedAt) };',
        replace: '',
      },
    },
    {
      rule: 'a blocked certificate is refused at once',
      test: { file: calls, name: 'is refused while its certificate is revoked or blocked, at once and only for that application' },
      disable: { file: `${identity}/identify.ts`, find: 'if (own.blockedAt !== undefined) return { fault: blocked(parts) };', replace: '' },
    },
    {
      rule: 'a certificate in the second form of its signature is no new one',
      test: {
        file: 'apps/server/test/refusals/registration.test.ts',
        name: 'is not proved by a removed certificate in the second form of its signature',
      },
      disable: { file: `${identity}/identify.ts`, find: 'if (known !== undefined) return { fault: otherForm(known) };', replace: '' },
    },
    {
      rule: 'a test certificate counts in the form that was issued',
      test: {
        file: calls,
        name: 'is refused with a second form of a certificate that was blocked, removed or revoked, as of one that counts',
      },
      disable: {
        file: `${revocation}.ts`,
        find: 'if (local?.thumbprint !== undefined && local.thumbprint !== certificate.thumbprint)',
        replace: "if (local?.thumbprint === '')",
      },
    },
    {
      rule: 'a removed certificate does not come back with its next call',
      test: { file: calls, name: 'is refused after the certificate was removed, until it is uploaded again' },
      disable: {
        file: `${identity}/identify.ts`,
        find: '(row === undefined ? await addOfProvider(parts, app, verdict, leaf) : { fault: removed() })',
        replace: '(row ?? (await addOfProvider(parts, app, verdict, leaf)))',
      },
    },
    {
      rule: 'a blocked provider is refused',
      test: { file: calls, name: 'is refused when the bank blocked the provider' },
      disable: { file: `${identity}/create-provider-identity.ts`, find: '?.blockedAt !== undefined', replace: ' === null' },
    },
    {
      rule: 'an examination is kept for a minute',
      test: { file: examine, name: 'are used for 60 seconds' },
      disable: { file: `${identity}/check/verdict-cache.ts`, find: 'const KEPT_MS = 60_000;', replace: 'const KEPT_MS = 600_000;' },
    },
    {
      rule: 'the authority is asked again after an hour',
      test: { file: `${revocation}.test.ts`, name: 'accepts a good certificate and asks again after an hour' },
      disable: { file: `${revocation}.ts`, find: 'const HOUR_MS = 3_600_000;', replace: 'const HOUR_MS = 36_000_000;' },
    },
    {
      rule: 'a revoked certificate stays revoked while its authority is silent',
      test: { file: `${revocation}.test.ts`, name: 'refuses a revoked certificate for as long as its issuer does not respond' },
      disable: { file: `${revocation}.ts`, find: "if (kept?.status === 'revoked') return faultOf(deps, certificate, kept);", replace: '' },
    },
    {
      rule: 'an older statement does not end a later revocation',
      test: { file: `${revocation}.test.ts`, name: 'refuses a revoked certificate after %s' },
      disable: { file: `${revocation}.ts`, find: 'result.status.status === kept.status) return result;', replace: 'true) return result;' },
    },
    {
      rule: 'with the policy hard an unknown status is no good one',
      test: { file: `${revocation}.test.ts`, name: 'refuses with 503 under the policy hard, if no status was ever read' },
      disable: { file: `${revocation}.ts`, find: "if (deps.policy === 'soft') {", replace: "if (deps.policy !== ('none' as string)) {" },
    },
    {
      rule: 'a response counts with the signature of the issuer or its responder',
      test: { file: `${revocation}.test.ts`, name: 'reads the CRL if the OCSP responder %s' },
      disable: {
        file: `${identity}/trust/revocation/is-signed-by.ts`,
        find: "return verify(hash.replace('-', ''), content, { key, ...padding }, signature);",
        replace: "return verify(hash.replace('-', ''), content, { key, ...padding }, signature) || content.length > 0;",
      },
    },
  ],
};
