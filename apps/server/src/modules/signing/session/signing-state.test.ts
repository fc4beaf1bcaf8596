import { describe, expect, it } from 'vitest';
import { isTerminal, nextState, SIGNING_EVENTS, SIGNING_STATES } from './signing-state.ts';

const ALLOWED = [
  'received enter open',
  'received expire expired',
  'open enter open',
  'open submit signing',
  'open refuse refused',
  'open expire expired',
  'signing enter signing',
  'signing submit signing',
  'signing fail open',
  'signing sign signed',
  'signing refuse refused',
  'signing expire expired',
  'signed enter signed',
];
const PAIRS = SIGNING_STATES.flatMap((from) => SIGNING_EVENTS.map((event) => ({ from, event })));

describe('the state table', () => {
  it.each(PAIRS)('answers $from + $event as written down', ({ from, event }) => {
    const to = nextState(from, event);
    const listed = ALLOWED.filter((line) => line.startsWith(`${from} ${event} `));
    expect(to === undefined ? [] : [`${from} ${event} ${to}`]).toEqual(listed);
  });

  it('has every move that is written down', () => {
    const moves = PAIRS.flatMap(({ from, event }) => {
      const to = nextState(from, event);
      return to === undefined ? [] : [`${from} ${event} ${to}`];
    });
    expect(moves.toSorted()).toEqual(ALLOWED.toSorted());
  });

  it('ends in three states', () => expect(SIGNING_STATES.filter(isTerminal)).toEqual(['signed', 'refused', 'expired']));

  it('leaves no terminal state for another', () => {
    const escapes = PAIRS.filter(({ from, event }) => isTerminal(from) && (nextState(from, event) ?? from) !== from);
    expect(escapes).toEqual([]);
  });
});
