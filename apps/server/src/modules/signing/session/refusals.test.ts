import { AUTH_METHODS } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import * as errors from './refusals.ts';

const PAYMENT = { nothingDone: 'No money was moved.' };
const REFUSALS = [
  errors.terminated(),
  errors.wrongKind(),
  errors.alreadySigned(),
  errors.otherSignatureRunning(),
  errors.signatureEndedElsewhere(PAYMENT),
  errors.contentChanged(PAYMENT),
  errors.tryAgainSoon(),
  errors.nothingAsked(),
  ...(['refused', 'timedOut', 'wrongCode', 'unreachable'] as const).flatMap((state) =>
    AUTH_METHODS.map((method) => errors.challengeFailed({ state, method }, PAYMENT)),
  ),
];

describe('a refusal of a signing call', () => {
  it.each(REFUSALS.map((refusal) => [refusal.message, refusal] as const))(
    'says what it means for the money, and what to do: %s',
    (text, { status }) => {
      expect(text).toMatch(/money|paid|nothing was (?:signed|lost)/i);
      expect(text).toMatch(/go back|try again|check the details|asks again/i);
      expect([401, 403]).not.toContain(status);
    },
  );
});
