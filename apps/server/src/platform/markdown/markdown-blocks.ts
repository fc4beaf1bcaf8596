/**
 * Converts the tokens of Markdown into values; the page renders values and never markup. Unsupported constructs become plain text, and tags are
 * removed, scripts and styles with their content. A reader that must not lose anything refuses such tokens before it calls this.
 */
import type { Inline, ProseBlock } from '@portico/contract';
import type { MarkedToken, Token } from 'marked';

/** Whether a link keeps its address; otherwise only its text is left. */
export type IsHref = (href: string) => boolean;

const KNOWN: ReadonlySet<string> = new Set<MarkedToken['type']>([
  ...(['blockquote', 'br', 'checkbox', 'code', 'codespan', 'def', 'del', 'em', 'escape', 'heading', 'hr', 'html', 'image'] as const),
  ...(['link', 'list', 'list_item', 'paragraph', 'space', 'strong', 'table', 'text'] as const),
]);
const isKnown = (token: Token): token is MarkedToken => KNOWN.has(token.type);

/** Returns the values of the tokens of a text, in their order. */
export function markdownBlocks(tokens: readonly Token[], isHref: IsHref): ProseBlock[] {
  return tokens.flatMap((token) => blocksOf(token, isHref));
}

function blocksOf(token: Token, isHref: IsHref): readonly ProseBlock[] {
  if (!isKnown(token)) return textBlock([{ text: token.raw }]);
  switch (token.type) {
    case 'heading':
      return headingBlock(token.depth, markdownWords(token.tokens));
    case 'code':
      return [{ type: 'code', language: /^[\w-]{1,20}/.exec(token.lang ?? '')?.[0] ?? 'text', code: token.text }];
    case 'list':
      return [{ type: 'list', ordered: token.ordered, items: token.items.flatMap((item) => itemsOf(item.tokens, isHref)) }];
    case 'table':
      return [
        {
          type: 'table',
          head: token.header.map((cell) => markdownWords(cell.tokens)),
          rows: token.rows.map((row) => row.map((cell) => inlinesOf(cell.tokens, isHref))),
        },
      ];
    case 'blockquote':
      return markdownBlocks(token.tokens, isHref);
    case 'html':
      return textBlock([{ text: withoutTags(token.text) }]);
    case 'paragraph':
    case 'text':
      return textBlock(inlinesOf(token.tokens ?? [token], isHref));
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
function itemsOf(tokens: readonly Token[], isHref: IsHref): readonly Inline[][] {
  const nested = tokens.filter(isKnown).flatMap((token) => (token.type === 'list' ? token.items : []));
  const own = tokens.filter(({ type }) => type !== 'list');
  const words = own.flatMap((token, index): readonly Inline[] => [
    ...(index === 0 ? [] : [{ text: ' ' }]),
    ...inlinesOf('tokens' in token && token.tokens !== undefined ? token.tokens : [token], isHref),
  ]);
  return [joined(words), ...nested.flatMap((item) => itemsOf(item.tokens, isHref))];
}

function inlinesOf(tokens: readonly Token[], isHref: IsHref, face: Omit<Inline, 'text'> = {}): Inline[] {
  return joined(tokens.flatMap((token) => inlineOf(token, isHref, face)));
}

function inlineOf(token: Token, isHref: IsHref, face: Omit<Inline, 'text'>): readonly Inline[] {
  if (!isKnown(token)) return [{ ...face, text: token.raw }];
  switch (token.type) {
    case 'codespan':
    case 'code':
      return [{ ...face, code: true, text: token.text }];
    case 'strong':
      return inlinesOf(token.tokens, isHref, { ...face, strong: true });
    case 'em':
    case 'del':
      return inlinesOf(token.tokens, isHref, face);
    case 'link':
      return inlinesOf(token.tokens, isHref, isHref(token.href) ? { ...face, href: token.href } : face);
    case 'image':
      return [{ ...face, text: token.text }];
    case 'br':
      return [{ ...face, text: ' ' }];
    case 'html':
      return [{ ...face, text: withoutTags(token.text) }];
    case 'paragraph':
    case 'text':
      return token.tokens === undefined ? [{ ...face, text: plain(token.text) }] : inlinesOf(token.tokens, isHref, face);
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

/** Returns the words of tokens, without links and markup. */
export const markdownWords = (tokens: readonly Token[]): string =>
  inlinesOf(tokens, () => false)
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
