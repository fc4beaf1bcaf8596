import { describe, expect, it } from 'vitest';
import { isLive, nextSignInState, SIGN_IN_EVENTS, SIGN_IN_STATES, stateAt, statesBefore } from './sign-in-state.ts';

/** Written out a second time on purpose: every pair that is not here must be forbidden. */
const LEGAL = new Map([
  ['open+authenticate', 'authenticating'],
  ['open+cancel', 'cancelled'],
  ['open+expire', 'expired'],
  ['authenticating+authenticate', 'authenticating'],
  ['authenticating+complete', 'done'],
  ['authenticating+cancel', 'cancelled'],
  ['authenticating+expire', 'expired'],
]);
const pairs = SIGN_IN_STATES.flatMap((from) => SIGN_IN_EVENTS.map((event) => ({ from, event })));
const NOW = new Date('2026-03-02T10:00:00Z');

describe('the state of a sign-in', () => {
  it.each(pairs.filter(({ from, event }) => LEGAL.has(`${from}+${event}`)))('moves from $from on $event', ({ from, event }) => {
    expect(nextSignInState(from, event)).toBe(LEGAL.get(`${from}+${event}`));
  });

  it.each(pairs.filter(({ from, event }) => !LEGAL.has(`${from}+${event}`)))('stays $from on $event', ({ from, event }) => {
    expect(nextSignInState(from, event)).toBeUndefined();
  });

  it('is completed from nowhere but a running authentication', () => {
    expect(statesBefore('complete')).toEqual(['authenticating']);
  });

  it('is live while it is open or authenticating', () => {
    expect(SIGN_IN_STATES.filter(isLive)).toEqual(['open', 'authenticating']);
  });

  it('expires with its last millisecond, unless it has ended before', () => {
    const later = new Date(NOW.getTime() + 1);
    expect(stateAt('open', later, NOW)).toBe('open');
    expect(stateAt('open', NOW, NOW)).toBe('expired');
    expect(stateAt('authenticating', NOW, NOW)).toBe('expired');
    expect(stateAt('done', NOW, NOW)).toBe('done');
    expect(stateAt('cancelled', NOW, NOW)).toBe('cancelled');
  });
});
