import { CHALLENGE_STATES } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { type ChallengeEvent, dueEvent, isFinalChallengeState, nextChallengeState } from './challenge-state.ts';

const EVENTS: readonly ChallengeEvent[] = ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'];
/** Written out a second time on purpose: every pair that is not here must be forbidden. */
const LEGAL = new Map([
  ['started+approve', 'approved'],
  ['started+refuse', 'refused'],
  ['started+wrongCode', 'wrongCode'],
  ['started+timeOut', 'timedOut'],
  ['started+unreachable', 'unreachable'],
]);
const pairs = CHALLENGE_STATES.flatMap((from) => EVENTS.map((event) => ({ from, event })));

const NOW = new Date('2026-03-02T10:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('the state of a challenge', () => {
  it.each(pairs.filter(({ from, event }) => LEGAL.has(`${from}+${event}`)))('moves from $from on $event', ({ from, event }) => {
    expect(nextChallengeState(from, event)).toBe(LEGAL.get(`${from}+${event}`));
  });

  it.each(pairs.filter(({ from, event }) => !LEGAL.has(`${from}+${event}`)))('stays $from on $event', ({ from, event }) => {
    expect(nextChallengeState(from, event)).toBeUndefined();
  });

  it('is final in every state but started', () => {
    expect(CHALLENGE_STATES.filter((state) => !isFinalChallengeState(state))).toEqual(['started']);
  });
});

describe('what is due', () => {
  const running = { method: 'SMART_ID', state: 'started', dueAnswer: 'approve', answersAt: at(2), expiresAt: at(120) } as const;

  it('is nothing before the device answers', () => {
    expect(dueEvent(running, at(1.999))).toBeUndefined();
  });

  it.each(['approve', 'refuse', 'wrongCode'] as const)('is the answer that the challenge began with: %s', (dueAnswer) => {
    expect(dueEvent({ ...running, dueAnswer }, at(2))).toBe(dueAnswer);
  });

  it('is the automatic answer however late somebody looks', () => {
    expect(dueEvent(running, at(9_999))).toBe('approve');
  });

  it('is the end of the time when the device would have answered only afterwards', () => {
    expect(dueEvent({ ...running, answersAt: at(120) }, at(200))).toBe('timeOut');
  });

  it('is nothing at 119.999 s and the end of the time at 120 s when nobody answers', () => {
    expect(dueEvent({ ...running, answersAt: undefined }, at(119.999))).toBeUndefined();
    expect(dueEvent({ ...running, answersAt: undefined }, at(120))).toBe('timeOut');
  });

  it.each(CHALLENGE_STATES.filter((state) => state !== 'started'))('is nothing any more once it is %s', (state) => {
    expect(dueEvent({ ...running, state }, at(500))).toBeUndefined();
  });

  it.each(['approve', 'wrongCode'] as const)('never is what a calculator shows by itself (%s): somebody must type it', (dueAnswer) => {
    const calculator = { ...running, method: 'CODE_CALCULATOR', dueAnswer } as const;
    expect(dueEvent(calculator, at(60))).toBeUndefined();
    expect(dueEvent(calculator, at(120))).toBe('timeOut');
  });

  it('is a refusal of a customer with a calculator who refuses', () => {
    expect(dueEvent({ ...running, method: 'CODE_CALCULATOR', dueAnswer: 'refuse' }, at(2))).toBe('refuse');
  });

  it('never is an answer where nobody answers by himself', () => {
    expect(dueEvent({ ...running, dueAnswer: undefined }, at(60))).toBeUndefined();
  });
});
