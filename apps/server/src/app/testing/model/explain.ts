/** Is there an order of the calls' steps that gives exactly these answers and ends in this world? Calls overlap; what was over before another began stays before it. */
import { type Command, type Progress, START, stepsOf, type World } from './signing-model.ts';

/** `begunAt`, `overAt`: moments of one counter. */
export interface Observed {
  readonly command: Command;
  readonly begunAt: number;
  readonly overAt: number;
  readonly answer: string;
}

/** Some twenty times what the hardest of five hundred histories needs. */
const SEEN_MAX = 200_000;
const OVER: Progress = { at: 'over' };

/**
 * @param sight how the world must look in the end, in the words of `sightOf`.
 * @throws when there are too many orders to try: that is no answer, and is not taken for one.
 */
export function isExplained(calls: readonly Observed[], start: World, sightOf: (world: World) => string, sight: string): boolean {
  // Calls mostly take effect in the order in which they end: tried first.
  const byEnd = [...calls.entries()].map(([index, call]) => [call, index] as const).sort(([a], [b]) => a.overAt - b.overAt);
  const seen = new Set<string>();
  // Calls that say the same, got the same and overlap with the same others stand for each other: only how many of them are where counts.
  const natures = calls.map(({ command, answer, begunAt, overAt }) =>
    JSON.stringify([command, answer, calls.filter((other) => other.overAt < begunAt).length, calls.filter((other) => other.begunAt < overAt).length]),
  );
  const twins = natures.map((nature) => natures.indexOf(nature));

  // A server that stops sends its held calls away; the signature goes on without them.
  const isSentAway = calls.map(
    ({ answer, begunAt, overAt }) =>
      answer === '503 UNAVAILABLE' && calls.some(({ command, ...stop }) => command.kind === 'stop' && stop.overAt > begunAt && stop.begunAt < overAt),
  );

  function search(world: World, progress: readonly Progress[]): boolean {
    const away = calls.findIndex((_call, index) => isSentAway[index] === true && progress[index]?.at === 'wait');
    if (away >= 0) return search(world, progress.with(away, OVER));
    if (progress.every(({ at }) => at === 'over')) return sightOf(world) === sight;
    const key = `${JSON.stringify(world)} ${progress.map((reached, index) => `${twins[index]} ${wordOf(reached)}`).sort()}`;
    if (seen.has(key)) return false;
    if (seen.size === SEEN_MAX) throw new Error('There are too many orders in which this history may have gone.');
    seen.add(key);
    const horizon = Math.min(...calls.map(({ overAt }, index) => (progress[index]?.at === 'over' ? Number.POSITIVE_INFINITY : overAt)));
    return byEnd.some(([call, index]) => {
      const before = progress[index] ?? START;
      if (before.at === 'over' || call.begunAt > horizon) return false;
      return stepsOf(world, call.command, before).some(
        ({ world: after, progress: reached, answer }) =>
          (answer === undefined || answer === call.answer) && search(after, progress.with(index, reached)),
      );
    });
  }

  return search(
    start,
    calls.map(() => START),
  );
}

function wordOf({ at, claim, isAmended, failure }: Progress): string {
  return at === 'over' ? '' : `${at} ${claim} ${isAmended} ${failure}`;
}
