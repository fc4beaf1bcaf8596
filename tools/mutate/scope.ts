/** Which rules are changed, and the tests that have to notice: the nearest, because a rule is understood where it stands. */

export interface Mutated {
  readonly file: string;
  readonly tests: readonly string[];
}

const besideIn = (folder: string, ...names: readonly string[]): readonly Mutated[] =>
  names.map((name) => ({ file: `${folder}/${name}.ts`, tests: [`${folder}/${name}.test.ts`] }));

export const scope: readonly Mutated[] = [
  // Money, accounts and days.
  ...besideIn('packages/primitives/src', 'money', 'iban', 'creditor-reference', 'iso-date', 't2-calendar'),
  // Redirect rules.
  ...besideIn('apps/server/src/modules/tpp-apps', 'return-url'),
  // OAuth checks.
  ...besideIn('apps/server/src/modules/oauth', 'pkce'),
  // When a signing session is over.
  ...besideIn('apps/server/src/modules/signing', 'signing-time'),
];
