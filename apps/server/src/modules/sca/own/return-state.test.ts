/** Only a value that this installation sealed leads back. */
import { expect, it } from 'vitest';
import { makeReturnState, readReturnState } from './return-state.ts';

const SECRET = Buffer.alloc(32, 1);
const STATE = { challengeId: 'chl_1', chain: 'signing:aut_1' };
const made = makeReturnState(SECRET, STATE);

it('names the challenge and the chain that were sealed', () => {
  expect(readReturnState(SECRET, made)).toEqual(STATE);
});

it.each([
  ['another key', () => readReturnState(Buffer.alloc(32, 2), made)],
  ['another challenge', () => readReturnState(SECRET, made.replace('chl_1', 'chl_2'))],
  ['another chain', () => readReturnState(SECRET, made.replace(/\.[^.]+\./, `.${Buffer.from('signing:aut_2').toString('base64url')}.`))],
  ['a shorter seal', () => readReturnState(SECRET, made.slice(0, -1))],
  ['nothing', () => readReturnState(SECRET, '')],
])('leads nowhere with %s', (_name, read) => {
  expect(read()).toBeUndefined();
});
