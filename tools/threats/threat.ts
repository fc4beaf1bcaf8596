/**
 * The structure of one threat of the register. To add one: a file `tNN-name.ts` here, a line in `register.ts`, a row in `docs/security/threats.md`.
 * `npm run threats -- --prove T1` switches each defence off in a copy of the repository and runs its test.
 */

export interface Threat {
  /** `T1`, `T2` …. */
  readonly id: string;
  readonly title: string;
  /** The defence, in one sentence. */
  readonly defence: string;
  readonly proofs: readonly Proof[];
  /** Browser journeys that also test it: paths from the root. No patch is tried on them, because they need a browser and a build. */
  readonly journeys?: readonly string[];
}

/** One part of the defence, the patch that switches it off, and the test that must then fail. */
export interface Proof {
  /** The part of the defence as a rule, e.g. `a ticket opens one page once`. */
  readonly rule: string;
  readonly test: TestName;
  readonly disable: Patch;
}

export interface TestName {
  /** Path from the root of the repository. */
  readonly file: string;
  /** The title of one `it`, `test` or `it.each`, exactly as in the file (without `describe`), unique there. Every row of a table is run. */
  readonly name: string;
}

/** Replaces one place of a source file; the code must still run. */
export interface Patch {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Exact text that occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}
