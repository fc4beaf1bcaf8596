import { describe, expect, it } from 'vitest';
import { instructionWords } from './instruction-words.ts';

/** The bank refuses to cancel orders in these states (decision 0021). A subscription can be cancelled between any two runs. */
const IN_EXECUTION = ['ACCP', 'ACFC', 'ACWC', 'PDNG', 'ACSP', 'ACSC', 'ACCC'] as const;
const OVER = ['CANC', 'RJCT'] as const;

describe.each(['later', 'payroll'] as const)('an order of the kind "%s"', (kind) => {
  it.each([...IN_EXECUTION, ...OVER])('offers no cancellation with the status %s', (status) => {
    const { isOpen, text } = instructionWords(kind, status);
    expect(isOpen).toBe(false);
    expect(text).not.toMatch(/you can cancel/);
  });

  it.each(['ACTC', 'PATC'])('offers a cancellation with the status %s', (status) => {
    expect(instructionWords(kind, status).isOpen).toBe(true);
  });

  it('says that an unknown status is not clear', () => {
    expect(instructionWords(kind, 'XXXX').title).toBe('The bank’s answer is not clear');
  });
});

it('a cancelled subscription says that a payment already accepted is still made', () => {
  expect(instructionWords('subscription', 'CANC').text).toContain('is still made');
});
