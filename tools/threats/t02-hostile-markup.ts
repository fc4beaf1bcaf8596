import { FOREIGN_MARKUP } from './t02-foreign-markup.ts';
import type { Threat } from './threat.ts';

const DOCUMENTS = 'apps/server/src/modules/catalog/bank-documents/bank-documents.test.ts';
const BLOCKS = 'apps/server/src/platform/markdown/markdown-blocks.ts';

export const T2: Threat = {
  id: 'T2',
  title: 'Markup and scripts in texts that others wrote',
  defence: 'A text is read into words, code and links of an allow-list on the server; the page draws those and no markup.',
  proofs: [
    {
      rule: 'a link of a document leads to https or a mail address',
      test: { file: DOCUMENTS, name: 'has nothing of a script in a description but its words' },
      disable: { file: BLOCKS, find: 'isHref(token.href) ? { ...face, href: token.href } : face', replace: '{ ...face, href: token.href }' },
    },
    {
      rule: 'of HTML in a description only its words are left',
      test: { file: DOCUMENTS, name: 'has nothing of a script in a description but its words' },
      disable: { file: BLOCKS, find: 'return [{ ...face, text: withoutTags(token.text) }];', replace: 'return [{ ...face, text: token.text }];' },
    },
    ...FOREIGN_MARKUP,
  ],
};
