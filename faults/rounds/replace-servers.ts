/** SIGTERM under load, one server after the other, each replaced before the next goes: a release without an interruption. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BankUnderLoad } from '../bank-under-load.ts';

export interface Replacement {
  readonly exitCodes: readonly (number | NodeJS.Signals)[];
  /** Held calls that were sent away with 503 and `Retry-After`, and repeated; nginx repeats them itself, and nobody sees one. */
  readonly sentAway: number;
  /** Connections refused before anything was sent: the client goes to the other server. */
  readonly refusedConnections: number;
  /** Calls that were under way and got no answer, or one from nginx alone, e.g. `POST /v1/consents: 502 Retry-After`. */
  readonly lost: readonly string[];
}

/** Who replaces servers waits so long once the last one is ready (`docs/operate/scale.md`): nginx leaves alone a server that refused it, for two seconds at most. */
const SEEN_AGAIN_MS = 2_500;
const SENT_AWAY = '503 Retry-After';
const NOT_SENT = 'ECONNREFUSED';

/** @param between what happens while one is replaced and the next is not; absent: nothing for as long as who replaces them waits. */
export async function replaceServers(
  bank: BankUnderLoad,
  serverCount: number,
  between: () => Promise<unknown> = () => delay(SEEN_AGAIN_MS),
): Promise<Replacement> {
  // Whatever an earlier fault has cut is answered by then and not counted here.
  await delay(SEEN_AGAIN_MS);
  const before = bank.servers.calls.length;
  const exitCodes: (number | NodeJS.Signals)[] = [];
  for (let index = 0; index < serverCount; index += 1) {
    if (index > 0) await between();
    const leaving = bank.server(index);
    await leaving.stop();
    exitCodes.push(await leaving.ended());
    await bank.start(index);
  }
  const unanswered = bank.servers.calls.slice(before).filter(({ outcome }) => !isAnswer(outcome));
  const countOf = (wanted: string) => unanswered.filter(({ outcome }) => outcome === wanted).length;
  return {
    exitCodes,
    sentAway: countOf(SENT_AWAY),
    refusedConnections: countOf(NOT_SENT),
    lost: unanswered
      .filter(({ outcome }) => outcome !== SENT_AWAY && outcome !== NOT_SENT)
      .map(({ method, path, outcome }) => `${method} ${path}: ${outcome}`),
  };
}

function isAnswer(outcome: string): boolean {
  return Number(outcome) < 500;
}
