/**
 * A TCP proxy between two programs of this machine. It can delay, lose, cut, hold or reset traffic, and can be pointed at another target. Data held
 * in the states `silent` and `halfOpen` is delivered after the state ends, as a TCP retransmission would deliver it.
 */
import { createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Weather =
  | { readonly kind: 'clear' }
  /** Delays each chunk by `delayMs`; chunks keep their order. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Delays this percentage of chunks as a retransmission would; the chunks behind a delayed one wait too. */
  | { readonly kind: 'lossy'; readonly percent: number }
  /** Resets each connection after this number of bytes of answers. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Requests pass, answers are held. */
  | { readonly kind: 'halfOpen' }
  /** Nothing passes, and neither side gets an error. */
  | { readonly kind: 'silent' }
  /** Resets every open connection, and every new one. */
  | { readonly kind: 'reset' };

export interface Target {
  readonly host: string;
  readonly port: number;
}

export interface Wire {
  readonly port: number;
  setWeather(weather: Weather): void;
  /** Sends new connections to the target, and resets the open ones. */
  plugInto(target: Target): void;
  close(): Promise<void>;
}

const RESENT_AFTER_MS = 200;
const LOOK_MS = 20;

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  answeredBytes: number;
}

export async function openWire(target: Target): Promise<Wire> {
  const pairs = new Set<Pair>();
  let weather: Weather = { kind: 'clear' };
  let aim = target;
  let turn = 0;

  function isHeld(direction: 'question' | 'answer'): boolean {
    return weather.kind === 'silent' || (weather.kind === 'halfOpen' && direction === 'answer');
  }

  /** Forwards every chunk in order, as the current state allows. */
  async function carry(pair: Pair, from: Socket, to: Socket, direction: 'question' | 'answer'): Promise<void> {
    for await (const piece of from) {
      if (weather.kind === 'slow') await delay(weather.delayMs);
      if (weather.kind === 'lossy') {
        turn += 1;
        // Delayed chunks are spread evenly, so that every round is the same.
        if ((turn * 61) % 100 < weather.percent) await delay(RESENT_AFTER_MS);
      }
      while (isHeld(direction)) {
        if (to.destroyed) return;
        await delay(LOOK_MS);
      }
      if (direction === 'answer') pair.answeredBytes += piece.length;
      if (weather.kind === 'cut' && pair.answeredBytes > weather.afterBytes) {
        reset(pair);
        return;
      }
      if (!to.write(piece)) await Promise.race([drained(to), closed(to)]);
    }
    to.end();
  }

  function reset(pair: Pair): void {
    pairs.delete(pair);
    pair.near.resetAndDestroy();
    pair.far.resetAndDestroy();
  }

  const server = createServer((near) => {
    near.on('error', () => {});
    if (weather.kind === 'reset') {
      near.resetAndDestroy();
      return;
    }
    const far = createConnection(aim);
    far.on('error', () => near.resetAndDestroy());
    for (const socket of [near, far]) socket.setNoDelay(true);
    const pair: Pair = { near, far, answeredBytes: 0 };
    pairs.add(pair);
    const give = () => reset(pair);
    void carry(pair, near, far, 'question').catch(give);
    void carry(pair, far, near, 'answer').catch(give);
    near.once('close', () => {
      pairs.delete(pair);
      if (!isHeld('question')) far.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    setWeather(next) {
      weather = next;
      if (next.kind === 'reset') for (const pair of [...pairs]) reset(pair);
    },
    plugInto(next) {
      aim = next;
      for (const pair of [...pairs]) reset(pair);
    },
    async close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const pair of [...pairs]) reset(pair);
      await ended;
    },
  };
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('drain', resolve));
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
