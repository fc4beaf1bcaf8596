/** The checks that only read the sources: `npm run lint`, `npm run typecheck`, and a part of `npm test`. */
const tsc = 'node_modules/typescript/bin/tsc';

/** Each check has a script and arguments, relative to the repository's root. */
export const LINT_CHECKS = [
  { title: 'Format and lint', script: 'node_modules/@biomejs/biome/bin/biome', args: ['ci', '--error-on-warnings', '.'] },
  {
    title: 'Import boundaries',
    script: 'node_modules/oxlint/bin/oxlint',
    args: ['--config', 'oxlint.config.ts', '--deny-warnings', 'apps', 'packages', 'e2e', 'bench', 'faults'],
  },
  { title: 'Dead code', script: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
];

export const TYPE_CHECKS = [
  { title: 'Types: server, packages, tools', script: tsc, args: ['-p', 'tsconfig.json'] },
  { title: 'Types: browser', script: tsc, args: ['-p', 'apps/web/tsconfig.json'] },
  { title: 'Types: journeys and measuring', script: tsc, args: ['-p', 'e2e/tsconfig.json'] },
];
