import { STATEMENT_STATUSES, type StatementStatus } from '@portico/contract';
import { STATEMENT_READ_SECONDS } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { GRANT_EVENTS, type GrantEvent } from '../grant/grant.ts';
import { isOver } from './statement-grant.ts';
import { isFinal, nextStatus, toUiStatus } from './statement-status.ts';

/** The transitions, one line each. All others are forbidden. */
const MOVES: readonly (readonly [StatementStatus, GrantEvent, StatementStatus])[] = [
  ['received', 'sign', 'valid'],
  ['received', 'refuse', 'rejected'],
  ['received', 'lapse', 'rejected'],
  ['received', 'delete', 'rejected'],
  ['valid', 'delete', 'terminatedByTpp'],
  ['valid', 'expire', 'expired'],
];

const every = STATEMENT_STATUSES.flatMap((status) => GRANT_EVENTS.map((event) => [status, event] as const));
const isAllowed = (status: StatementStatus, event: GrantEvent) => MOVES.some(([from, what]) => from === status && what === event);

describe('a statement', () => {
  it.each(MOVES)('that is %s becomes by %s %s', (from, event, to) => expect(nextStatus(from, event)).toBe(to));

  it.each(every.filter(([status, event]) => !isAllowed(status, event)))('that is %s is not touched by %s', (status, event) =>
    expect(nextStatus(status, event)).toBeUndefined(),
  );

  it('can be signed, refused, left to lapse, deleted and expire, and nothing else happens to one', () => {
    expect(GRANT_EVENTS).toEqual(['sign', 'refuse', 'lapse', 'delete', 'expire']);
  });

  it('is over for good once it is rejected, expired or ended by the application', () => {
    expect(STATEMENT_STATUSES.filter(isFinal)).toEqual(['rejected', 'expired', 'terminatedByTpp']);
  });

  it('speaks the words of the specification to the pages', () => {
    expect(STATEMENT_STATUSES.map(toUiStatus)).toEqual(['received', 'rejected', 'valid', 'expired', 'terminated_by_tpp']);
  });

  const signedAt = new Date('2026-11-20T12:00:00.000Z');
  const after = (milliseconds: number) => new Date(signedAt.getTime() + milliseconds);

  it('can be read for 15 minutes to the millisecond', () => {
    expect(STATEMENT_READ_SECONDS).toBe(900);
    expect([0, 1, 899_999, 900_000, 900_001].map((passed) => isOver({ status: 'valid', signedAt }, after(passed)))).toEqual([
      ...[false, false, false],
      ...[true, true],
    ]);
  });

  it.each(STATEMENT_STATUSES.filter((status) => status !== 'valid'))('that is %s is not ended by time', (status) =>
    expect(isOver({ status, signedAt }, after(10_000_000))).toBe(false),
  );
});
