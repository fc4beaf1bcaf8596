/**
 * Divides HTML text into tags and text. `htmlparser2` does this and knows the named characters of the HTML standard. A tag without an end is dropped,
 * and so is all text after the start of a comment or script without an end.
 */
import { Tokenizer } from 'htmlparser2';
import { DROPPED } from './html-grammar.ts';

export type HtmlToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: 'close'; readonly name: string };

/** A browser ignores or hides these characters. */
const UNPRINTABLE = /[^\P{Cc}\t\n]/gu;
const printable = (text: string): string => text.replaceAll(UNPRINTABLE, '');

/** Calls `take` for every token, except inside elements that are dropped with their content. */
export function readTokens(html: string, take: (token: HtmlToken) => void): void {
  const source = html.replaceAll(/\r\n?/g, '\n');
  const lowerCased = (start: number, end: number): string => source.slice(start, end).toLowerCase();
  const takeWanted = withoutDropped(take);
  const takeText = (text: string): void => takeWanted({ type: 'text', text: printable(text) });
  let tag = { name: '', attributes: new Map<string, string>() };
  let attribute = { name: '', value: '' };
  const takeTag = (): void => takeWanted({ type: 'open', ...tag });
  const tokenizer = new Tokenizer(
    {},
    {
      ontext(start, end) {
        // When the text ends within a tag, the tokenizer reports the tag's name as text, or -1 as its start.
        const isCutShort = start < 0 || /^<[a-z]/i.test(source.slice(Math.max(start - 1, 0), start + 1));
        if (!isCutShort) takeText(source.slice(start, end));
      },
      ontextentity: (codePoint) => takeText(String.fromCodePoint(codePoint)),
      onopentagname(start, end) {
        tag = { name: lowerCased(start, end), attributes: new Map() };
      },
      onattribname(start, end) {
        attribute = { name: lowerCased(start, end), value: '' };
      },
      onattribdata(start, end) {
        attribute.value += source.slice(start, end);
      },
      onattribentity(codePoint) {
        attribute.value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        // The first of two attributes with the same name counts.
        if (!tag.attributes.has(attribute.name)) tag.attributes.set(attribute.name, printable(attribute.value));
      },
      onopentagend: takeTag,
      onselfclosingtag: takeTag,
      onclosetag: (start, end) => takeWanted({ type: 'close', name: lowerCased(start, end) }),
      ...{ oncdata: ignore, oncomment: ignore, ondeclaration: ignore, onprocessinginstruction: ignore, onend: ignore },
    },
  );
  tokenizer.write(source);
  tokenizer.end();
}

function ignore(): void {}

function withoutDropped(take: (token: HtmlToken) => void): (token: HtmlToken) => void {
  let dropping: string | undefined;
  let depth = 0;
  return (token) => {
    if (dropping === undefined) {
      if (token.type !== 'open' || !DROPPED.has(token.name)) return take(token);
      dropping = token.name;
      depth = 1;
    } else if (token.type !== 'text' && token.name === dropping) {
      depth += token.type === 'open' ? 1 : -1;
      if (depth === 0) dropping = undefined;
    }
  };
}
