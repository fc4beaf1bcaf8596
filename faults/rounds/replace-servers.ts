/** Stops one server after the other with SIGTERM under load, and replaces each before the next: a release without an interruption. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BankUnderLoad } from '../bank-under-load.ts';

export interface Replacement {
  readonly exitCodes: readonly (number | NodeJS.Signals)[];
  /** Held calls that got 503 with `Retry-After` and were repeated. nginx repeats them itself, and no client sees one. */
  readonly sentAway: number;
  /** Connections refused before a request was sent. The client uses the other server. */
  readonly refusedConnections: number;
  /** Calls in progress that got no response, or one from nginx itself, e.g. `POST /v1/consents: 502 Retry-After`. */
  readonly lost: readonly string[];
}

/** The pause after a server is ready (`docs/operate/scale.md`). nginx does not use a server that refused a connection, for two seconds at most. */
const SEEN_AGAIN_MS = 2_500;
const SENT_AWAY = '503 Retry-After';
const NOT_SENT = 'ECONNREFUSED';

/** @param between runs after the replacement of one server and before the next; default: the pause of the operator. */
export async function replaceServers(
  bank: BankUnderLoad,
  serverCount: number,
  between: () => Promise<unknown> = () => delay(SEEN_AGAIN_MS),
): Promise<Replacement> {
  // By then every call that an earlier fault cut has ended, so it is not counted here.
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
