import type { Threat } from './threat.ts';

const identity = 'apps/server/src/modules/provider-identity';

export const T47: Threat = {
  id: 'T47',
  title: 'Certificates that are expensive to read: long chains, large ones, nested structures',
  defence: 'Four certificates of 8 KiB; structures are limited in depth and number before they are read; kept examinations are limited in number.',
  proofs: [
    {
      rule: 'a connection brings four certificates of 8 KiB',
      test: {
        file: 'apps/server/src/platform/tls/mtls-listener.test.ts',
        name: 'is marked when it has five certificates, or one of more than 8 KiB',
      },
      disable: {
        file: 'apps/server/src/platform/tls/mtls-call.ts',
        find: 'if (chain.length > CHAIN_CERTIFICATES_MAX || certificate.length > CERTIFICATE_BYTES_MAX)',
        replace: 'if (chain.length > 100)',
      },
    },
    {
      rule: 'a call of such a connection is refused',
      test: {
        file: 'apps/server/test/journeys/provider-identity.test.ts',
        name: 'is refused when its connection brought more certificates, or larger ones, than a call may have',
      },
      disable: {
        file: `${identity}/identify.ts`,
        find: 'counted(tooLarge ? { fault: tooMany() } :',
        replace: "counted(tooLarge === undefined ? await identifyHolder('web', leaf, chain, app) :",
      },
    },
    {
      rule: 'no signature is verified with a key that makes it expensive',
      test: { file: `${identity}/trust/build-chain.test.ts`, name: 'verifies nothing with a key that makes it expensive' },
      disable: {
        file: `${identity}/trust/build-chain.ts`,
        find: 'findSentFault(issuer) ?? findIssuerFault(issuer, path, options)',
        replace: 'findIssuerFault(issuer, path, options) ?? findSentFault(issuer)',
      },
    },
    {
      rule: 'five certificates are not examined',
      test: { file: `${identity}/check/create-examine.test.ts`, name: 'refuses five certificates without reading them' },
      disable: { file: `${identity}/check/create-examine.ts`, find: 'if (chain.length > ISSUERS_MAX + 1)', replace: 'if (chain.length > 100)' },
    },
    {
      rule: 'structures are limited before they are read',
      test: { file: `${identity}/read/read-hostile.test.ts`, name: 'refuses statements with %s' },
      disable: {
        file: `${identity}/read/der.ts`,
        find: 'maxDepth: depth, maxNodes: nodes, parseEmbedded',
        replace: 'maxDepth: depth * 100, maxNodes: nodes * 100, parseEmbedded',
      },
    },
    {
      rule: 'kept examinations are limited in number',
      test: { file: `${identity}/check/create-examine.test.ts`, name: 'are at most 1,000' },
      disable: { file: `${identity}/check/verdict-cache.ts`, find: 'const KEPT_MAX = 1_000;', replace: 'const KEPT_MAX = 10_000;' },
    },
  ],
};
