import { PaymentSigningResult } from '@portico/contract';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { guardOf } from '#platform/guard-of.ts';
import { fromAnswerTexts, toAnswerTexts } from './answer-texts.ts';
import { storedAnswer } from './stored-answer.ts';

const KIND = { schemas: { submission: Type.Object({}), result: PaymentSigningResult }, isResult: guardOf(PaymentSigningResult) };
const SIGNED = { transactionStatus: 'ACCC', signedAt: '2026-11-20T12:07:11.000Z' };
const FEE = { amount: '0.41', currency: 'EUR' };
const read = (answer: unknown) => storedAnswer(KIND, { authorisationId: 'sgn_1', answer });

describe('the stored answer of a finished session', () => {
  it('keeps a member that the version before refuses out of the text that this version reads', () => {
    const texts = toAnswerTexts({ ...SIGNED, fee: FEE });
    expect(JSON.parse(texts.answer)).toEqual(SIGNED);
    expect(read(fromAnswerTexts(texts))).toEqual({ ...SIGNED, fee: FEE });
  });

  it('is one text where there is no such member, as the version before wrote it', () => {
    expect(toAnswerTexts(SIGNED)).toEqual({ answer: JSON.stringify(SIGNED), answer_added: null });
    expect(fromAnswerTexts({ answer: JSON.stringify(SIGNED), answer_added: null })).toEqual(SIGNED);
    expect(fromAnswerTexts({ answer: null, answer_added: null })).toBeUndefined();
  });

  it('loses members that a newer version stored, at each depth', () => {
    expect(read({ ...SIGNED, newMember: 1, fee: { ...FEE, taxed: true } })).toEqual({ ...SIGNED, fee: FEE });
  });

  it.each([undefined, null, 'ACCC', [], {}, { ...SIGNED, transactionStatus: 'PAID' }, { ...SIGNED, fee: '0.41' }])('is refused as %j', (answer) => {
    expect(() => read(answer)).toThrow('The stored answer of signing session sgn_1');
  });
});
