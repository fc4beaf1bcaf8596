import type { Threat } from './threat.ts';

export const T10: Threat = {
  id: 'T10',
  title: 'Catching or bending an authorization code',
  defence:
    'Redirect URIs are plain, complete and compared whole; codes live a minute, work once for their client, version, verifier and redirect URI, and a second use revokes what the first gave.',
  proofs: [
    {
      rule: 'what an application registers is plain',
      test: {
        file: 'apps/server/src/app/threats/redirect-uris.test.ts',
        name: 'is refused in every hostile spelling, alone and behind a good one, and nothing is stored',
      },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/check-change.ts',
        find: '!isRedirectUri(uri, rules)) ?? -1',
        replace: "!isRedirectUri(uri, rules) && uri === '') ?? -1",
      },
    },
    {
      rule: 'nothing that is registered is a pattern',
      test: {
        file: 'apps/server/src/app/threats/redirect-uris.test.ts',
        name: 'is refused in every hostile spelling, alone and behind a good one, and nothing is stored',
      },
      disable: { file: 'apps/server/src/modules/tpp-apps/return-url.ts', find: "return !url.includes('*') && ", replace: 'return ' },
    },
    {
      rule: 'a code works once, and a second use ends what the first gave',
      test: { file: 'apps/server/src/modules/oauth/oauth.test.ts', name: 'a second use of a code, and revokes what the first one gave' },
      disable: {
        file: 'apps/server/src/modules/oauth/artifact-store.ts',
        find: '.set({ consumed_at: sql<Date>`now()` })',
        replace: '.set({ consumed_at: sql<Date>`null` })',
      },
    },
    {
      rule: 'a code dies with its minute, by tenant time too',
      test: { file: 'apps/server/src/modules/oauth/oauth.test.ts', name: 'a code that tenant time has outlived' },
      disable: {
        file: 'apps/server/src/modules/oauth/artifact-store.ts',
        find: "artifact.expires_at <= now() + sandbox.clock_offset_ms * interval '1 millisecond'`;",
        replace: 'artifact.expires_at <= now()`;',
      },
    },
    {
      rule: 'a code lives a minute',
      test: { file: 'apps/server/src/modules/oauth/oauth-v1.test.ts', name: 'after 61 seconds' },
      disable: { file: 'apps/server/src/modules/oauth/create-provider.ts', find: 'const CODE_SECONDS = 60;', replace: 'const CODE_SECONDS = 600;' },
    },
    {
      rule: 'a code of one version is none to the other',
      test: { file: 'apps/server/src/modules/oauth/oauth-v1.test.ts', name: 'for a code of the other version' },
      disable: {
        file: 'apps/server/src/modules/oauth/create-provider.ts',
        find: 'isOfVersion(model) ? `${model}${version.suffix}` : model',
        replace: 'model',
      },
    },
    {
      rule: 'neither challenge nor nonce: no sign-in',
      test: { file: 'apps/server/src/modules/oauth/oauth.test.ts', name: 'because of: %s' },
      disable: {
        file: 'apps/server/src/modules/oauth/create-provider.ts',
        find: 'pkce: { required: (ctx) => version.asksForPkce && ',
        replace: 'pkce: { required: (ctx) => version.asksForPkce === undefined && ',
      },
    },
    {
      rule: 'a client proves its secret',
      test: { file: 'apps/server/src/modules/oauth/oauth.test.ts', name: 'before it looks at the code: %s' },
      disable: {
        file: 'apps/server/src/modules/oauth/create-provider.ts',
        find: 'return deps.tppApps.isClientSecret(this.clientId, secret);',
        replace: 'return deps.tppApps.isClientSecret(this.clientId, secret).then(() => true);',
      },
    },
    {
      rule: 'what may have been tampered with never redirects',
      test: { file: 'apps/server/src/modules/oauth/oauth.test.ts', name: 'with %s' },
      disable: { file: 'apps/server/src/modules/oauth/create-provider.ts', find: '  refusal.allow_redirect = false;\n', replace: '' },
    },
  ],
};
