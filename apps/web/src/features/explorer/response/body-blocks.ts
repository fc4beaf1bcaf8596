/** Prepares the body of a response for display: formats JSON, and splits the text into blocks that the browser lays out separately. */

/** A longer text has no colours, because one element per value would make the page slow. */
export const COLOURED_LENGTH = 200_000;
/** A longer text is shown unformatted until the developer asks for it: formatting five million characters takes a good part of a second. */
export const FORMATTED_LENGTH = 2_000_000;
const LINES_PER_BLOCK = 200;
/** Limits a block when the text has no line breaks. */
const BLOCK_LENGTH = 20_000;

/** Splits the text into consecutive blocks, at line ends where possible. */
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
