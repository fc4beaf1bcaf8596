import type { Threat } from './threat.ts';

const identity = 'apps/server/src/modules/provider-identity';

export const T46: Threat = {
  id: 'T46',
  title: 'A certificate that counts by a wrong clock: that of a server, or the test clock of a sandbox',
  defence: 'The database’s time decides, with a tolerance of five minutes. The test clock judges the test certificates of its sandbox and no others.',
  proofs: [
    {
      rule: 'the test clock revives no certificate of another authority',
      test: { file: 'apps/server/test/threats/provider-certificates.test.ts', name: 'judges no certificate of another authority' },
      disable: {
        file: `${identity}/identify.ts`,
        find: 'issued === undefined ? facts.realNow : facts.tenantNow',
        replace: 'facts.tenantNow',
      },
    },
    {
      rule: 'the test clock ends test certificates',
      test: { file: 'apps/server/test/journeys/provider-identity.test.ts', name: 'is judged by the sandbox’s clock' },
      disable: {
        file: `${identity}/identify.ts`,
        find: 'issued === undefined ? facts.realNow : facts.tenantNow',
        replace: 'facts.realNow',
      },
    },
    {
      rule: 'clocks may differ by five minutes',
      test: { file: `${identity}/check/create-examine.test.ts`, name: 'refuses %s' },
      disable: { file: `${identity}/trust/dates.ts`, find: 'TOLERANCE_MS = 5 * 60_000', replace: 'TOLERANCE_MS = 60 * 60_000' },
    },
    {
      rule: 'a kept examination does not outlive the certificate',
      test: { file: `${identity}/check/create-examine.test.ts`, name: 'do not outlive the certificate' },
      disable: {
        file: `${identity}/check/create-examine.ts`,
        find: 'verdict.ok ? findDateFault(verdict.certificate, options.at) : undefined;',
        replace: 'undefined;',
      },
    },
  ],
};
