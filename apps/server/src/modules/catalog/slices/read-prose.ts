/**
 * Converts Markdown from foreign documents into values. No text is rejected: unsupported constructs become plain text, and tags are removed.
 * A link other than `https:` or `mailto:` keeps only its text.
 */
import type { Prose, ProseBlock } from '@portico/contract';
import { lexer } from 'marked';
import { markdownBlocks } from '#platform/markdown/markdown-blocks.ts';

const LENGTH_MAX = 20_000;
const PLAIN = /^[^`*_[\]<>&\\#|~\n]*$/;
const HREF = /^(https:\/\/|mailto:)/i;
const BLOCK_START = /^(?:[-+]|\d+[.)])\s|:\/\/|www\.|@/;

export type ReadProse = (markdown: string) => Prose;

/** A reader for one document; caches results, because texts repeat within a document. */
export function createProseReader(): ReadProse {
  const known = new Map<string, Prose>();
  return (markdown) => {
    const prose = known.get(markdown) ?? readProse(markdown);
    known.set(markdown, prose);
    return prose;
  };
}

function readProse(markdown: string): Prose {
  const text = markdown.slice(0, LENGTH_MAX).trim();
  if (PLAIN.test(text) && !BLOCK_START.test(text)) return text;
  const blocks = markdownBlocks(lexer(text, { gfm: true }), (href) => HREF.test(href));
  const [first] = blocks;
  const isPlain = blocks.length === 1 && first?.type === 'text' && first.content.every(({ code, strong, href }) => !(code || strong || href));
  return isPlain ? first.content.map((inline) => inline.text).join('') : blocks;
}

/** The first words without markup. */
export function plainStart(prose: Prose, lengthMax: number): string {
  const first = typeof prose === 'string' ? prose : (prose.find(({ type }) => type === 'text') ?? prose[0]);
  const text = first === undefined ? '' : typeof first === 'string' ? first : wordsOf(first);
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/\s+\S*$/, '')}…`;
}

function wordsOf(block: ProseBlock): string {
  switch (block.type) {
    case 'heading':
      return block.text;
    case 'text':
      return block.content.map(({ text }) => text).join('');
    case 'list':
      return (block.items[0] ?? []).map(({ text }) => text).join('');
    case 'code':
      return block.code;
    case 'table':
      return block.head.join(' ');
  }
}
