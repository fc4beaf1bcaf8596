/**
 * Reads HTML of an untrusted author into a tree of the allow-list ({@link HtmlNode}). The page renders the tree, and the browser's HTML parser never
 * gets the markup, so both cannot interpret it differently. No HTML is refused: elements that are not allowed are dropped and their text is kept.
 */
import { isContentHref } from './content-href.ts';
import {
  HOMES,
  type HtmlNode,
  type HtmlTag,
  INNER,
  isContainer,
  isInline,
  isLeafBlock,
  isPart,
  isVoid,
  knownTag,
  mayBeEmpty,
  type PartTag,
} from './html-grammar.ts';
import { type HtmlToken, readTokens } from './html-tokens.ts';

interface OpenElement {
  readonly tag: HtmlTag;
  readonly href?: string;
  readonly children: (string | OpenElement)[];
}

/** The most nested lists, tables and quotes. Deeper ones are dropped and their text is kept. */
const CONTAINERS_MAX = 6;

export function readHtml(html: string): readonly HtmlNode[] {
  const tree = new TreeBuilder();
  readTokens(html, (token) => tree.take(token));
  return tree.finish();
}

class TreeBuilder {
  private readonly roots: (string | OpenElement)[] = [];
  private readonly open: OpenElement[] = [];

  take(token: HtmlToken): void {
    if (token.type === 'text') this.addText(token.text);
    else if (token.type === 'close') this.close(token.name);
    else if (token.name === 'img') this.addText(token.attributes.get('alt') ?? '');
    else this.start(token.name, token.attributes);
  }

  finish(): readonly HtmlNode[] {
    return withoutEmpty(this.roots);
  }

  private start(name: string, attributes: ReadonlyMap<string, string>): void {
    const tag = knownTag(name);
    if (tag === undefined) return;
    if (tag === 'a') this.startLink(attributes.get('href')?.trim() ?? '');
    else if (isInline(tag) || tag === 'br') {
      if (!this.isOpen(tag)) this.push({ tag, children: [] });
    } else if (isPart(tag)) this.startPart(tag);
    else this.startBlock(tag);
  }

  private startLink(href: string): void {
    this.close('a');
    if (isContentHref(href)) this.push({ tag: 'a', href, children: [] });
  }

  private startPart(tag: PartTag): void {
    const { homes, ends } = HOMES[tag];
    const at = this.open.findLastIndex((element) => homes.includes(element.tag) || ends.includes(element.tag));
    const home = this.open[at];
    if (home === undefined || ends.includes(home.tag)) this.startBlock('p');
    else {
      this.open.length = at + 1;
      this.push({ tag, children: [] });
    }
  }

  private startBlock(tag: HtmlTag): void {
    this.endLine();
    if (isContainer(tag) && this.open.filter((element) => isContainer(element.tag)).length >= CONTAINERS_MAX) return;
    this.push({ tag, children: [] });
  }

  /** Ends the open text and its formatting. Lists, tables and quotes stay open. */
  private endLine(): void {
    while (this.open.length > 0) {
      const { tag } = this.open[this.open.length - 1] ?? { tag: 'p' };
      if (!isInline(tag) && !isLeafBlock(tag)) return;
      this.open.pop();
    }
  }

  private close(name: string): void {
    const tag = knownTag(name);
    const at = this.open.findLastIndex((element) => element.tag === tag);
    if (at !== -1) this.open.length = at;
  }

  private isOpen(tag: HtmlTag): boolean {
    return this.open.some((element) => element.tag === tag);
  }

  private addText(text: string): void {
    const parent = this.open.at(-1);
    const takesWords = parent === undefined || INNER[parent.tag] === undefined;
    if (text === '' || (!takesWords && text.trim() === '')) return;
    this.makeRoom(undefined);
    this.siblings().push(text);
  }

  private push(element: OpenElement): void {
    this.makeRoom(element.tag);
    this.siblings().push(element);
    if (!isVoid(element.tag)) this.open.push(element);
  }

  /** Adds the missing item of a list, or the missing row and cell of a table, before a node that needs it. */
  private makeRoom(tag: HtmlTag | undefined): void {
    for (let parent = this.open.at(-1); parent !== undefined; parent = this.open.at(-1)) {
      const inner = INNER[parent.tag];
      if (inner === undefined || inner.some((allowed) => allowed === tag)) return;
      const made: OpenElement = { tag: inner[0], children: [] };
      parent.children.push(made);
      this.open.push(made);
    }
  }

  private siblings(): (string | OpenElement)[] {
    return this.open.at(-1)?.children ?? this.roots;
  }
}

/** Also joins neighbouring texts. */
function withoutEmpty(nodes: readonly (string | OpenElement)[]): readonly HtmlNode[] {
  const kept: HtmlNode[] = [];
  for (const node of nodes) {
    const last = kept.at(-1);
    if (typeof node === 'string') {
      if (typeof last === 'string') kept[kept.length - 1] = last + node;
      else kept.push(node);
      continue;
    }
    const children = withoutEmpty(node.children);
    if (children.length > 0 || mayBeEmpty(node.tag)) kept.push({ ...node, children });
  }
  return kept;
}
