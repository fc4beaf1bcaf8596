/** Reads inline text: plain words, `code`, **strong** and [links](https://…), without nesting. Nothing else is supported. */
import type { Inline } from '@portico/contract';
import { isContentHref } from '@portico/contract/values';

const TOKEN = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** @param where file and line, for errors */
export function readInline(text: string, where: string): Inline[] {
  const content: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    pushPlain(content, text.slice(end, match.index), where);
    content.push(inlineOf(match, where));
    end = match.index + match[0].length;
  }
  pushPlain(content, text.slice(end), where);
  return content;
}

function inlineOf(match: RegExpExecArray, where: string): Inline {
  const [, code, strong, label = '', href = ''] = match;
  if (code !== undefined) return { text: code, code: true };
  if (strong !== undefined) return { text: strong, strong: true };
  if (!isContentHref(href)) throw new Error(`${where}: a link begins with #/, https:// or mailto:, not ${href.slice(0, 40)}`);
  return /^`[^`]+`$/.test(label) ? { text: label.slice(1, -1), code: true, href } : { text: label, href };
}

function pushPlain(content: Inline[], text: string, where: string): void {
  if (text === '') return;
  if (/[`*]|\]\(|<[a-z/!]/i.test(text)) throw new Error(`${where}: this markup is not known here or not closed: ${text.trim().slice(0, 60)}`);
  content.push({ text });
}
