/** Splits JSON text into tokens for colouring: keys, strings and other values. The text between them stays plain. */

export type TokenKind = 'key' | 'string' | 'value' | 'plain';

export interface JsonToken {
  readonly kind: TokenKind;
  readonly text: string;
}

const PIECE = /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Every character is in exactly one token, so that selecting and copying return the original text. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of text.matchAll(PIECE)) {
    const [all, quoted, colon] = match;
    if (match.index > end) tokens.push({ kind: 'plain', text: text.slice(end, match.index) });
    end = match.index + all.length;
    if (quoted === undefined) tokens.push({ kind: 'value', text: all });
    else if (colon === undefined) tokens.push({ kind: 'string', text: quoted });
    else tokens.push({ kind: 'key', text: quoted }, { kind: 'plain', text: colon });
  }
  if (end < text.length) tokens.push({ kind: 'plain', text: text.slice(end) });
  return tokens;
}
