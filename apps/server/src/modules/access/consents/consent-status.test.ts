import { CONSENT_STATUSES, type ConsentStatus } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { CONSENT_EVENTS, type ConsentEvent, isFinal, nextStatus, toScaStatus, toUiStatus } from './consent-status.ts';

/** The transitions of the Berlin Group's consent, one line each. All others are forbidden. */
const MOVES: readonly (readonly [ConsentStatus, ConsentEvent, ConsentStatus])[] = [
  ['received', 'sign', 'valid'],
  ['received', 'signPartly', 'partiallyAuthorised'],
  ['received', 'refuse', 'rejected'],
  ['received', 'lapse', 'rejected'],
  ['received', 'delete', 'rejected'],
  ['partiallyAuthorised', 'sign', 'valid'],
  ['partiallyAuthorised', 'refuse', 'rejected'],
  ['partiallyAuthorised', 'lapse', 'rejected'],
  ['partiallyAuthorised', 'delete', 'rejected'],
  ['valid', 'delete', 'terminatedByTpp'],
  ['valid', 'revoke', 'revokedByPsu'],
  ['valid', 'expire', 'expired'],
  ['valid', 'replace', 'expired'],
  ['valid', 'useUp', 'expired'],
];

const every = CONSENT_STATUSES.flatMap((status) => CONSENT_EVENTS.map((event) => [status, event] as const));
const allowed = (status: ConsentStatus, event: ConsentEvent) => MOVES.find(([from, what]) => from === status && what === event)?.[2];

describe('a consent', () => {
  it.each(MOVES)('that is %s becomes by %s %s', (from, event, to) => expect(nextStatus(from, event)).toBe(to));

  it.each(every.filter(([status, event]) => allowed(status, event) === undefined))('that is %s is not touched by %s', (status, event) =>
    expect(nextStatus(status, event)).toBeUndefined(),
  );

  it.each(['rejected', 'revokedByPsu', 'expired', 'terminatedByTpp'] as const)('that is %s stays so', (status) => expect(isFinal(status)).toBe(true));

  it('speaks the words of the specification to the pages', () => {
    expect(CONSENT_STATUSES.map(toUiStatus)).toEqual([
      'received',
      'rejected',
      'partially_authorised',
      'valid',
      'revoked_by_psu',
      'expired',
      'terminated_by_tpp',
    ]);
  });

  it('tells how its authentication went', () => {
    expect(CONSENT_STATUSES.map(toScaStatus)).toEqual(['received', 'failed', 'received', 'finalised', 'finalised', 'finalised', 'finalised']);
  });
});
