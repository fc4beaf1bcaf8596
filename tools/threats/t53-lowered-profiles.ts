import type { Threat } from './threat.ts';

const oauth = 'apps/server/src/modules/oauth';
const modules = `${oauth}/fapi2`;
const binding = `${oauth}/security/binding-check.ts`;
const fallback = 'apps/server/src/modules/fallback/identify-provider.ts';
const profile = `${oauth}/security/client-profile.ts`;

export const T53: Threat = {
  id: 'T53',
  title: 'Going around a stricter profile: by the secret, an unbound token, version 1, or a request that was not pushed',
  defence: 'A stricter profile refuses what the lower one accepts, and with a bank’s own core the least profile is mtls.',
  proofs: [
    {
      rule: 'a stricter profile refuses unbound access tokens',
      test: { file: `${modules}/mtls.test.ts`, name: 'refuses unbound access tokens of earlier, whose refresh token gives bound ones' },
      disable: {
        file: binding,
        find: "if (profile !== 'basic' && !isOfPortal && !hasKey && binding?.by !== 'certificate') {",
        replace: "if (profile !== 'basic' && !isOfPortal && !hasKey && binding?.by === 'portal') {",
      },
    },
    {
      rule: 'a bound token stays bound after the profile was lowered',
      test: { file: `${modules}/mtls.test.ts`, name: 'keeps tokens bound after the profile was lowered' },
      disable: {
        file: binding,
        find: "if (binding?.by === 'certificate' && (",
        replace: "if (profile !== 'basic' && binding?.by === 'certificate' && (",
      },
    },
    {
      rule: 'a token that is bound to a key is refused as Bearer',
      test: { file: `${modules}/token.test.ts`, name: 'DpopNegativeTests: a proof with another key, no proof, two proofs, or a token as Bearer' },
      disable: {
        file: binding,
        find: "if (scheme !== 'DPoP') throw",
        replace: "if (scheme !== 'DPoP') return;\n    if (scheme === undefined) throw",
      },
    },
    {
      rule: 'version 1 serves no application of fapi2',
      test: { file: `${modules}/token.test.ts`, name: 'version 1 does not serve it' },
      disable: { file: profile, find: "if (profile === 'fapi2' && !version.offersFapi) throw refused(ONLY_VERSION_2);", replace: '' },
    },
    {
      rule: 'requests of fapi2 are pushed',
      test: { file: `${modules}/authorization.test.ts`, name: 'EnsureUnsignedAuthorizationRequestWithoutUsingParFails' },
      disable: { file: profile, find: 'require_pushed_authorization_requests: true', replace: 'require_pushed_authorization_requests: false' },
    },
    {
      rule: 'the fallback interface refuses the secret of a stricter profile',
      test: {
        file: 'apps/server/test/journeys/fallback-certificates.test.ts',
        name: 'is refused with its secret, right or wrong, with its certificate or without',
      },
      disable: {
        file: fallback,
        find: "if (!isBasic && secret !== '') throw secretRefused();",
        replace: 'if (client.isSecret(secret)) return client.app;',
      },
    },
    {
      rule: 'the fallback interface needs the certificate of a stricter profile, also in an open session',
      test: {
        file: 'apps/server/test/journeys/fallback-certificates.test.ts',
        name: 'is refused without its certificate: an open session does not stand for it',
      },
      disable: { file: fallback, find: 'profile: security.profile });', replace: "profile: 'basic' });" },
    },
    {
      rule: 'no other route takes the secret of a stricter profile',
      test: {
        file: 'apps/server/test/threats/client-secrets.test.ts',
        name: 'is taken by the routes of the table and by no others, with its certificate and without',
      },
      disable: {
        file: profile,
        find: "if (profile === 'basic') return basicProfile(client);",
        replace: 'if (jwks === undefined) return basicProfile(client);',
      },
    },
    {
      rule: 'with a bank’s own core the secret of an application proves nothing',
      test: { file: `${modules}/minimum.test.ts`, name: 'an application of the profile basic is held to mtls: its secret proves nothing' },
      disable: {
        file: `${oauth}/security/profile.ts`,
        find: "return bank === 'adapter' && hasMtls ? 'mtls' : 'basic';",
        replace: "return bank === 'adapter' && !hasMtls ? 'mtls' : 'basic';",
      },
    },
    {
      rule: 'with a bank’s own core the token of the Tokens page opens nothing',
      test: { file: `${modules}/minimum.test.ts`, name: 'a token that is bound to %s opens nothing' },
      disable: { file: binding, find: "binding?.by === 'portal' && settings.isSandbox;", replace: "binding?.by === 'portal';" },
    },
  ],
};
