/**
 * HTML text → tags and words, as browsers divide it (HTML standard §13.2.5), in one pass. What never ends (a tag, a comment, a script) is
 * gone with the rest.
 */
import { DROPPED, RAW_TEXT } from './html-grammar.ts';

export type HtmlToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: 'close'; readonly name: string };

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly end: number;
}

const LETTER = /[a-z]/i;
const SPACE = /[\t\n\f\r ]/;
/** No words: what a browser ignores or shows as nothing. */
const UNPRINTABLE = /[^\P{Cc}\t\n]/gu;

function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const opening = html.indexOf('<', at);
    const end = opening === -1 ? html.length : opening;
    if (end > at) yield { type: 'text', text: wordsOf(html.slice(at, end)) };
    if (opening === -1) return;
    const next = html[opening + 1] ?? '';
    if (LETTER.test(next)) {
      const tag = readTag(html, opening + 1);
      if (tag === undefined) return;
      at = RAW_TEXT.has(tag.name) ? afterRawText(html, tag) : tag.end;
      if (tag.name === 'plaintext') return;
      if (!RAW_TEXT.has(tag.name)) yield { type: 'open', name: tag.name, attributes: tag.attributes };
    } else if (next === '/' && LETTER.test(html[opening + 2] ?? '')) {
      const tag = readTag(html, opening + 2);
      if (tag === undefined) return;
      at = tag.end;
      yield { type: 'close', name: tag.name };
    } else if (next === '!' || next === '?' || next === '/') {
      at = afterComment(html, opening);
    } else {
      yield { type: 'text', text: '<' };
      at = opening + 1;
    }
  }
}

/** Without the elements that go with all they hold. */
export function* wantedTokens(html: string): Generator<HtmlToken> {
  let dropping: string | undefined;
  let depth = 0;
  for (const token of htmlTokens(html)) {
    if (dropping === undefined) {
      if (token.type === 'open' && DROPPED.has(token.name)) {
        dropping = token.name;
        depth = 1;
      } else yield token;
    } else if (token.type !== 'text' && token.name === dropping) {
      depth += token.type === 'open' ? 1 : -1;
      if (depth === 0) dropping = undefined;
    }
  }
}

/** @param start of the name; undefined where the tag never ends */
function readTag(html: string, start: number): Tag | undefined {
  let at = skip(html, start, (character) => !isEndOfName(character));
  const name = html.slice(start, at).toLowerCase();
  const attributes = new Map<string, string>();
  for (;;) {
    at = skip(html, at, (character) => SPACE.test(character) || character === '/');
    if (at >= html.length) return undefined;
    if (html[at] === '>') return { name, attributes, end: at + 1 };
    // A name may begin with an equals sign.
    const nameEnd = skip(html, at + 1, (character) => !isEndOfName(character) && character !== '=');
    const attribute = html.slice(at, nameEnd).toLowerCase();
    at = skip(html, nameEnd, (character) => SPACE.test(character));
    let value = '';
    if (html[at] === '=') {
      const begin = skip(html, at + 1, (character) => SPACE.test(character));
      const quote = html[begin];
      const isQuoted = quote === '"' || quote === "'";
      const valueEnd = isQuoted ? html.indexOf(quote, begin + 1) : skip(html, begin, (character) => !SPACE.test(character) && character !== '>');
      if (valueEnd === -1) return undefined;
      value = html.slice(isQuoted ? begin + 1 : begin, valueEnd);
      at = isQuoted ? valueEnd + 1 : valueEnd;
    }
    if (!attributes.has(attribute)) attributes.set(attribute, wordsOf(value));
  }
}

const isEndOfName = (character: string) => SPACE.test(character) || character === '/' || character === '>';

function skip(html: string, from: number, goesOn: (character: string) => boolean): number {
  let at = from;
  while (at < html.length && goesOn(html[at] ?? '')) at += 1;
  return at;
}

function afterRawText(html: string, { name, end }: Tag): number {
  const closing = new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi');
  closing.lastIndex = end;
  const match = closing.exec(html);
  return match === null ? html.length : (readTag(html, match.index + 2)?.end ?? html.length);
}

function afterComment(html: string, opening: number): number {
  if (!html.startsWith('<!--', opening)) return endOf(html.indexOf('>', opening), 1, html);
  if (/^<!---?>/.test(html.slice(opening, opening + 6))) return html.indexOf('>', opening) + 1;
  const ends = [endOf(html.indexOf('-->', opening + 4), 3, html), endOf(html.indexOf('--!>', opening + 4), 4, html)];
  return Math.min(...ends);
}

const endOf = (found: number, length: number, html: string) => (found === -1 ? html.length : found + length);

/** The names of references that people and editors write; every other one stays as it is written. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '\u00ad', ndash: '–', mdash: '—', hellip: '…', middot: '·' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»', bull: '•', euro: '€', copy: '©' },
  ...{ sect: '§', times: '×', auml: 'ä', ouml: 'ö', uuml: 'ü', otilde: 'õ', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', Otilde: 'Õ', szlig: 'ß' },
  ...{ Tab: '\t', NewLine: '\n', colon: ':', sol: '/', lpar: '(', rpar: ')' },
};

function wordsOf(text: string): string {
  const decoded = text.replaceAll(/&(?:#(\d{1,7});?|#x([0-9a-f]{1,6});?|([a-z]{2,8});)/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd';
  });
  return decoded.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE, '');
}
