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

describe('the due event of a challenge', () => {
  const running = { method: 'SMART_ID', state: 'started', createdAt: NOW, dueAnswer: 'approve', answersAt: at(2), expiresAt: at(120) } as const;

  it('is undefined before the device answers', () => {
    expect(dueEvent(running, at(1.999))).toBeUndefined();
  });

  it.each(['approve', 'refuse', 'wrongCode'] as const)('is the automatic answer of the challenge: %s', (dueAnswer) => {
    expect(dueEvent({ ...running, dueAnswer }, at(2))).toBe(dueAnswer);
  });

  it.each(['refuse', 'wrongCode'] as const)('is the automatic answer %s also when it is read late', (dueAnswer) => {
    expect(dueEvent({ ...running, dueAnswer }, at(9_999))).toBe(dueAnswer);
  });

  it('is an approval that is read within five minutes of the start, and timeOut afterwards', () => {
    expect(dueEvent(running, at(299.999))).toBe('approve');
    expect(dueEvent(running, at(300))).toBe('timeOut');
  });

  it('is timeOut when the device would have answered later', () => {
    expect(dueEvent({ ...running, answersAt: at(120) }, at(200))).toBe('timeOut');
  });

  it('is undefined at 119.999 s and timeOut at 120 s without an answer', () => {
    expect(dueEvent({ ...running, answersAt: undefined }, at(119.999))).toBeUndefined();
    expect(dueEvent({ ...running, answersAt: undefined }, at(120))).toBe('timeOut');
  });

  it.each(CHALLENGE_STATES.filter((state) => state !== 'started'))('is undefined in the state %s', (state) => {
    expect(dueEvent({ ...running, state }, at(500))).toBeUndefined();
  });

  it.each(['approve', 'wrongCode'] as const)('is never the automatic answer of a calculator (%s), which the customer must enter', (dueAnswer) => {
    const calculator = { ...running, method: 'CODE_CALCULATOR', dueAnswer } as const;
    expect(dueEvent(calculator, at(60))).toBeUndefined();
    expect(dueEvent(calculator, at(120))).toBe('timeOut');
  });

  it('is refuse for a customer with a calculator who refuses', () => {
    expect(dueEvent({ ...running, method: 'CODE_CALCULATOR', dueAnswer: 'refuse' }, at(2))).toBe('refuse');
  });

  it('is undefined without an automatic answer', () => {
    expect(dueEvent({ ...running, dueAnswer: undefined }, at(60))).toBeUndefined();
  });
});
