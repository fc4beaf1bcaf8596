/**
 * Tests the import rules of the linter. Each row adds one file with one import to a copy of the repository and runs the linter: forbidden imports
 * must be refused, allowed ones must pass. A rule that never reports anything fails here.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TIERS } from '../oxlint.config.ts';
import { copyRepository, type RepositoryCopy } from './threats/copy-repository.ts';

const repository = join(import.meta.dirname, '..');
/** A copy, because other tests read the repository's files at the same time. */
let copy: RepositoryCopy;
const inCopy = (path: string): string => join(copy.folder, path);

interface Planted {
  readonly from: string;
  readonly specifier: string;
}

const FORBIDDEN: readonly Planted[] = [
  { from: 'packages/primitives/src', specifier: '@portico/contract' },
  { from: 'packages/contract/src', specifier: '../../../apps/server/src/platform/random.ts' },
  { from: 'apps/web/src/shared/api', specifier: '../../features/signing/index.ts' },
  { from: 'apps/web/src/shared/ui', specifier: '../../app/store.ts' },
  { from: 'apps/web/src/features/signing', specifier: '../content/index.ts' },
  { from: 'apps/web/src/features/signing', specifier: '../../app/store.ts' },
  { from: 'apps/web/src/app', specifier: '../features/signing/engine/countdown.ts' },
  { from: 'apps/web/src/features/content', specifier: '../../../../server/src/platform/random.ts' },
  { from: 'apps/server/src/platform/http', specifier: '../../modules/bank/index.ts' },
  { from: 'apps/server/src/platform', specifier: '#modules/bank/index.ts' },
  { from: 'apps/server/src/platform', specifier: '../app/composition/build-app.ts' },
  { from: 'apps/server/src/modules/bank', specifier: '../payments/index.ts' },
  { from: 'apps/server/src/modules/bank', specifier: '#modules/payments/index.ts' },
  { from: 'apps/server/src/modules/bank', specifier: '../bank-sandbox/index.ts' },
  { from: 'apps/server/src/modules/bank-sandbox', specifier: '../bank/bank.ts' },
  { from: 'apps/server/src/modules/signing', specifier: '../bank-core/index.ts' },
  { from: 'apps/server/src/modules/signing', specifier: '../bank-sandbox/index.ts' },
  { from: 'apps/server/src/modules/receipts', specifier: '../test-device/index.ts' },
  { from: 'apps/server/src/modules/bank-core', specifier: '../sandbox/index.ts' },
  { from: 'apps/server/src/app/composition', specifier: '#modules/bank-sandbox/index.ts' },
  { from: 'apps/server/src/app/operators', specifier: '#modules/fallback/index.ts' },
  { from: 'apps/server/src/modules/signing', specifier: '../payments/index.ts' },
  { from: 'apps/server/src/modules/signing', specifier: '../access/index.ts' },
  { from: 'apps/server/src/modules/payments', specifier: '../bank/bank.ts' },
  { from: 'apps/server/src/modules/access/consents', specifier: '../../payments/index.ts' },
  { from: 'apps/server/src/modules/accounts', specifier: '../access/consents/consent-store.ts' },
  { from: 'apps/server/src/modules/signing', specifier: '#modules/payments/payments.ts' },
  { from: 'apps/server/src/modules/signing', specifier: '../oauth/index.ts' },
  { from: 'apps/server/src/modules/sca', specifier: '../../app/composition/build-app.ts' },
  { from: 'apps/server/src/modules/sca', specifier: '../../testing/test-database.ts' },
  { from: 'apps/server/src/app', specifier: '../modules/bank/bank.ts' },
  { from: 'apps/demo-tpp/src', specifier: '../../server/src/platform/random.ts' },
  { from: 'apps/demo-tpp/src', specifier: '../../web/src/app/store.ts' },
  { from: 'e2e', specifier: '../apps/server/src/platform/random.ts' },
  { from: 'bench', specifier: '../apps/web/src/app/store.ts' },
  { from: 'faults', specifier: '../apps/server/src/platform/random.ts' },
  { from: 'packages/testkit/src', specifier: '../../../apps/server/src/platform/random.ts' },
  { from: 'apps/server/src/app', specifier: '@portico/testkit' },
  { from: 'apps/server/src/app', specifier: '../../test/house/order-of.ts' },
  { from: 'apps/server/src/modules/payments', specifier: '../../../test/house/order-of.ts' },
  { from: 'apps/demo-tpp/src', specifier: '@portico/testkit' },
  { from: 'apps/demo-tpp/src', specifier: '@portico/contract' },
];

const ALLOWED: readonly Planted[] = [
  { from: 'packages/contract/src', specifier: '@portico/primitives' },
  { from: 'apps/web/src/shared/api', specifier: '@portico/contract/values' },
  { from: 'apps/web/src/features/signing', specifier: '../../shared/storage/index.ts' },
  { from: 'apps/web/src/app', specifier: '../features/signing/index.ts' },
  { from: 'apps/server/src/modules/bank', specifier: '#platform/random.ts' },
  { from: 'apps/server/src/modules/bank-sandbox', specifier: '../bank/index.ts' },
  { from: 'apps/server/src/modules/payments', specifier: '../signing/index.ts' },
  { from: 'apps/server/src/modules/access/consents', specifier: '../../signing/index.ts' },
  { from: 'apps/server/src/modules/accounts', specifier: '../access/index.ts' },
  { from: 'apps/server/src/app', specifier: '#modules/bank/index.ts' },
  { from: 'apps/server/src/app/replay', specifier: '#modules/bank-sandbox/index.ts' },
  { from: 'apps/server/src/modules/fallback', specifier: '../bank-sandbox/index.ts' },
  { from: 'apps/demo-tpp/src', specifier: '@portico/client' },
  { from: 'e2e', specifier: '@portico/primitives' },
  { from: 'faults', specifier: '@portico/testkit' },
];

const rows = [...FORBIDDEN, ...ALLOWED].map((planted, index) => ({ ...planted, file: join(planted.from, `planted-${index}.ts`) }));
let refused: ReadonlySet<string>;

beforeAll(() => {
  copy = copyRepository(repository);
  for (const { file, specifier } of rows) {
    mkdirSync(inCopy(dirname(file)), { recursive: true });
    writeFileSync(inCopy(file), `import * as planted from '${specifier}';\nexport { planted };\n`);
  }
  refused = lint(rows.map((row) => row.file));
});
afterAll(() => copy?.remove());

describe('the import gate', () => {
  it.each(rows.slice(0, FORBIDDEN.length))('refuses $specifier in $from', ({ file }) => {
    expect(refused).toContain(file);
  });

  it.each(rows.slice(FORBIDDEN.length))('lets $specifier pass in $from', ({ file }) => {
    expect(refused).not.toContain(file);
  });

  it('knows the tier of every module, as ARCHITECTURE.md does', () => {
    const tiers = Object.entries(TIERS).sort();
    expect(tiers.map(([name]) => name)).toEqual(readdirSync(join(repository, 'apps/server/src/modules')).sort());
    const rows = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| (\d) \| `([a-z-]+)` \|/gm);
    expect([...rows].map(([, tier, name]) => [name, Number(tier)]).sort()).toEqual(tiers);
  });

  it('refuses a file that belongs to no part', () => {
    const stray = 'apps/server/src/stray.ts';
    writeFileSync(inCopy(stray), 'export const stray = 1;\n');
    expect(lint([stray])).toContain(stray);
  });

  it('refuses a circle of imports, even of types alone', () => {
    const circle = ['planted-one', 'planted-other'].map((name) => `apps/server/src/platform/${name}.ts`);
    const [one = '', other = ''] = circle;
    writeFileSync(inCopy(one), "import type { Other } from './planted-other.ts';\nexport interface One { readonly other: Other }\n");
    writeFileSync(inCopy(other), "import type { One } from './planted-one.ts';\nexport interface Other { readonly one: One }\n");
    expect(lint(circle, 'import(no-cycle)')).toEqual(new Set(circle));
  });
});

/** Returns the files in which the linter found a violation of this rule. */
function lint(files: readonly string[], rule = 'boundaries('): ReadonlySet<string> {
  const output = runLinter(files);
  const { diagnostics } = JSON.parse(output);
  return new Set(diagnostics.filter(({ code }: { code: string }) => code.startsWith(rule)).map(({ filename }: { filename: string }) => filename));
}

function runLinter(files: readonly string[]): string {
  const linter = join(repository, 'node_modules', 'oxlint', 'bin', 'oxlint');
  try {
    return execFileSync(process.execPath, [linter, '--config', 'oxlint.config.ts', '--format', 'json', ...files], {
      cwd: copy.folder,
      encoding: 'utf8',
    });
  } catch (error) {
    // The linter exits with 1 when it finds something; the test needs its report.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout;
    throw error;
  }
}
