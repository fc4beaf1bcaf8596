/**
 * The HTML that content may contain: text with basic formatting. The tree has no node for a script, a style, a form, a frame, a picture or a name, so
 * content cannot run code, load anything or imitate a part of the page.
 */

/** Text, or an element of the allow-list. */
export type HtmlNode = string | HtmlElement;

interface HtmlElement {
  readonly tag: HtmlTag;
  /** For `a` only; see `isContentHref`. */
  readonly href?: string;
  readonly children: readonly HtmlNode[];
}

const INLINE_TAGS = ['a', 'code', 'em', 'strong', 'sub', 'sup'] as const;
const LEAF_BLOCK_TAGS = ['h2', 'h3', 'h4', 'p', 'pre'] as const;
const CONTAINER_TAGS = ['blockquote', 'ol', 'table', 'ul'] as const;
const PART_TAGS = ['li', 'tbody', 'td', 'th', 'thead', 'tr'] as const;
const VOID_TAGS = ['br', 'hr'] as const;
const HTML_TAGS = [...INLINE_TAGS, ...LEAF_BLOCK_TAGS, ...CONTAINER_TAGS, ...PART_TAGS, ...VOID_TAGS] as const;
export type HtmlTag = (typeof HTML_TAGS)[number];
export type PartTag = (typeof PART_TAGS)[number];

/** Blocks of text that have no element of their own in the tree. */
const LINES = [
  ...['address', 'article', 'aside', 'body', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'figure', 'footer', 'form', 'header', 'main', 'nav'],
  ...['section'],
];

const KNOWN: ReadonlyMap<string, HtmlTag> = new Map<string, HtmlTag>([
  ...HTML_TAGS.map((tag) => [tag, tag] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ...LINES.map((name) => [name, 'p'] as const),
]);

/** The element for a tag name of the source. Undefined: the element is dropped and its text is kept. */
export const knownTag = (name: string): HtmlTag | undefined => KNOWN.get(name);

/** The content of these elements is no text of the page and is dropped with them. */
export const DROPPED: ReadonlySet<string> = new Set([
  ...['applet', 'audio', 'button', 'canvas', 'datalist', 'frameset', 'iframe', 'math', 'noembed', 'noframes', 'noscript', 'object', 'plaintext'],
  ...['script', 'select', 'style', 'svg', 'template', 'textarea', 'title', 'video', 'xmp'],
]);

const has = (tags: readonly string[]) => (tag: string) => tags.includes(tag);
export const isInline = has(INLINE_TAGS);
export const isLeafBlock = has(LEAF_BLOCK_TAGS);
export const isContainer = has(CONTAINER_TAGS);
export const isVoid = has(VOID_TAGS);
/** These elements are kept when they are empty. */
export const mayBeEmpty = has([...VOID_TAGS, 'td', 'th']);

/** The elements that may be in an element without direct text. The first is created when another node comes. */
export const INNER: Readonly<Partial<Record<HtmlTag, readonly [made: PartTag, ...others: PartTag[]]>>> = {
  ol: ['li'],
  ul: ['li'],
  table: ['tbody', 'thead'],
  thead: ['tr'],
  tbody: ['tr'],
  tr: ['td', 'th'],
};

/** Where a part belongs: in the nearest of `homes`, but never outside an element of `ends`. */
export const HOMES: Readonly<Record<PartTag, { readonly homes: readonly HtmlTag[]; readonly ends: readonly HtmlTag[] }>> = {
  li: { homes: ['ol', 'ul'], ends: ['td', 'th'] },
  td: { homes: ['tr', 'tbody', 'thead', 'table'], ends: [] },
  th: { homes: ['tr', 'tbody', 'thead', 'table'], ends: [] },
  tr: { homes: ['tbody', 'thead', 'table'], ends: [] },
  thead: { homes: ['table'], ends: [] },
  tbody: { homes: ['table'], ends: [] },
};

export const isPart = (tag: HtmlTag): tag is PartTag => tag in HOMES;
