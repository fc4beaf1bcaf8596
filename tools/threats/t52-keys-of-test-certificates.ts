import type { Threat } from './threat.ts';

const certificates = 'apps/server/test/journeys/certificates.test.ts';

export const T52: Threat = {
  id: 'T52',
  title: 'Reading private keys of providers from the database',
  defence: 'The private key of a test certificate is in one response and is never stored. Of private_key_jwt public keys are accepted only.',
  proofs: [
    {
      rule: 'the key of a test certificate is not stored',
      test: { file: certificates, name: 'have private keys that the database never holds' },
      disable: {
        file: 'apps/server/src/modules/test-authority/issue/issue-for-app.ts',
        find: 'return { der: made.der, thumbprint, use, roles, keyType, notBefore',
        replace:
          "return { der: made.der, thumbprint, use, roles, keyType: Buffer.from(Reflect.get(key, 'pkcs8') ?? '').toString('hex') || keyType, notBefore",
      },
    },
    {
      rule: 'a private key of private_key_jwt is refused',
      test: { file: certificates, name: 'fapi2 accepts public keys instead, and stores no private one' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/check-jwks.ts',
        find: 'if (secret !== undefined)',
        replace: "if (secret !== undefined && key.kty === 'oct')",
      },
    },
  ],
};
