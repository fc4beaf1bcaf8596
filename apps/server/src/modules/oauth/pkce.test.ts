import { expect, it } from 'vitest';
import { isPkceRequired } from './pkce.ts';

it.each([
  ['version 2, a secret, a nonce', { asksForPkce: true, isPublicClient: false, hasNonce: true }, false],
  ['version 2, a secret, no nonce', { asksForPkce: true, isPublicClient: false, hasNonce: false }, true],
  ['version 2, no secret, a nonce', { asksForPkce: true, isPublicClient: true, hasNonce: true }, true],
  ['version 2, no secret, no nonce', { asksForPkce: true, isPublicClient: true, hasNonce: false }, true],
  ['version 1, a secret, a nonce', { asksForPkce: false, isPublicClient: false, hasNonce: true }, false],
  ['version 1, a secret, no nonce', { asksForPkce: false, isPublicClient: false, hasNonce: false }, false],
  ['version 1, no secret, a nonce', { asksForPkce: false, isPublicClient: true, hasNonce: true }, true],
  ['version 1, no secret, no nonce', { asksForPkce: false, isPublicClient: true, hasNonce: false }, true],
])('%s: PKCE is required %j → %s', (_who, question, isRequired) => {
  expect(isPkceRequired(question)).toBe(isRequired);
});
