/** A server loads the files that its files import, except dynamic imports. With a bank's own core, no file of the sandbox is loaded. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SANDBOX_MODULES } from '../oxlint.config.ts';

const source = join(import.meta.dirname, '../apps/server/src');
/** `import … from '…'` and `export … from '…'`; type imports are not loaded. */
const STATIC = /^(?:import|export)(?! type\b)[^;'"]*?(?:from )?'([.#][^']+\.ts)'/gm;

/** Returns the server's files that a file imports when it is loaded. */
function loadedBy(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(STATIC)].map(([, name = '']) =>
    name.startsWith('#') ? join(source, name.slice(1)) : resolve(dirname(file), name),
  );
}

function loadedWith(...entries: readonly string[]): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = entries.map((entry) => join(source, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    waiting.push(...loadedBy(file));
  }
  return loaded;
}

const ofSandbox = (files: ReadonlySet<string>) => [...files].filter((file) => SANDBOX_MODULES.some((name) => file.includes(`/modules/${name}/`)));
const ENTRIES = ['app/main.ts', 'app/process/run-server.ts', 'app/installation-commands.ts', 'app/cli.ts'];

describe('a server before a bank’s own core', () => {
  const loaded = loadedWith(...ENTRIES, 'app/composition/core-edition.ts');

  it('loads the modules that every server has', () => {
    for (const module of ['payments', 'signing', 'sca', 'onboarding', 'bank-core'])
      expect([...loaded].join(' ')).toContain(`/modules/${module}/index.ts`);
    expect(loaded.size).toBeGreaterThan(500);
  });

  it('loads no file of the sandbox', () => {
    expect(ofSandbox(loaded)).toEqual([]);
  });
});

describe('a server with the sandbox bank', () => {
  it('loads every module of the sandbox', () => {
    const files = ofSandbox(loadedWith(...ENTRIES, 'app/composition/sandbox-edition.ts')).join(' ');
    for (const name of SANDBOX_MODULES) expect(files).toContain(`/modules/${name}/index.ts`);
  });
});
