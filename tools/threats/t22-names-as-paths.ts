import type { Threat } from './threat.ts';

const file = 'apps/server/test/threats/page-names.test.ts';

export const T22: Threat = {
  id: 'T22',
  title: 'A name in an address that is a path',
  defence: 'A name is a key of small letters, digits and hyphens, looked up in memory; files are served from a list that was made at start.',
  proofs: [
    {
      rule: 'a name is a key, letter by letter',
      test: { file, name: 'leads to no page and no news item, on the wire either' },
      disable: {
        file: 'apps/server/src/modules/content/routes.ts',
        find: 'PAGE_NAME.test(key) ? textOf(key) : undefined',
        replace: 'textOf(key.toLowerCase().trim())',
      },
    },
    {
      rule: 'only files of the build are served',
      test: { file, name: 'gets no file of the pages that is not one of them' },
      disable: { file: 'apps/server/src/platform/http/built-files.ts', find: '/\\.(br|gz|html|map)$|(^|\\/)\\./', replace: '/$^/' },
    },
  ],
};
