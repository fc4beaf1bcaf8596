import { describe, expect, test } from 'vitest';
import { initialSignIn, nextSignInStep, SIGN_IN_MOVES, SIGN_IN_STEPS, type SignInState, signInReducer } from './sign-in-state.ts';
import { signInDetails } from './testing/sign-in-fixtures.ts';

const allowed = [
  'loading open form',
  'loading wait waiting',
  'loading expire expired',
  'loading fail failed',
  'form start starting',
  'form leave leaving',
  'starting open form',
  'starting wait waiting',
  'starting refuse ended',
  'starting complete completing',
  'starting expire expired',
  'starting fail failed',
  'starting leave leaving',
  'waiting open form',
  'waiting refuse ended',
  'waiting complete completing',
  'waiting expire expired',
  'waiting fail failed',
  'waiting leave leaving',
  'ended open form',
  'ended leave leaving',
  'completing choose choosing',
  'completing expire expired',
  'completing fail failed',
  'choosing complete completing',
  'choosing leave leaving',
  'expired leave leaving',
  'failed reload loading',
  'failed leave leaving',
  'leaving expire expired',
  'leaving fail failed',
];

describe('the steps of a sign-in', () => {
  for (const step of SIGN_IN_STEPS) {
    for (const move of SIGN_IN_MOVES) {
      const line = allowed.find((candidate) => candidate.startsWith(`${step} ${move} `));
      test(`${step} ${line === undefined ? 'forbids' : 'allows'} ${move}`, () => {
        expect(nextSignInStep(step, move)).toBe(line?.split(' ')[2]);
      });
    }
  }
});

const form: SignInState = signInReducer(initialSignIn, { type: 'detailsArrived', details: signInDetails() });
const waiting = signInReducer(signInReducer(form, { type: 'submitted', body: { method: 'SMART_ID' } }), {
  type: 'challengeArrived',
  reading: { state: 'started' },
  atMs: 0,
});

test('a page reloaded during a challenge waits for its outcome', () => {
  expect(signInReducer(initialSignIn, { type: 'detailsArrived', details: signInDetails({ challengeRunning: true }) }).step).toBe('waiting');
});

test.each(['refused', 'timedOut', 'wrongCode'] as const)('the outcome %s ends the challenge and is shown', (state) => {
  expect(signInReducer(waiting, { type: 'challengeArrived', reading: { state }, atMs: 1 })).toMatchObject({ step: 'ended', ended: state });
});

test('an approved challenge completes the sign-in', () => {
  expect(signInReducer(waiting, { type: 'challengeArrived', reading: { state: 'approved' }, atMs: 1 }).step).toBe('completing');
});

test('an unknown challenge leads back to the form', () => {
  expect(signInReducer(waiting, { type: 'challengeArrived', reading: { state: 'none' }, atMs: 1 }).step).toBe('form');
});

test('trying again clears the last outcome', () => {
  const ended = signInReducer(waiting, { type: 'challengeArrived', reading: { state: 'refused' }, atMs: 1 });
  const again = signInReducer(ended, { type: 'tryAgain' });
  expect(again.step).toBe('form');
  expect(again.ended).toBeUndefined();
  expect(again.challenge).toBeUndefined();
});

test('an answer that arrives after the customer left has no effect', () => {
  const leaving = signInReducer(waiting, { type: 'leaving' });
  expect(signInReducer(leaving, { type: 'challengeArrived', reading: { state: 'approved' }, atMs: 1 })).toBe(leaving);
});
