/** The command behind `npm run threats`. Returns the exit code. */
import { proveThreats } from './prove.ts';
import { threats } from './register.ts';
import { fingerprintOf, loadSightings, saveSightings, sightingNow } from './seen-proofs.ts';

const OPTIONS: ReadonlySet<string> = new Set(['--prove', '--unseen']);

/** @param args ids of threats (default: all), `--prove`, and `--unseen`: only proofs without a result in the record. */
export async function runThreats(root: string, args: readonly string[]): Promise<number> {
  const ids = args.filter((argument) => !OPTIONS.has(argument));
  const unknown = ids.filter((id) => !threats.some((threat) => threat.id === id));
  if (unknown.length > 0) {
    console.error(`Not in the register: ${unknown.join(', ')}. Known: ${threats.map(({ id }) => id).join(', ')}, --prove and --unseen.`);
    return 1;
  }
  const known = loadSightings(root);
  const chosen = threats
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map((threat) => (args.includes('--unseen') ? { ...threat, proofs: threat.proofs.filter((proof) => !known.has(fingerprintOf(proof))) } : threat));
  if (!args.includes('--prove')) {
    for (const { id, title, proofs, journeys = [] } of chosen) {
      console.log(`${id.padEnd(4)} ${title}`);
      for (const { rule, test } of proofs) console.log(`       ${rule}\n         ${test.file}: ${test.name}`);
      for (const journey of journeys) console.log(`       in a browser\n         ${journey}`);
    }
    return 0;
  }
  // The copies are also removed when a signal ends the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const sighting = sightingNow(root);
  const verdicts = await proveThreats(root, chosen, ({ id, proof, isGuarded, text }) => {
    console.log(`${isGuarded ? '✓' : '✗'} ${id.padEnd(4)} ${proof.rule}: ${text}`);
    // Each result is written at once, to the file as it is now. An ended run keeps its results, and a parallel run does not lose its own.
    const sightings = new Map(loadSightings(root));
    if (isGuarded) sightings.set(fingerprintOf(proof), sighting);
    else sightings.delete(fingerprintOf(proof));
    saveSightings(root, threats, sightings);
  });
  const guarded = verdicts.filter(({ isGuarded }) => isGuarded).length;
  console.log(`\n${guarded} of ${verdicts.length} defences guarded`);
  return guarded === verdicts.length ? 0 : 1;
}
