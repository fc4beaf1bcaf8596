/**
 * The results of `--prove`, in `docs/security/threat-proofs.md`: a row for each proof whose test failed without its defence. The fingerprint of a
 * proof identifies its row, so a changed proof counts as not proven.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Proof, Threat } from './threat.ts';

/** The date and the commit of a result. */
export interface Sighting {
  /** `2026-11-22`, in UTC. */
  readonly date: string;
  /** Short hash of the commit, with `+` when files have changed since; `–` where there is none. */
  readonly commit: string;
}

/** Results by the fingerprint of their proof. */
export type Sightings = ReadonlyMap<string, Sighting>;

const RECORD = 'docs/security/threat-proofs.md';
const FINGERPRINT_LENGTH = 10;
/** `| T1 | rule | return-url | 2026-11-22 | 1a2b3c4 | 0123456789 |` */
const ROW = /^\| T\d+ \|.*\| (\d{4}-\d\d-\d\d) \| (\S+) \| ([0-9a-f]{10}) \|$/;

/** Ten hexadecimal digits of the hash of a proof's rule, test and patch. */
export function fingerprintOf({ rule, test, disable }: Proof): string {
  const text = JSON.stringify([rule, test.file, test.name, disable.file, disable.find, disable.replace]);
  return createHash('sha256').update(text).digest('hex').slice(0, FINGERPRINT_LENGTH);
}

/** Reads the rows of a text from `writeRecord`. */
export function readRecord(text: string): Sightings {
  const rows = text.split('\n').flatMap((line) => {
    const [, date, commit, fingerprint] = ROW.exec(line) ?? [];
    return date === undefined || commit === undefined || fingerprint === undefined ? [] : [[fingerprint, { date, commit }] as const];
  });
  return new Map(rows);
}

/** Writes the record in the order of the register. Results of removed proofs are left out. */
export function writeRecord(threats: readonly Threat[], sightings: Sightings): string {
  const proofs = threats.flatMap(({ id, proofs: own }) => own.map((proof) => ({ id, proof, fingerprint: fingerprintOf(proof) })));
  const rows = proofs.flatMap(({ id, proof: { rule, test }, fingerprint }) => {
    const seen = sightings.get(fingerprint);
    return seen === undefined ? [] : [`| ${[id, rule.replaceAll('|', '\\|'), test.file, seen.date, seen.commit, fingerprint].join(' | ')} |`];
  });
  return `# Proofs that were seen

Written by \`npm run threats -- --prove\`, not by hand. A row says that this defence was switched off as \`tools/threats\` says, and that its test,
green before, was red for its assertion. A row goes when its proof is changed, or when it is tried and not seen again.

${rows.length} of the ${proofs.length} proofs of the register at that time.

| # | rule | test | seen | commit | proof |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** Reads the record of the repository at `root`; empty where there is none. */
export function loadSightings(root: string): Sightings {
  const path = join(root, RECORD);
  return readRecord(existsSync(path) ? readFileSync(path, 'utf8') : '');
}

export function saveSightings(root: string, threats: readonly Threat[], sightings: Sightings): void {
  writeFileSync(join(root, RECORD), writeRecord(threats, sightings));
}

/** The date and the commit of the repository at `root` now. */
export function sightingNow(root: string): Sighting {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = git('rev-parse', '--short=7', 'HEAD');
  const isChanged = git('status', '--porcelain', '--', '.', `:!${RECORD}`) !== '';
  return { date: new Date().toISOString().slice(0, 10), commit: commit === '' ? '–' : `${commit}${isChanged ? '+' : ''}` };
}
