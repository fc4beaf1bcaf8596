import type { Threat } from './threat.ts';

export const T44: Threat = {
  id: 'T44',
  title: 'A call for which the certificate has no role',
  defence: 'A call needs its role from the admission and from the certificate; one table names the roles of every route.',
  proofs: [
    {
      rule: 'every call needs its role from the certificate, too',
      test: {
        file: 'apps/server/test/threats/provider-certificates.test.ts',
        name: 'refuse every call whose role is not among them, and no other',
      },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/xs2a-caller.ts',
        find: 'missingRole(roles, call) ?? missingRoleOfCertificate(certificate?.roles, call)',
        replace: 'missingRole(roles, call) ?? missingRoleOfCertificate(certificate && undefined, call)',
      },
    },
    {
      rule: 'a certificate without roles opens nothing',
      test: { file: 'apps/server/src/platform/http/roles-of-call.test.ts', name: 'is named with those that the certificate has' },
      disable: {
        file: 'apps/server/src/platform/http/roles-of-call.ts',
        find: 'if (roles === undefined || needed === undefined ||',
        replace: 'if (roles === undefined || roles.length === 0 || needed === undefined ||',
      },
    },
  ],
};
