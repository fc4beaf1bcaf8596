import type { Threat } from './threat.ts';

const folder = 'apps/server/src/modules/provider-identity/signature';
const file = 'apps/server/test/threats/provider-certificates.test.ts';
const verification = `${folder}/verify-signature.ts`;
const copied = 'is refused with a signature that was copied to another body, or to another id of a request';

export const T51: Threat = {
  id: 'T51',
  title: 'A signed request that is changed, copied to another body, or sent without its signature',
  defence: 'An application that signs is refused without a signature. It covers digest, request id and the headers that name people and addresses.',
  proofs: [
    {
      rule: 'an application that signs is refused without a signature',
      test: { file, name: 'is refused without a signature, and without its certificate' },
      disable: {
        file: 'apps/server/src/app/composition/register-routes.ts',
        find: "app.addHook('preValidation', createSignatureGuard(modules.providerIdentity, oauth.holderOf));",
        replace: '',
      },
    },
    {
      rule: 'a signature fits one body',
      test: { file, name: copied },
      disable: {
        file: verification,
        find: "return digest === undefined ? undefined : invalid('digest', digest);",
        replace: 'return digest && undefined;',
      },
    },
    {
      rule: 'a signature fits its headers',
      test: { file, name: copied },
      disable: {
        file: verification,
        find: "if (!isSignedBy(request, signed, certificate.key)) return invalid('signature', wrongSignature(signed));",
        replace: '',
      },
    },
    {
      rule: 'the return address of a customer is signed where it is sent',
      test: { file: `${folder}/verify-signature.test.ts`, name: 'is refused where the redirect address is sent and not signed' },
      disable: {
        file: verification,
        find: "const IF_SENT = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];",
        replace: "const IF_SENT = ['psu-id', 'psu-corporate-id'];",
      },
    },
  ],
};
