import type { Threat } from './threat.ts';

const registration = 'apps/server/src/modules/registration';
const test = 'apps/server/test/refusals/registration.test.ts';
const sandbox = 'apps/server/test/journeys/registration-sandbox.test.ts';
const useCase = `${registration}/register-application.ts`;

export const T54: Threat = {
  id: 'T54',
  title: 'A registration in the name of another provider, over an application that exists, or with a name that deceives customers',
  defence:
    'An accepted certificate of a trusted authority says who registers. Changes of an application that exists and deceiving names wait for an operator.',
  proofs: [
    {
      rule: 'a registration needs an accepted certificate',
      test: { file: test, name: '%s registers nothing' },
      disable: {
        file: 'apps/server/src/modules/provider-identity/identify-provider.ts',
        find: 'if (!verdict.ok || der === undefined) return { fault: verdict.ok ? tooMany() : verdict.fault };',
        replace:
          'if (der === undefined || (!verdict.ok && verdict.certificate === undefined)) return { fault: tooMany() };\n    if (!verdict.ok && verdict.certificate !== undefined) return { certificate: verdict.certificate, der };\n    if (!verdict.ok) return { fault: verdict.fault };',
      },
    },
    {
      rule: 'an uploaded certificate registers nothing',
      test: { file: sandbox, name: 'with an uploaded certificate that names another provider registers nothing' },
      disable: {
        file: 'apps/server/src/modules/provider-identity/identify-provider.ts',
        find: 'if (isUploaded) return { fault: NO_AUTHORITY };',
        replace: '',
      },
    },
    {
      rule: 'a second registration puts no value into force',
      test: { file: test, name: 'keeps its values when it is registered again, with the same or a new certificate, until an operator approves' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: 'if (!isVetted(app)) {',
        replace: 'if (app.appId !== undefined) {',
      },
    },
    {
      rule: 'a registration changes no application of another provider',
      test: { file: test, name: 'is not changed by a certificate whose identifier is its client id, if it belongs to another provider' },
      disable: { file: useCase, find: 'security.providerId !== providerId || ', replace: '' },
    },
    {
      rule: 'a certificate alone does not replace the keys of private_key_jwt',
      test: { file: test, name: 'gets other keys when an operator approves them, and no other way to prove itself' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: 'if (!isVetted(app)) {',
        replace: 'if (change.jwks !== undefined) {',
      },
    },
    {
      rule: 'a name that passes for the bank’s waits for an operator',
      test: { file: test, name: 'whose registered name %s waits for an operator, and no customer reads that name before' },
      disable: {
        file: useCase,
        find: 'return tppApps.isNameOfBank(admission.registeredName) ? undefined : admission;',
        replace: 'return admission;',
      },
    },
    {
      rule: 'a blocked provider registers nothing, also where another server has its verdict',
      test: { file: test, name: 'of a provider that the bank blocks registers nothing, also with a verdict from before the block' },
      disable: { file: useCase, find: 'if (blockedAt !== undefined) throw', replace: 'if (blockedAt === null) throw' },
    },
    {
      rule: 'registrations of a provider are limited',
      test: { file: test, name: 'are 20 calls a day for each provider: then 429 with Retry-After, and nothing is registered' },
      disable: { file: useCase, find: 'await requireAllowance(parts, organizationId, ip);', replace: '' },
    },
    {
      rule: 'private keys are refused',
      test: { file: test, name: 'with %s is refused' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: 'return { clientName, redirectUris, contacts, jwks: jwks && checkJwks(jwks) };',
        replace: 'return { clientName, redirectUris, contacts, jwks };',
      },
    },
  ],
};
