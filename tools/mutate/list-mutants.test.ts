import { describe, expect, it } from 'vitest';
import { listMutants } from './list-mutants.ts';

const changesOf = (source: string) => listMutants(source).map(({ change }) => change);

describe('the changes of a source', () => {
  it.each([
    ['const a = b < c;', ['b < c → b <= c', 'b < c → b >= c']],
    ['const a = b === c;', ['b === c → b !== c']],
    ['const a = b && !c;', ['b && !c → b || !c', '!c → c']],
    ['const a = b ? 1 : 2;', ['b → true', 'b → false']],
    ['if (a) b();', ['a → true', 'a → false', 'b(); → ;']],
    ['function f() { return 1; }', ['1 → undefined']],
    ['const f = () => 1;', ['1 → (undefined)']],
    ["const a = '';", ["'' → 'mutant'"]],
    ["const a = b + 'c';", ["'c' → ''"]],
    ['const a = b.every(c);', ['every → some']],
    ['const a = /^b$/;', ['/^b$/ → /b$/', '/^b$/ → /^b/']],
    ['function f() { throw new Error(); }', ['throw new Error(); → ;']],
  ])('%s', (source, changes) => expect(changesOf(source)).toEqual(changes));

  it.each([
    "import a from 'b';",
    "type A = 'b' | 'c';",
    "const a = { 'b': c };",
    'const a = sql`select b`;',
    'function f() { return undefined; }',
    'const f = () => undefined;',
    'const a = /b\\$/;',
  ])('leave alone: %s', (source) => expect(changesOf(source)).toEqual([]));

  it('are one at a time, each with its line, behind letters of any alphabet too', () => {
    expect(listMutants("const õ = '€';\nconst a = b - c;")).toEqual([
      { line: 1, change: "'€' → ''", source: "const õ = '';\nconst a = b - c;" },
      { line: 2, change: 'b - c → b + c', source: "const õ = '€';\nconst a = b + c;" },
    ]);
  });
});
