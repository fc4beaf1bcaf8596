/** The command behind `npm run threats`. Answers the exit code. */
import { proveThreats } from './prove.ts';
import { threats } from './register.ts';

/** @param args ids of threats (default: all) and `--prove`. */
export async function runThreats(root: string, args: readonly string[]): Promise<number> {
  const ids = args.filter((argument) => argument !== '--prove');
  const unknown = ids.filter((id) => !threats.some((threat) => threat.id === id));
  if (unknown.length > 0) {
    console.error(`Not in the register: ${unknown.join(', ')}. Known: ${threats.map(({ id }) => id).join(', ')}, and --prove.`);
    return 1;
  }
  const chosen = threats.filter(({ id }) => ids.length === 0 || ids.includes(id));
  if (!args.includes('--prove')) {
    for (const { id, title, proofs, journeys = [] } of chosen) {
      console.log(`${id.padEnd(4)} ${title}`);
      for (const { rule, test } of proofs) console.log(`       ${rule}\n         ${test.file}: ${test.name}`);
      for (const journey of journeys) console.log(`       in a browser\n         ${journey}`);
    }
    return 0;
  }
  // Ending by a signal leaves no copy behind either.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const verdicts = await proveThreats(root, chosen, ({ id, rule, isGuarded, text }) =>
    console.log(`${isGuarded ? '✓' : '✗'} ${id.padEnd(4)} ${rule}: ${text}`),
  );
  const guarded = verdicts.filter(({ isGuarded }) => isGuarded).length;
  console.log(`\n${guarded} of ${verdicts.length} defences guarded`);
  return guarded === verdicts.length ? 0 : 1;
}
