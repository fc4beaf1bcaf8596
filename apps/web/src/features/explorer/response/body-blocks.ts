/** How the body of an answer is shown: formatted where it is JSON, and in blocks that the browser lays out one by one. */

/** Above this many characters the text has no colours: a piece of markup per value would be slower than reading. */
export const COLOURED_LENGTH = 200_000;
/** Above this many characters a text is shown as it came until somebody asks for more: to format five million takes a good part of a second. */
export const FORMATTED_LENGTH = 2_000_000;
const LINES_PER_BLOCK = 200;
/** A line without an end would make one block of megabytes. */
const BLOCK_LENGTH = 20_000;

/** The JSON text with two spaces per level; `undefined` when it is none. Numbers keep their digits only as far as JavaScript has them. */
export function formatJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value, null, 2);
  } catch {
    return undefined;
  }
}

/** Pieces that together are the text. Each ends with a line where it can. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfBlock(text, start);
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}

function endOfBlock(text: string, start: number): number {
  let end = start;
  for (let lines = 0; lines < LINES_PER_BLOCK && end < text.length && end - start < BLOCK_LENGTH; lines += 1) {
    const newline = text.indexOf('\n', end);
    end = newline === -1 ? text.length : newline + 1;
  }
  return Math.min(end, start + BLOCK_LENGTH);
}
