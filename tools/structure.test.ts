/**
 * Figures of the server's structure (ARCHITECTURE.md, "Figures of the structure"). Each has a limit that may become smaller, never larger: a change
 * that needs a larger one puts the code in the wrong place.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../apps/server/src');
const files = globSync('**/*.ts', { cwd: source }).map((path) => path.replaceAll('\\', '/'));
const shipped = files.filter((path) => !/\.test\.ts$|\/testing\//.test(path));
const read = (path: string): string => readFileSync(join(source, path), 'utf8');

/** Types that list what a module or a function gets, `AccountsDeps`, also those of tests. */
const DEPS_MAX = 39;
const ROOT_FILES_MAX = 33;
const BACK_IMPORTS_MAX = 13;

/** A type of dependencies, exported or not. */
const DEPS = /^(?:export )?(?:interface|type) (\w+Deps)\b/gm;
/** `modules/payments/api/payment-view.ts` imports `../model/fees.ts`. */
const RELATIVE = /^(?:import|export)[^;'"]*?from '(\.[^']+\.ts)'/gm;

const moduleOf = (path: string) => path.split('/', 2).join('/');
/** The folder of a file below its module: `api`, `initiation/rules`; empty at the module's root. */
const phaseOf = (path: string) => dirname(path).split('/').slice(2).join('/');

/** Imports between two folders of one module, by module and pair of folders. The root is left out: it has the module's ends, from `deps.ts` to `index.ts`. */
function importsBetweenFolders(): ReadonlyMap<string, readonly string[]> {
  const between = new Map<string, string[]>();
  for (const path of shipped.filter((each) => each.startsWith('modules/'))) {
    for (const [, name = ''] of read(path).matchAll(RELATIVE)) {
      const target = join(dirname(path), name).replaceAll('\\', '/');
      const [from, to] = [phaseOf(path), phaseOf(target)];
      if (moduleOf(path) !== moduleOf(target) || from === '' || to === '' || from === to) continue;
      const pair = `${moduleOf(path)}: ${from} -> ${to}`;
      between.set(pair, [...(between.get(pair) ?? []), `${path} -> ${target}`]);
    }
  }
  return between;
}

/** The imports against the direction that most imports between two folders have. */
function backImports(): readonly string[] {
  const between = importsBetweenFolders();
  return [...between].flatMap(([pair, imports]) => {
    const [, module = '', from = '', to = ''] = /^(.+): (.+) -> (.+)$/.exec(pair) ?? [];
    const others = between.get(`${module}: ${to} -> ${from}`)?.length ?? 0;
    const isBack = imports.length < others || (imports.length === others && from < to);
    return isBack ? imports : [];
  });
}

describe('the structure of the server', () => {
  it(`has at most ${DEPS_MAX} types of dependencies`, () => {
    const types = files.flatMap((path) => [...read(path).matchAll(DEPS)].map(([, name]) => `${path}: ${name}`));
    expect(types.length, types.join('\n')).toBeLessThanOrEqual(DEPS_MAX);
    expect(types.length).toBeGreaterThan(20);
  });

  it(`has at most ${ROOT_FILES_MAX} files at the root of a module`, () => {
    const roots = Map.groupBy(
      shipped.filter((path) => /^modules\/[^/]+\/[^/]+$/.test(path)),
      moduleOf,
    );
    const large = [...roots].map(([module, { length }]) => `${module}: ${length}`).filter((line) => Number(line.split(': ')[1]) > ROOT_FILES_MAX);
    expect(roots.size).toBeGreaterThan(25);
    expect(large).toEqual([]);
  });

  it(`has at most ${BACK_IMPORTS_MAX} imports against the direction between two folders of a module`, () => {
    const back = backImports();
    expect(importsBetweenFolders().size).toBeGreaterThan(50);
    expect(back.length, back.join('\n')).toBeLessThanOrEqual(BACK_IMPORTS_MAX);
  });
});
