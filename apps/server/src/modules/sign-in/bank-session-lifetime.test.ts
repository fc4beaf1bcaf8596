import { describe, expect, it } from 'vitest';
import { isSessionAlive, secondsLeft } from './bank-session-lifetime.ts';

const START = new Date('2026-03-02T10:00:00Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);

describe('a bank session', () => {
  it('lives from the moment of the sign-in on', () => {
    expect(isSessionAlive({ signedInAt: START, lastSeenAt: START }, START)).toBe(true);
  });

  it('lives until five minutes without activity have passed', () => {
    expect(isSessionAlive({ signedInAt: START, lastSeenAt: START }, at(299.999))).toBe(true);
    expect(isSessionAlive({ signedInAt: START, lastSeenAt: START }, at(300))).toBe(false);
  });

  it('ends after thirty minutes however active it is', () => {
    expect(isSessionAlive({ signedInAt: START, lastSeenAt: at(1799) }, at(1799.999))).toBe(true);
    expect(isSessionAlive({ signedInAt: START, lastSeenAt: at(1799) }, at(1800))).toBe(false);
  });

  it('says how long it lives without activity, at most to the end of the thirty minutes', () => {
    expect(secondsLeft({ signedInAt: START, lastSeenAt: START }, at(0.5))).toBe(300);
    expect(secondsLeft({ signedInAt: START, lastSeenAt: at(1790) }, at(1790))).toBe(10);
    expect(secondsLeft({ signedInAt: START, lastSeenAt: START }, at(301))).toBe(0);
  });

  it('does not outlive a clock that was turned back to before it began', () => {
    expect(isSessionAlive({ signedInAt: START, lastSeenAt: START }, at(-1))).toBe(false);
  });
});
