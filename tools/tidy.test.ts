/** House rules that no linter checks: names, sizes, and where time, randomness, SQL and colours may be used. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const LINES_MAX = 300;
const TEST_LINES_MAX = 600;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const sources = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('/recorded/'));
const shipped = sources.filter((path) => /^(apps|packages)\//.test(path) && !/\.test\.tsx?$|\/testing\/|^apps\/server\/test\//.test(path));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const offenders = (paths: readonly string[], pattern: RegExp): string[] => paths.filter((path) => pattern.test(read(path)));

describe('the repository', () => {
  it('names files in kebab-case', () => {
    const allowed = /^([a-z0-9]+(-[a-z0-9]+)*)(\.[a-z0-9-]+)*$/;
    expect(sources.filter((path) => !allowed.test(basename(path)))).toEqual([]);
  });

  it(`keeps source files at or below ${LINES_MAX} lines and tests below ${TEST_LINES_MAX}`, () => {
    const tooLong = sources.filter((path) => read(path).split('\n').length - 1 > (path.includes('.test.') ? TEST_LINES_MAX : LINES_MAX));
    expect(tooLong).toEqual([]);
  });

  it('replaces a method of a prototype in a test with vi.spyOn, which restores it for the next file of the process', () => {
    expect(
      offenders(
        sources.filter((path) => path.includes('.test.')),
        /\.prototype\.\w+ = /,
      ),
    ).toEqual([]);
  });

  it('leaves the end of a test that hangs to the runner, because a time limit in a test would measure the machine', () => {
    const tests = sources.filter((path) => /\.(test|round|spec)\.tsx?$/.test(path) && path !== 'tools/tidy.test.ts');
    const limit = /^\s*(it|test|describe)\b.*\{ timeout: |^\s*\}, [\d_]{5,}\);$|\.setTimeout\([\d_]+\)|vi\.waitFor\(|, \{ timeout: [\d_]{5,} \}\)/m;
    // Of thousands of bodies, more than an hour in the long fault runs.
    expect(offenders(tests, limit)).toEqual(['apps/server/test/threats/fuzz.test.ts']);
  });

  it('pins every dependency exactly', () => {
    const loose = files
      .filter((path) => basename(path) === 'package.json')
      .flatMap((path) => {
        const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path));
        return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
          ([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)),
        );
      });
    expect(loose).toEqual([]);
  });

  it('keeps no address of a package host in the lock file', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
  });

  it('suppresses a rule only with a reason, and skips no test', () => {
    const suppression = /biome-ignore(?![^\n:]+: \S)|(oxlint|eslint)-disable|@ts-(ignore|expect-error|nocheck)/;
    const skipped = /\b(it|test|describe)\.(skip|only|todo)\(/;
    const others = sources.filter((path) => path !== 'tools/tidy.test.ts');
    expect([...offenders(others, suppression), ...offenders(others, skipped)]).toEqual([]);
  });
});

describe('tests and seeds', () => {
  it('let the product make sessions, tokens and bookings; they only age or attack them', () => {
    const made =
      /insert into (signing_session|signing_entry|challenge|sign_in|bank_session|oauth_artifact|payment|ledger_transaction|ledger_entry|account_hold)\b/i;
    // Statements that the database must refuse: bookings that do not sum to zero, and an item of a bulk payment twice.
    const attacks = new Set([
      'apps/server/src/modules/bank-sandbox/store/ledger-guards.test.ts',
      'apps/server/src/modules/payments/execution/execute-items.test.ts',
      'tools/tidy.test.ts',
    ]);
    // Measurements copy rows that the product created once, up to a million times.
    const others = sources.filter((path) => !path.endsWith('-store.ts') && !path.startsWith('bench/') && !attacks.has(path));
    expect(offenders(others, made)).toEqual([]);
  });
});

describe('the server', () => {
  const modules = shipped.filter((path) => path.startsWith('apps/server/src/modules/'));

  it('reads time and chance through the platform only', () => {
    expect(offenders(modules, /new Date\(\)|Date\.now\(|Math\.random\(|randomUUID\(|randomBytes\(/)).toEqual([]);
  });

  it('keeps SQL in *-store.ts', () => {
    const others = modules.filter((path) => !path.endsWith('-store.ts'));
    expect(offenders(others, /\bsql`|\.selectFrom\(|\.insertInto\(|\.updateTable\(|\.deleteFrom\(|\.withTables</)).toEqual([]);
  });

  it('numbers its migrations without gaps', () => {
    const numbers = files.filter((path) => path.startsWith('apps/server/migrations/')).map((path) => Number(basename(path).slice(0, 4)));
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe('the browser', () => {
  const styles = files.filter((path) => path.startsWith('apps/web/') && path.endsWith('.css') && !path.endsWith('tokens.css'));
  const code = shipped.filter((path) => path.startsWith('apps/web/src/'));

  it('writes colour values in tokens.css only', () => {
    expect(offenders(styles, /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i)).toEqual([]);
  });

  it('counts the time of customers with the steady clock', () => {
    const pages = code.filter((path) =>
      /^apps\/web\/src\/(features\/(signing|bank-\w+|to-sign|receipts|permissions)|bank|shared\/bank-pages)\//.test(path),
    );
    expect(pages.length).toBeGreaterThan(50);
    expect(offenders(pages, /\bDate\.now\b|new Date\(\)|\bnowMs\b|\buseNow\b/)).toEqual([]);
  });

  it('never turns text into markup', () => {
    expect(offenders(code, /dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|document\.write/)).toEqual([]);
  });

  it('leaves the page in one place, which looks at the address first', () => {
    const leaving = offenders(code, /\blocation\.(assign|replace|href)\b|\bwindow\.open\(|\bwindow\.location = /);
    expect(leaving).toEqual(['apps/web/src/shared/page/leave-page.ts']);
  });

  it('writes no inline style, which the policy forbids', () => {
    expect(offenders(code, /\bstyle=\{/)).toEqual([]);
  });

  it('keeps schemas out of the first load: the contract is imported as values or as types', () => {
    expect(offenders(code, /^import (?!type)[^;]*from '@portico\/contract';/m)).toEqual([]);
  });
});
