import type { Proof } from './threat.ts';

const html = 'packages/contract/src/html/html.test.ts';
const dropped = { file: html, name: 'loses %s' };
const content = 'apps/web/src/shared/content/content.test.tsx';

/** For content from the folder and from a content system. */
export const FOREIGN_MARKUP: readonly Proof[] = [
  {
    rule: 'only elements of the list exist',
    test: { file: html, name: 'only allowed tags are written' },
    disable: { file: 'packages/contract/src/html/html-grammar.ts', find: "['b', 'strong']", replace: "['b', 'marquee']" },
  },
  {
    rule: 'scripts and styles go with what they hold',
    test: dropped,
    disable: {
      file: 'packages/contract/src/html/html-grammar.ts',
      find: "'script', 'select', 'style',",
      replace: "'select',",
    },
  },
  {
    rule: 'so do drawings and formulas',
    test: dropped,
    disable: { file: 'packages/contract/src/html/html-tokens.ts', find: '!DROPPED.has(token.name)', replace: "token.name !== 'script'" },
  },
  {
    rule: 'a link leads to a page, another site or a mailbox',
    test: { file: html, name: 'loses a link to %j, but keeps its text' },
    disable: { file: 'packages/contract/src/html/content-href.ts', find: '=> HREF.test(href)', replace: "=> href !== 'x'" },
  },
  {
    rule: 'the browser looks at links itself',
    test: { file: content, name: 'refuses a link to %s' },
    disable: { file: 'apps/web/src/shared/content/content-checks.ts', find: 'isText(value) && isContentHref(value)', replace: 'isText(value)' },
  },
  {
    rule: 'the server also sanitises HTML of the content folder',
    test: { file: 'apps/server/src/modules/content/load-content.test.ts', name: 'keeps only HTML of the allow-list' },
    disable: {
      file: 'apps/server/src/modules/content/load-content.ts',
      find: 'body: sanitiseHtml(paragraph.body)',
      replace: 'body: paragraph.body',
    },
  },
  {
    rule: 'a feed holds texts, never elements of theirs',
    test: { file: 'apps/server/src/platform/http/atom-feed.test.ts', name: 'escapes markup in its texts and removes characters that XML forbids' },
    disable: {
      file: 'apps/server/src/platform/http/atom-feed.ts',
      find: "replaceAll(FORBIDDEN, '').replaceAll(/[&<>\"']/g",
      replace: "replaceAll(FORBIDDEN, '').replaceAll(/[&]/g",
    },
  },
];
