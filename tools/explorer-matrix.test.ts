/** The explorer's matrix of values, and the page that reports it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeEvidence } from './explorer-matrix/evidence.ts';
import { runMatrix, type SenderResult } from './explorer-matrix/run-matrix.ts';
import { SENDERS } from './explorer-matrix/senders.ts';

const PAGE = new URL('../docs/evidence/explorer-matrix.md', import.meta.url);

let results: readonly SenderResult[];
beforeAll(async () => {
  results = await runMatrix();
});

describe("the explorer's matrix", () => {
  it.each(SENDERS.map(({ name, send }) => [name, send !== undefined] as const))('goes out of %s as the table says', (name, isHere) => {
    const cells = results.find((result) => result.name === name)?.cells;
    expect(cells !== undefined).toBe(isHere);
    const wrong = cells?.flatMap(({ cell, problem }) => (problem === undefined ? [] : [`${cell.place}, ${cell.what}: ${problem}`]));
    expect(wrong ?? []).toEqual([]);
  });

  it('is on its page, with the rows of every sender that this machine runs', () => {
    const written = writeEvidence(results);
    if (process.env.UPDATE_RECORDED === '1') writeFileSync(PAGE, written);
    const missing = results.filter(({ cells }) => cells === undefined).map(({ name }) => name);
    const comparable = (text: string) =>
      text
        .split('\n')
        .filter((line) => !missing.some((name) => line.startsWith(`| ${name} |`)))
        .join('\n');
    expect(comparable(readFileSync(PAGE, 'utf8'))).toBe(comparable(written));
  });
});
