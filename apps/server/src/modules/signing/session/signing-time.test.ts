import { describe, expect, it } from 'vitest';
import { deadline, isAnswerReadable, isOverdue, lapsedActivity, type SigningTimes, timeLeft } from './signing-time.ts';

const START = new Date('2026-11-21T10:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

function times(change: Partial<SigningTimes> = {}): SigningTimes {
  return { state: 'open', createdAt: START, lastActivityAt: START, signedAt: undefined, isBound: true, isHeld: false, ...change };
}

describe('a session is overdue', () => {
  it('one second after five idle minutes, and not at five minutes', () => {
    expect(isOverdue(times(), after(300))).toBe(false);
    expect(isOverdue(times(), after(301))).toBe(true);
  });

  it('one second after fifteen minutes, however active', () => {
    expect(isOverdue(times({ lastActivityAt: after(890) }), after(900))).toBe(false);
    expect(isOverdue(times({ lastActivityAt: after(890) }), after(901))).toBe(true);
  });

  it('not by inactivity while a signature is held, but by the total', () => {
    expect(isOverdue(times({ state: 'signing', isHeld: true }), after(600))).toBe(false);
    expect(isOverdue(times({ state: 'signing', isHeld: true }), after(901))).toBe(true);
  });

  it('not by inactivity before the customer came through the door', () => {
    expect(isOverdue(times({ state: 'received', isBound: false }), after(600))).toBe(false);
    expect(isOverdue(times({ state: 'received', isBound: false }), after(901))).toBe(true);
  });

  it('once its last activity is said to have lapsed, unless a signature holds it', () => {
    const lapsed = { state: 'signing', lastActivityAt: lapsedActivity(START) } as const;
    expect(isOverdue(times(lapsed), START)).toBe(true);
    expect(isOverdue(times({ ...lapsed, isHeld: true }), START)).toBe(false);
    expect(deadline(times(lapsed)) < START).toBe(true);
  });

  it.each(['signed', 'refused', 'expired'] as const)('never once it is %s', (state) => {
    expect(isOverdue(times({ state }), after(100_000))).toBe(false);
  });
});

describe('the time left', () => {
  it('shows no idle time beyond the total', () => {
    expect(timeLeft(times({ lastActivityAt: after(800) }), after(800), START)).toEqual({ idleSeconds: 100, totalSeconds: 100 });
  });

  it('is no longer than the bank session lives', () => {
    expect(timeLeft(times(), after(0), after(-20 * 60))).toEqual({ idleSeconds: 300, totalSeconds: 600 });
    expect(timeLeft(times(), after(0), after(-29 * 60))).toEqual({ idleSeconds: 60, totalSeconds: 60 });
    expect(timeLeft(times({ state: 'signed', signedAt: START }), after(0), after(-20 * 60))).toEqual({ idleSeconds: 600, totalSeconds: 600 });
  });

  it('is never negative', () => {
    expect(timeLeft(times(), after(5000), START)).toEqual({ idleSeconds: 0, totalSeconds: 0 });
  });

  it('counts until the stored answer goes once it is signed', () => {
    const signed = times({ state: 'signed', signedAt: after(600) });
    expect(timeLeft(signed, after(660), START)).toEqual({ idleSeconds: 840, totalSeconds: 840 });
    expect(isAnswerReadable(signed, after(1500))).toBe(true);
    expect(isAnswerReadable(signed, after(1501))).toBe(false);
  });
});

describe('the deadline', () => {
  it('is the earlier of idle and total', () => {
    expect(deadline(times())).toEqual(after(300));
    expect(deadline(times({ lastActivityAt: after(700) }))).toEqual(after(900));
    expect(deadline(times({ isBound: false }))).toEqual(after(900));
  });
});
