/**
 * Converts Markdown from foreign documents into values. No text is rejected: unsupported constructs become plain text, and tags are removed.
 * Scripts and styles are removed with their content. A link other than `https:` or `mailto:` keeps only its text.
 */
import type { Inline, Prose, ProseBlock } from '@portico/contract';
import { lexer, type MarkedToken, type Token } from 'marked';

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
  const blocks = lexer(text, { gfm: true }).flatMap(blocksOf);
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

const KNOWN: ReadonlySet<string> = new Set<MarkedToken['type']>([
  ...(['blockquote', 'br', 'checkbox', 'code', 'codespan', 'def', 'del', 'em', 'escape', 'heading', 'hr', 'html', 'image'] as const),
  ...(['link', 'list', 'list_item', 'paragraph', 'space', 'strong', 'table', 'text'] as const),
]);
const isKnown = (token: Token): token is MarkedToken => KNOWN.has(token.type);

function blocksOf(token: Token): readonly ProseBlock[] {
  if (!isKnown(token)) return textBlock([{ text: token.raw }]);
  switch (token.type) {
    case 'heading':
      return headingBlock(token.depth, wordsIn(token.tokens));
    case 'code':
      return [{ type: 'code', language: /^[\w-]{1,20}/.exec(token.lang ?? '')?.[0] ?? 'text', code: token.text }];
    case 'list':
      return [{ type: 'list', ordered: token.ordered, items: token.items.flatMap((item) => itemsOf(item.tokens)) }];
    case 'table':
      return [
        {
          type: 'table',
          head: token.header.map((cell) => wordsIn(cell.tokens)),
          rows: token.rows.map((row) => row.map((cell) => inlinesOf(cell.tokens))),
        },
      ];
    case 'blockquote':
      return token.tokens.flatMap(blocksOf);
    case 'html':
      return textBlock([{ text: withoutTags(token.text) }]);
    case 'paragraph':
    case 'text':
      return textBlock(inlinesOf(token.tokens ?? [token]));
    default:
      return [];
  }
}

function headingBlock(depth: number, text: string): readonly ProseBlock[] {
  const id = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return text === '' ? [] : [{ type: 'heading', level: depth <= 2 ? 2 : 3, id, text }];
}

function textBlock(content: readonly Inline[]): readonly ProseBlock[] {
  const trimmed = content.filter(({ text }) => text !== '');
  return trimmed.some(({ text }) => text.trim() !== '') ? [{ type: 'text', content: trimmed }] : [];
}

/** An item, followed by the items of nested lists, because the output has one level. */
function itemsOf(tokens: readonly Token[]): readonly Inline[][] {
  const nested = tokens.filter(isKnown).flatMap((token) => (token.type === 'list' ? token.items : []));
  const own = tokens.filter(({ type }) => type !== 'list');
  const words = own.flatMap((token, index): readonly Inline[] => [
    ...(index === 0 ? [] : [{ text: ' ' }]),
    ...inlinesOf('tokens' in token && token.tokens !== undefined ? token.tokens : [token]),
  ]);
  return [joined(words), ...nested.flatMap((item) => itemsOf(item.tokens))];
}

function inlinesOf(tokens: readonly Token[], face: Omit<Inline, 'text'> = {}): Inline[] {
  return joined(tokens.flatMap((token) => inlineOf(token, face)));
}

function inlineOf(token: Token, face: Omit<Inline, 'text'>): readonly Inline[] {
  if (!isKnown(token)) return [{ ...face, text: token.raw }];
  switch (token.type) {
    case 'codespan':
    case 'code':
      return [{ ...face, code: true, text: decodeEntities(token.text) }];
    case 'strong':
      return inlinesOf(token.tokens, { ...face, strong: true });
    case 'em':
    case 'del':
      return inlinesOf(token.tokens, face);
    case 'link':
      return inlinesOf(token.tokens, HREF.test(token.href) ? { ...face, href: token.href } : face);
    case 'image':
      return [{ ...face, text: token.text }];
    case 'br':
      return [{ ...face, text: ' ' }];
    case 'html':
      return [{ ...face, text: withoutTags(token.text) }];
    case 'paragraph':
    case 'text':
      return token.tokens === undefined ? [{ ...face, text: plain(token.text) }] : inlinesOf(token.tokens, face);
    case 'escape':
      return [{ ...face, text: token.text }];
    default:
      return [];
  }
}

/** Merges adjacent parts with the same style. */
function joined(inlines: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  for (const inline of inlines) {
    const last = result.at(-1);
    const isSame = last !== undefined && last.code === inline.code && last.strong === inline.strong && last.href === inline.href;
    if (isSame) result[result.length - 1] = { ...last, text: last.text + inline.text };
    else if (inline.text !== '') result.push(inline);
  }
  return result;
}

const wordsIn = (tokens: readonly Token[]) =>
  inlinesOf(tokens)
    .map(({ text }) => text)
    .join('')
    .trim();

const plain = (text: string) => decodeEntities(text).replaceAll(/\s+/g, ' ');

/** Returns text only; the result is shown as text and never parsed as markup again. */
function withoutTags(html: string): string {
  const words = html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ');
  return plain(words);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : whole;
  });
}
