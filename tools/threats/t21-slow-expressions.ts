import type { Threat } from './threat.ts';

const SLOW = { file: 'tools/regular-expressions.test.ts', name: 'cannot be kept busy by a long text' };

export const T21: Threat = {
  id: 'T21',
  title: 'Texts that keep a regular expression busy',
  defence: 'Every expression of the sources is linear; the few that are not never see a long text, and say why.',
  proofs: [
    {
      rule: 'no repetition repeats a repetition',
      test: SLOW,
      disable: {
        file: 'apps/server/src/modules/oauth/require-token.ts',
        find: '[A-Za-z0-9._~+/-]{1,512}=*)$/i',
        replace: '(?:[A-Za-z0-9._~+/-]+)+=*)$/i',
      },
    },
    {
      rule: 'what is searched for at every place fails at once',
      test: SLOW,
      disable: { file: 'packages/contract/src/wire/build-address.ts', find: '([^{}]+)', replace: '([^}]+)' },
    },
  ],
};
