import { PaymentSigningResult } from '@portico/contract';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { guardOf } from '#platform/guard-of.ts';
import { storedAnswer } from './stored-answer.ts';

const KIND = { schemas: { submission: Type.Object({}), result: PaymentSigningResult }, isResult: guardOf(PaymentSigningResult) };
const SIGNED = { transactionStatus: 'ACCC', signedAt: '2026-11-20T12:07:11.000Z' };
const read = (answer: unknown) => storedAnswer(KIND, { authorisationId: 'sgn_1', answer });

describe('the stored answer of a finished session', () => {
  it('loses members that a newer version stored, at each depth', () => {
    expect(read({ ...SIGNED, newMember: 1, signatories: [{ name: 'Liis Näidis', state: 'signed', newMember: 1 }] })).toEqual({
      ...SIGNED,
      signatories: [{ name: 'Liis Näidis', state: 'signed' }],
    });
  });

  it.each([undefined, null, 'ACCC', [], {}, { ...SIGNED, transactionStatus: 'PAID' }, { ...SIGNED, signedAt: 1 }])('is refused as %j', (answer) => {
    expect(() => read(answer)).toThrow('The stored answer of signing session sgn_1');
  });
});
