/**
 * Who may import whom. A part of the repository imports the parts that its line names; a module of the server imports the `index.ts` of
 * modules with a lower tier. Everything else is refused, and so is a circle, of types, too.
 */
import { defineConfig } from 'oxlint';

/** Of each module of the server: above every module it uses. What only `app` uses stands at the top. */
export const TIERS = {
  audit: 1,
  catalog: 1,
  content: 1,
  developers: 1,
  mailbox: 1,
  maintenance: 1,
  'request-log': 1,
  bank: 2,
  mcp: 2,
  statistics: 2,
  status: 2,
  subscriptions: 2,
  'tpp-apps': 2,
  'bank-sandbox': 3,
  'funds-confirmations': 3,
  notifications: 3,
  'payee-verifications': 3,
  'provider-identity': 3,
  sca: 3,
  'sign-in': 4,
  'test-authority': 4,
  'test-device': 4,
  oauth: 5,
  signing: 5,
  access: 6,
  onboarding: 6,
  payments: 6,
  receipts: 6,
  accounts: 7,
  fallback: 7,
  permissions: 7,
  registration: 7,
  sandbox: 7,
  'second-signature': 7,
  'bank-core': 8,
  console: 8,
} as const;

/** The sandbox and what only it has. Before a bank's own core none of it is loaded: one file of `app` imports it, and that is loaded by name. */
export const SANDBOX_MODULES: readonly (keyof typeof TIERS)[] = ['bank-sandbox', 'test-authority', 'test-device', 'fallback', 'sandbox'];
const OF_SANDBOX = ['composition/sandbox-edition.ts', 'replay/*.ts'];

const PARTS = {
  primitives: ['packages/primitives/src'],
  contract: ['packages/contract/src'],
  testkit: ['packages/testkit/src'],
  client: ['packages/client'],
  'web-app': ['apps/web/src/app', 'apps/web/src/bank', 'apps/web/src/console'],
  'web-feature': ['apps/web/src/features/*'],
  'web-shared': ['apps/web/src/shared'],
  'web-build': ['apps/web/build'],
  'srv-app': ['apps/server/src/app'],
  'srv-module': ['apps/server/src/modules/*'],
  'srv-platform': ['apps/server/src/platform'],
  'srv-testing': ['apps/server/src/testing'],
  'srv-test': ['apps/server/test'],
  demo: ['apps/demo-tpp/src', 'apps/demo-idp/src', 'apps/demo-core/src'],
  e2e: ['e2e'],
  bench: ['bench'],
  faults: ['faults'],
  tools: ['tools'],
} as const;

type Part = keyof typeof PARTS;

const part = (type: Part | readonly Part[]) => ({ element: { type } });
/** One module of the server, or every one; of it a file, or all of them. */
const module = (name?: string | readonly string[], fileInternalPath?: string) => ({
  element: { type: 'srv-module', ...(name && { captured: { name } }), ...(fileInternalPath && { fileInternalPath }) },
});
const indexOf = (name?: string | readonly string[]) => module(name, 'index.ts');
const allow = (from: object, ...to: readonly object[]) => ({ from, allow: to.map((target) => ({ to: target })) });

const isOfSandbox = (name: string) => SANDBOX_MODULES.some((known) => known === name);
const ALWAYS_LOADED = Object.keys(TIERS).filter((name) => !isOfSandbox(name));

const byTier = Object.entries(TIERS).map(([name, tier]) => {
  const lower = Object.entries(TIERS).filter(([other, itsTier]) => itsTier < tier && (isOfSandbox(name) || !isOfSandbox(other)));
  return allow(module(name), indexOf(lower.map(([other]) => other)));
});

const COMMON = [
  allow(part('contract'), part('primitives')),
  allow(part('web-build'), part('web-shared')),
  allow(part('web-shared'), part(['contract', 'primitives'])),
  allow(part('web-feature'), part(['web-shared', 'contract', 'primitives'])),
  allow(part('web-app'), part(['web-shared', 'contract', 'primitives']), { element: { type: 'web-feature', fileInternalPath: 'index.ts' } }),
  allow(part('srv-platform'), part(['contract', 'primitives'])),
  allow(part('srv-testing'), part(['srv-platform', 'contract', 'primitives', 'testkit'])),
  allow(module(), part(['srv-platform', 'contract', 'primitives'])),
  allow(part('srv-app'), part(['srv-platform', 'contract', 'primitives']), indexOf(ALWAYS_LOADED)),
  allow({ element: { type: 'srv-app', fileInternalPath: OF_SANDBOX } }, indexOf(SANDBOX_MODULES)),
  allow(part('demo'), part(['client', 'primitives'])),
  allow(part(['e2e', 'bench', 'faults']), part(['contract', 'primitives', 'testkit'])),
  allow(part(['bench', 'faults']), part('tools')),
  allow(part('bench'), part('e2e')),
];

/** Tests stand beside what they test, and begin where others end. */
const OF_TESTS = [
  allow(module(), part('srv-testing'), indexOf(), module(['bank', 'sca'], 'testing/*.ts')),
  allow(part(['srv-platform', 'srv-app']), part('srv-testing')),
  allow(part('srv-test'), part(['srv-app', 'srv-testing', 'srv-platform', 'contract', 'primitives', 'testkit', 'client', 'tools'])),
  allow(part('srv-test'), indexOf(), module(['bank', 'bank-core'], 'testing/*.ts'), module('provider-identity', '{testing,signature/testing}/*.ts')),
  allow(part('demo'), part(['testkit', 'contract'])),
];

const dependencies = (policies: readonly object[]): ['error', object] => ['error', { default: 'disallow', policies }];

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'unicorn'],
  jsPlugins: ['eslint-plugin-boundaries'],
  categories: { correctness: 'off' },
  ignorePatterns: ['apps/web/vite.config.ts', '**/dist/**', '**/node_modules/**', 'test-results/**'],
  settings: {
    'import/resolver': { typescript: { alwaysTryTypes: true, conditionNames: ['types', 'import', 'default'] } },
    'boundaries/elements': Object.entries(PARTS).flatMap(([type, folders]) =>
      folders.map((pattern) => ({ type, pattern, ...(pattern.endsWith('*') && { capture: ['name'] }) })),
    ),
  },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'boundaries/no-unknown-files': 'error',
    'boundaries/dependencies': dependencies([...COMMON, ...byTier]),
  },
  overrides: [
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'apps/server/test/**', 'apps/server/src/modules/*/testing/**'],
      rules: { 'boundaries/dependencies': dependencies([...COMMON, ...byTier, ...OF_TESTS]) },
    },
  ],
});
