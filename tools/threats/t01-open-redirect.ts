import type { Threat } from './threat.ts';

export const T1: Threat = {
  id: 'T1',
  title: 'Open redirect through the addresses a provider names',
  defence: 'The addresses are fixed when the payment is created and must be plain text of the same origin as a registered redirect URI.',
  proofs: [
    {
      rule: 'a user part is refused',
      test: { file: 'apps/server/src/modules/tpp-apps/return-url.test.ts', name: 'refuses everything for an application without redirect URIs' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/return-url.ts',
        find: 'redirectUris.some((registered) => plainOrigin(registered, rules) === origin)',
        replace: 'redirectUris.every((registered) => plainOrigin(registered, rules) === origin)',
      },
    },
  ],
};
