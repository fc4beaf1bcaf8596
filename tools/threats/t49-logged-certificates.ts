import type { Threat } from './threat.ts';

const test = {
  file: 'apps/server/test/threats/provider-certificates.test.ts',
  name: 'name the provider and its roles, and hold no certificate, serial number or proof',
};

export const T49: Threat = {
  id: 'T49',
  title: 'Personal data of certificates and proofs in logs',
  defence: 'The log names thumbprint, identifier, roles and the failed check; headers with certificates and proofs are masked.',
  proofs: [
    {
      rule: 'a log holds no serial number',
      test,
      disable: {
        file: 'apps/server/src/modules/provider-identity/identify.ts',
        find: 'const { organizationId, roles } = found.certificate;',
        replace: 'const { organizationId: id, roles, serial } = found.certificate;\n  const organizationId = `${id} ${serial}`;',
      },
    },
    {
      rule: 'a log holds no certificate and no proof of a header',
      test,
      disable: {
        file: 'apps/server/src/modules/request-log/mask.ts',
        find: 'else if (HIDDEN_HEADERS.has(name)) masked[name] = MASK;',
        replace: 'else if (HIDDEN_HEADERS.has(name)) masked[name] = String(headers[name]);',
      },
    },
  ],
};
