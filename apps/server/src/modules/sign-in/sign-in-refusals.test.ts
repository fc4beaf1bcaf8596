import { describe, expect, it } from 'vitest';
import { contentChanged, customerUnknown, methodNotOffered, notApproved, signInUnknown } from './sign-in-refusals.ts';

const REFUSALS = [
  signInUnknown(),
  customerUnknown(),
  methodNotOffered(),
  contentChanged(),
  ...(['none', 'started', 'refused', 'timedOut', 'wrongCode'] as const).map(notApproved),
];

describe('a refusal at the bank’s door', () => {
  it.each(REFUSALS.map(({ message }) => message))('says whether one is signed in, that no money moved, and what to do: %s', (text) => {
    expect(text).toContain('You are not signed in');
    expect(text).toContain('no money moved');
    expect(text).toMatch(/start again|try again|choose another|confirm it/i);
  });
});
