import { describe, expect, it } from 'vitest';
import { splitBlocks } from './body-blocks.ts';
import { formatBytes } from './format-bytes.ts';

describe('blocks', () => {
  it.each([
    ['nothing', '', 0],
    ['a line', '{}', 1],
    ['1,000 lines', '"a": 1,\n'.repeat(1000), 5],
    ['one line of 100,000 characters', 'x'.repeat(100_000), 5],
    ['long lines', `${'x'.repeat(15_000)}\n`.repeat(4), 4],
  ])('of %s are the text again', (_what, text, count) => {
    const blocks = splitBlocks(text);
    expect(blocks.join('')).toBe(text);
    expect(blocks.length).toBeGreaterThanOrEqual(count);
    expect(blocks.every((block) => block.length > 0 && block.length <= 20_000)).toBe(true);
  });
  it('end with a line', () => {
    const blocks = splitBlocks('"a": 1,\n'.repeat(1000));
    expect(blocks.every((block) => block.endsWith('\n'))).toBe(true);
  });
});

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [611, '611 B'],
    [1234, '1.2 kB'],
    [20_000_000, '20.0 MB'],
  ])('of %i bytes reads %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
