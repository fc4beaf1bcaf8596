import { describe, expect, test } from 'vitest';
import { nextSigningStep, SIGNING_MOVES, SIGNING_STEPS } from './signing-steps.ts';

const allowed = new Set([
  'loading ask confirmation',
  'loading open info',
  'loading submit signing',
  'loading finish success',
  'loading fail failed',
  'loading terminate terminated',
  'confirmation confirm info',
  'confirmation fail failed',
  'confirmation terminate terminated',
  'confirmation refuse refusing',
  'info submit signing',
  'info fail failed',
  'info terminate terminated',
  'info refuse refusing',
  'signing finish success',
  'signing fail failed',
  'signing terminate terminated',
  'signing refuse refusing',
  'refusing finish success',
  'refusing terminate terminated',
  'refusing leave leaving',
  'success leave leaving',
  'failed load loading',
  'failed reopen info',
  'failed terminate terminated',
  'failed leave leaving',
  'terminated load loading',
  'terminated terminate terminated',
  'terminated leave leaving',
]);

describe('the steps of a signing page', () => {
  for (const step of SIGNING_STEPS) {
    for (const move of SIGNING_MOVES) {
      const next = nextSigningStep(step, move);
      const isAllowed = [...allowed].some((line) => line.startsWith(`${step} ${move} `));
      test(`${step} ${isAllowed ? 'allows' : 'forbids'} ${move}`, () => {
        if (isAllowed) expect(allowed).toContain(`${step} ${move} ${next}`);
        else expect(next).toBeUndefined();
      });
    }
  }
});
