/** The register must match the code and its document, and the tool behind it must be able to fail. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { proveThreats, whyUnusable } from './threats/prove.ts';
import { threats } from './threats/register.ts';
import { fingerprintOf, readRecord, writeRecord } from './threats/seen-proofs.ts';
import type { Proof } from './threats/threat.ts';

const root = dirname(import.meta.dirname);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const proofs = threats.flatMap(({ id, proofs: own }) => own.map((proof) => ({ id, ...proof })));
/** `| T1 | … | [file](../../path), … |` */
const rows = read('docs/security/threats.md')
  .split('\n')
  .flatMap((line) => {
    const id = /^\| (T\d+) \|/.exec(line)?.[1];
    return id === undefined ? [] : [{ id, tests: [...line.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, path]) => path) }];
  });

describe('the threat register', () => {
  it('knows every threat, from the first to the last', () => {
    expect(threats.map(({ id }) => id)).toEqual(threats.map((_, index) => `T${index + 1}`));
    expect(threats.length).toBeGreaterThanOrEqual(32);
  });

  it('has a proof for every threat, and each threat once', () => {
    expect(threats.filter((threat) => threat.proofs.length === 0)).toEqual([]);
    expect(new Set(threats.map(({ id }) => id)).size).toBe(threats.length);
  });

  it('names tests that exist, by titles that occur once in their file', () => {
    const unknown = proofs.filter(({ test }) => !existsSync(join(root, test.file)) || titlesIn(read(test.file), test.name) !== 1);
    expect(unknown.map(({ id, test }) => `${id}: ${test.file}: ${test.name}`)).toEqual([]);
  });

  it('names journeys that exist', () => {
    expect(threats.flatMap(({ journeys = [] }) => journeys).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('switches defences off by patches that still apply', () => {
    expect(proofs.flatMap(({ disable }) => whyUnusable(root, disable) ?? [])).toEqual([]);
  });

  it('has one row in its document for each threat, which links every test of its proofs, its journeys and nothing else', () => {
    const journeysOf = (id: string) => threats.find((threat) => threat.id === id)?.journeys ?? [];
    const filesOf = (id: string) =>
      [...new Set([...proofs.filter((proof) => proof.id === id).map(({ test }) => test.file), ...journeysOf(id)])].sort();
    expect(rows.map(({ id, tests }) => ({ id, tests: [...tests].sort() }))).toEqual(
      [...threats].sort((a, b) => numberOf(a.id) - numberOf(b.id)).map(({ id }) => ({ id, tests: filesOf(id) })),
    );
  });
});

describe('the tool that proves the register', () => {
  const file = 'apps/server/src/modules/tpp-apps/return-url.ts';
  const test = { file: 'apps/server/src/modules/tpp-apps/return-url.test.ts', name: 'refuses everything for an application without redirect URIs' };
  const find = 'redirectUris.some((registered)';
  const proofsOf: Readonly<Record<string, Omit<Proof, 'rule'>>> = {
    seen: { test, disable: { file, find, replace: 'redirectUris.every((registered)' } },
    unchanged: { test, disable: { file, find, replace: find } },
    noSyntax: { test, disable: { file, find, replace: 'redirectUris.some((' } },
    noName: { test, disable: { file, find, replace: 'unknownNames.some((registered)' } },
    noPlace: { test, disable: { file, find: 'text of another time', replace: '' } },
    seenInATable: { test: { file: test.file, name: 'refuses: %s' }, disable: { file, find: ' === origin)', replace: " !== '')" } },
    noTest: { test: { ...test, name: 'a test that nobody wrote' }, disable: { file, find, replace: find } },
  };
  const verdicts = new Map<string, string>();

  beforeAll(async () => {
    const proofs = Object.entries(proofsOf).map(([rule, proof]) => ({ rule, ...proof }));
    await proveThreats(root, [{ id: 'T0', title: '', defence: '', proofs }], ({ proof, text }) => void verdicts.set(proof.rule, text));
  });

  it('is content when the test sees that the defence is gone', () => {
    expect(verdicts.get('seen')).toMatch(/^guarded, AssertionError/);
    expect(verdicts.get('seenInATable')).toMatch(/^guarded, AssertionError/);
  });

  it('reports a patch that changes nothing as not guarded', () => {
    expect(verdicts.get('unchanged')).toMatch(/^NOT GUARDED/);
  });

  it('does not take a broken source for a seen attack', () => {
    expect(verdicts.get('noSyntax')).toMatch(/^the patch breaks the test itself/);
    expect(verdicts.get('noName')).toMatch(/^the patch breaks the test itself/);
  });

  it('reports a patch that no longer applies, and a test that does not exist', () => {
    expect(verdicts.get('noPlace')).toMatch(/^the patch does not apply: its text occurs 0 times/);
    expect(verdicts.get('noTest')).toMatch(/^the test is not green without the patch: absent/);
  });
});

describe('the record of what was seen', () => {
  const [threat] = threats;
  const [proof] = threat?.proofs ?? [];
  if (threat === undefined || proof === undefined) throw new Error('The register is empty.');
  const seen = { date: '2026-11-22', commit: '1a2b3c4+' };
  const changes: readonly Proof[] = [
    { ...proof, rule: `${proof.rule}, or not` },
    { ...proof, test: { ...proof.test, name: 'another' } },
    { ...proof, disable: { ...proof.disable, replace: 'void 0' } },
  ];

  it('is read as it was written', () => {
    const sightings = new Map([[fingerprintOf(proof), seen]]);
    expect(readRecord(writeRecord(threats, sightings))).toEqual(sightings);
  });

  it('holds a row for each proof that was seen, and none for one that was not', () => {
    expect(readRecord(writeRecord(threats, new Map()))).toEqual(new Map());
    const everything = new Map(proofs.map((each) => [fingerprintOf(each), seen]));
    expect([...readRecord(writeRecord(threats, everything)).keys()]).toEqual(proofs.map(fingerprintOf));
  });

  it('does not take a proof for seen once its rule, its test or its patch is another', () => {
    const sightings = new Map([[fingerprintOf(proof), seen]]);
    for (const changed of changes) expect(readRecord(writeRecord([{ ...threat, proofs: [changed] }], sightings)).size).toBe(0);
  });
});

/** A title follows `it(`, `test(` or the table of an `each`, on the same line or the next. */
function titlesIn(text: string, name: string): number {
  const starts = [...text.matchAll(/(?:\b(?:it|test)|\))\(\s*(?=['"`])/g)];
  return starts.filter(({ 0: start, index }) => {
    const title = text.slice(index + start.length);
    return ["'", '"', '`'].some((quote) => title.startsWith(`${quote}${name}${quote}`));
  }).length;
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
