import type { Threat } from './threat.ts';

const identity = 'apps/server/src/modules/provider-identity';
const file = 'apps/server/test/threats/provider-certificates.test.ts';
const mtls = 'apps/server/src/modules/oauth/fapi2/mtls.test.ts';
const binding = 'apps/server/src/modules/oauth/security/binding-check.ts';
const uploaded = { file: `${identity}/identify.ts`, find: 'if (isUploaded) return { fault: uploadedElsewhere() };', replace: '' };

export const T43: Threat = {
  id: 'T43',
  title: 'The certificate of another provider, one that names it, or a client id or token beside the certificate of another',
  defence:
    'Certificate, client and token must lead to one application. What an uploaded certificate says identifies only the application to which it was uploaded.',
  proofs: [
    {
      rule: 'the identifier of a certificate is that of the application’s provider',
      test: {
        file: 'apps/server/test/journeys/provider-identity.test.ts',
        name: 'is refused with the certificate of another developer, also with the profile basic',
      },
      disable: {
        file: `${identity}/identify.ts`,
        find: 'if (provider?.organizationId !== certificate.organizationId) return',
        replace: 'if (provider === undefined) return',
      },
    },
    {
      rule: 'an uploaded certificate opens nothing with a token of the provider that it names',
      test: { file, name: 'opens nothing with a token of the other provider, however it is bound' },
      disable: uploaded,
    },
    {
      rule: 'an uploaded certificate proves no client of the provider that it names',
      test: { file, name: 'proves no client of the other provider, in both versions' },
      disable: uploaded,
    },
    {
      rule: 'an uploaded certificate signs no request of the provider that it names',
      test: { file, name: 'signs no request of the other provider' },
      disable: uploaded,
    },
    {
      rule: 'a verdict says that no authority issued the certificate',
      test: {
        file: `${identity}/check/create-examine.test.ts`,
        name: 'accepts an uploaded certificate of any issuer, without asking for its revocation',
      },
      disable: {
        file: `${identity}/check/create-examine.ts`,
        find: 'return isUploaded ? { ok: true, certificate, isUploaded } : { ok: true, certificate };',
        replace: 'return { ok: true, certificate };',
      },
    },
    {
      rule: 'production trusts no upload',
      test: { file: `${identity}/check/create-examine.test.ts`, name: 'does not trust %s' },
      disable: { file: `${identity}/check/create-examine.ts`, find: "!chain.ok && deps.mode === 'sandbox' && (", replace: '!chain.ok && (' },
    },
    {
      rule: 'a bound token works with its certificate only',
      test: { file: mtls, name: 'refuses the API without the certificate, with another’s and with another of the application' },
      disable: {
        file: binding,
        find: '(certificate === undefined || x5tOf(certificate) !== binding.thumbprint)',
        replace: 'certificate === undefined',
      },
    },
    {
      rule: 'a certificate that is sent must fit the application, although none is needed',
      test: {
        file: mtls,
        name: 'of basic, a call at the address for mutual TLS works without a certificate, and neither with another’s nor with a wrong secret',
      },
      disable: { file: binding, find: 'if (!isNeeded && !isMtlsCall(request)) return undefined;', replace: 'if (!isNeeded) return undefined;' },
    },
    {
      rule: 'tls_client_auth is the certificate of the client that names itself',
      test: { file: mtls, name: 'gives nothing for %s, and the code stays valid' },
      disable: {
        file: 'apps/server/src/modules/oauth/security/client-profile.ts',
        find: "if (code !== 'SERVICE_UNAVAILABLE') throw refused(text);",
        replace: "if (code !== 'SERVICE_UNAVAILABLE') return (call.isIdentified = true);",
      },
    },
  ],
};
