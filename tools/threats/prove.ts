/**
 * Switches each defence off, one at a time, in copies of the repository, and expects its test to fail with an assertion. A test counts only when it
 * passes on the unchanged copy.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository } from './copy-repository.ts';
import { type Outcome, runTest } from './run-test.ts';
import type { Patch, Proof, Threat } from './threat.ts';

export interface Verdict {
  readonly id: string;
  readonly proof: Proof;
  readonly isGuarded: boolean;
  /** `guarded` and the test's message, or why the proof does not hold. */
  readonly text: string;
}

/** Number of parallel workers, each with its own copy; a test mostly waits for one processor. */
const WORKERS = 2;

/**
 * Returns one verdict for each proof, in order, and calls `tell` with each as soon as it is known. The copies are removed when the process ends, at
 * the latest.
 */
export async function proveThreats(root: string, threats: readonly Threat[], tell: (verdict: Verdict) => void): Promise<readonly Verdict[]> {
  const proofs = threats.flatMap(({ id, proofs: own }) => own.map((proof) => ({ id, proof })));
  // The proofs of one file stay together, because they share the results of the unchanged copy.
  const groups = [...Map.groupBy(proofs.entries(), ([, { proof }]) => proof.test.file).values()];
  const verdicts: Verdict[] = [];

  async function work(): Promise<void> {
    const copy = copyRepository(root);
    process.once('exit', copy.remove);
    try {
      for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
        const untouched = new Map<string, Outcome>();
        for (const [index, { id, proof }] of group) {
          const verdict = { id, proof, ...(await prove(copy.folder, proof, untouched)) };
          tell(verdict);
          verdicts[index] = verdict;
        }
      }
    } finally {
      copy.remove();
      process.off('exit', copy.remove);
    }
  }

  await Promise.all(Array.from({ length: Math.min(WORKERS, groups.length) }, work));
  return verdicts;
}

/** Returns why the patch cannot be applied to the tree at `root`; undefined when it can. */
export function whyUnusable(root: string, { file, find }: Patch): string | undefined {
  const places = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  return places === 1 ? undefined : `the patch does not apply: its text occurs ${places} times in ${file}`;
}

async function prove(folder: string, { test, disable }: Proof, untouched: Map<string, Outcome>): Promise<Pick<Verdict, 'isGuarded' | 'text'>> {
  const unproved = (text: string) => ({ isGuarded: false, text });
  const unusable = whyUnusable(folder, disable);
  if (unusable !== undefined) return unproved(unusable);
  const before = untouched.get(test.name) ?? (await runTest(folder, test));
  untouched.set(test.name, before);
  if (before.state !== 'green') return unproved(`the test is not green without the patch: ${explain(before)}`);
  const path = join(folder, disable.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(disable.find, () => disable.replace),
  );
  try {
    const after = await runTest(folder, test);
    if (after.state === 'green') return unproved('NOT GUARDED: the test stays green without the defence');
    return after.state === 'red'
      ? { isGuarded: true, text: `guarded, ${after.why}` }
      : unproved(`the patch breaks the test itself: ${explain(after)}`);
  } finally {
    writeFileSync(path, source);
  }
}

function explain(outcome: Outcome): string {
  return 'why' in outcome ? `${outcome.state}, ${outcome.why}` : outcome.state;
}
