/** Do the model's steps, taken in the turns that the calls really had, give exactly these answers and end in this world? */
import { hash } from 'node:crypto';
import { mayStillAnswer, type Progress, START, stepsOf } from './signing-model.ts';
import type { Command, World } from './world.ts';

/**
 * What was seen, in order. A turn is one use of the database, which nobody else's interrupts: the call takes any number of its steps there,
 * and without a commit none that changes the world. A lone command takes its steps at its end, for nothing else moves meanwhile.
 */
export type Observed =
  | { readonly kind: 'begun'; readonly call: number; readonly command: Command; readonly isAlone: boolean }
  | { readonly kind: 'turn'; readonly call: number; readonly hasWritten: boolean }
  | { readonly kind: 'over'; readonly call: number; readonly answer: string };

interface Call {
  readonly command: Command;
  readonly isAlone: boolean;
  readonly answer: string | undefined;
  readonly progress: Progress;
  /** The server stopped while this call was under way. */
  readonly isStopped: boolean;
}

type Calls = ReadonlyMap<number, Call>;

const SENT_AWAY = '503 UNAVAILABLE';
/** One of five thousand histories needed 1.1 million, which took 38 s; of three thousand before it none needed 200,000. */
const SEEN_MAX = 4_000_000;

/**
 * @param sight how the world must look in the end, in the words of `sightOf`.
 * @throws when there are too many ways to try: that is no answer, and is not taken for one.
 */
export function isExplained(observed: readonly Observed[], start: World, sightOf: (world: World) => string, sight: string): boolean {
  const answers = new Map(observed.flatMap((one) => (one.kind === 'over' ? [[one.call, one.answer]] : [])));
  const lastTurns = new Set(new Map(observed.flatMap((one, index) => (one.kind === 'turn' ? [[one.call, index]] : []))).values());
  const seen = new Set<string>();

  function search(index: number, world: World, calls: Calls): boolean {
    const event = observed[index];
    if (event === undefined) return sightOf(world) === sight;
    if (calls.values().some((call) => isLost(world, call))) return false;
    const key = hash('md5', JSON.stringify([index, world, [...calls].map(([call, { progress }]) => [call, progress])]), 'base64');
    if (seen.has(key)) return false;
    if (seen.size === SEEN_MAX) throw new Error('There are too many ways in which this history may have gone.');
    seen.add(key);
    if (event.kind === 'begun') {
      const { command, isAlone } = event;
      const call: Call = { command, isAlone, answer: answers.get(event.call), progress: START, isStopped: false };
      return search(index + 1, world, new Map(calls).set(event.call, call));
    }
    const call = calls.get(event.call);
    if (call === undefined) throw new Error('A call moved that had not begun.');
    if (event.kind === 'turn') {
      if (call.isAlone) return search(index + 1, world, calls);
      const isLast = lastTurns.has(index) && call.answer !== undefined;
      const reached = reachableFrom(world, call, event.hasWritten).filter(({ progress }) => !isLast || mayAnswer(call, progress));
      return reached.some(({ world: after, progress }) => search(index + 1, after, new Map(calls).set(event.call, { ...call, progress })));
    }
    const left = withStop(calls, call.command);
    left.delete(event.call);
    const ends = call.isAlone ? reachableFrom(world, call, true) : [{ world, progress: call.progress }];
    return ends.some(({ world: after, progress }) => (progress.at === 'over' || isSentAway(call)) && search(index + 1, after, left));
  }

  return search(0, start, new Map());
}

/** Without another turn. Asked at its last one, not only when it is over: meanwhile all others move, in all their ways. */
function mayAnswer({ answer }: Call, { at }: Progress): boolean {
  return at === 'over' || (at === 'wait' && answer === SENT_AWAY);
}

/** Whatever comes, it cannot end as it did: without this look ahead, one history in ten thousand has more than ten million ways to try. */
function isLost(world: World, { command, progress, answer }: Call): boolean {
  return command.kind === 'sign' && answer !== undefined && answer !== SENT_AWAY && !mayStillAnswer(world, command, progress, answer);
}

/** A server that stops sends its held calls away; the signature goes on without them. */
function isSentAway({ answer, progress, isStopped }: Call): boolean {
  return isStopped && progress.at === 'wait' && answer === SENT_AWAY;
}

function withStop(calls: Calls, { kind }: Command): Map<number, Call> {
  return kind === 'stop' ? new Map([...calls].map(([call, known]) => [call, { ...known, isStopped: true }])) : new Map(calls);
}

/** All but the crash to come, which a transaction uses up that is then rolled back. */
function storedIn(world: World): string {
  return JSON.stringify({ ...world, willCrash: false });
}

interface Place {
  readonly world: World;
  readonly progress: Progress;
}

/** Where the call may stand after its turn, the farthest first. */
function reachableFrom(world: World, { command, answer: wanted, progress }: Call, mayChange: boolean): readonly Place[] {
  const places: Place[] = [{ world, progress }];
  const known = new Set([JSON.stringify(places[0])]);
  for (const place of places) {
    if (place.progress.at === 'over') continue;
    for (const { answer, ...next } of stepsOf(place.world, command, place.progress)) {
      const key = JSON.stringify(next);
      if ((answer !== undefined && answer !== wanted) || known.has(key)) continue;
      if (!mayChange && storedIn(next.world) !== storedIn(world)) continue;
      known.add(key);
      places.push(next);
    }
  }
  return places.reverse();
}
