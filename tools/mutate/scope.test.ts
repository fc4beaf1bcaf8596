import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scope } from './scope.ts';

const root = join(import.meta.dirname, '../..');

describe('the scope of mutation testing', () => {
  it('names files and tests that exist, and each file once', () => {
    const files = scope.map(({ file }) => file);
    expect([...files, ...scope.flatMap(({ tests }) => tests)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });
});
