/** Each pair of a status here and a state at the core has an explanation, and the kind that staff acts on. */
import { TRANSACTION_STATUSES } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { compareOrder } from './compare-orders.ts';

const STATES = ['unknown', 'held', 'booked', 'refused', 'released'] as const;

describe('an order at Portico and at the core', () => {
  it.each([
    ['ACCC', 'booked', 'same'],
    ['RJCT', 'refused', 'same'],
    ['CANC', 'released', 'same'],
    ['ACFC', 'held', 'same'],
    ['RJCT', 'unknown', 'same'],
    ['ACTC', 'booked', 'coreHasIt'],
    ['ACTC', 'held', 'coreHasIt'],
    ['ACTC', 'refused', 'coreHasIt'],
    ['ACFC', 'booked', 'coreHasIt'],
    ['RJCT', 'booked', 'coreHasIt'],
    ['CANC', 'booked', 'coreHasIt'],
    ['CANC', 'held', 'coreHasIt'],
    ['ACTC', 'unknown', 'waits'],
    ['RCVD', 'unknown', 'waits'],
    ['ACCC', 'unknown', 'unknownAtCore'],
    ['ACSC', 'held', 'unknownAtCore'],
    ['ACSC', 'refused', 'unknownAtCore'],
    ['ACSC', 'released', 'unknownAtCore'],
    ['ACFC', 'unknown', 'unknownAtCore'],
    ['ACFC', 'released', 'unknownAtCore'],
  ] as const)('%s here and %s there is %s', (status, state, kind) => {
    expect(compareOrder(status, state).kind).toBe(kind);
  });

  it('is explained in every case', () => {
    for (const status of TRANSACTION_STATUSES) for (const state of STATES) expect(compareOrder(status, state).explanation).toMatch(/^\w.*\.$/);
  });
});
