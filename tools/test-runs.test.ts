/** The rules with which `npm test` saves time: which files share a process, and which also run on PostgreSQL. Decision 0047. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALONE } from '../vitest.config.ts';
import { findDatabaseTests, findTestsOfOneEngine } from './database-tests.mjs';

const root = join(import.meta.dirname, '..');
const inRepository = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') }).map((path) => path.replaceAll('\\', '/'));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const tests = inRepository('{apps,packages,tools,e2e,faults}/**/*.test.{ts,tsx}');
const serverTests = tests.filter((path) => path.startsWith('apps/server/'));

describe('a file that shares its process with others', () => {
  it('replaces no module: modules are loaded once', () => {
    // Tests of the browser have a process each.
    const sharing = tests.filter((path) => !path.startsWith('apps/web/src/') && !ALONE.includes(path) && path !== 'tools/test-runs.test.ts');
    const replacing = sharing.filter((path) => /\bvi\.(mock|doMock|resetModules|stubEnv)\(/.test(read(path)));
    expect(replacing).toEqual([]);
  });
});

describe('the second run on PostgreSQL', () => {
  const chosen = new Set(findDatabaseTests());

  it('leaves out no test that opens a database itself', () => {
    const opening = serverTests.filter((path) =>
      /\b(openTestDatabase|openTestPlatform|openHouse|openModelHouse|createDatabase)\(|TEST_(DATABASE|POSTGRES_URL)/.test(read(path)),
    );
    expect(opening.length).toBeGreaterThan(50);
    const once = opening.filter((path) => !chosen.has(path));
    expect(once.filter((path) => !path.startsWith('apps/server/test/openapi/'))).toEqual(['apps/server/test/refusals/standard-answers.test.ts']);
  });

  it('leaves out no test that opens one through its helpers, however far', () => {
    const throughHelpers = ['apps/server/test/refusals/payments.test.ts', 'apps/server/src/modules/payments/execution/execute-due.test.ts'];
    expect(throughHelpers.filter((path) => !chosen.has(path))).toEqual([]);
  });

  it('does not repeat what runs on the embedded database alone, or on none', () => {
    const others = [
      'apps/server/test/processes/main.test.ts',
      'apps/server/test/processes/stop-while-signing.test.ts',
      'apps/server/test/processes/killed-after-the-core-paid.test.ts',
      'apps/server/src/platform/random.test.ts',
    ];
    expect(others.filter((path) => chosen.has(path) || !serverTests.includes(path))).toEqual([]);
  });

  it('has every test that does not run on PGlite too: requests to the whole server, and no test of a module or of processes', () => {
    const once = findTestsOfOneEngine();
    expect(once.filter((path) => !chosen.has(path) || !/^apps\/server\/test\/(?:journeys|refusals|storms|threats)\//.test(path))).toEqual([]);
    expect(once).toContain('apps/server/test/journeys/co-signing.test.ts');
    expect(once).not.toContain('apps/server/test/refusals/xs2a.test.ts');
  });

  it('is chosen in two places only, which the search looks for', () => {
    const choosing = inRepository('{apps,packages}/**/*.{ts,tsx,mjs}').filter((path) => /process\.env\.TEST_POSTGRES_URL/.test(read(path)));
    expect(choosing.sort()).toEqual(['apps/server/src/testing/test-database.ts', 'apps/server/test/processes/operators.test.ts']);
  });
});
