/** Every 429 has `Retry-After` (RFC 6585 §4). Review of 25 November 2026, X12. */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const SOURCES = new URL('../../', import.meta.url);
const REFUSAL_429 = /new \w*Refusal\(\s*429,/g;
/** The statement of a refusal is shorter than this. */
const STATEMENT_LENGTH_MAX = 600;

async function statementsWith429(): Promise<readonly string[]> {
  const names = (await readdir(SOURCES, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name.replaceAll('\\', '/'), SOURCES), 'utf8')));
  return texts.flatMap((text, index) =>
    [...text.matchAll(REFUSAL_429)].map((found) => {
      const statement = text.slice(found.index, found.index + STATEMENT_LENGTH_MAX);
      return `${names[index]}: ${statement.slice(0, statement.indexOf(';'))}`;
    }),
  );
}

describe('a refusal with 429', () => {
  it('names the header where it is thrown', async () => {
    const found = await statementsWith429();
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter((statement) => !statement.includes("'retry-after'"))).toEqual([]);
  });
});
