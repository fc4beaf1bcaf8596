import { AUTH_METHODS, IDENTITY_FIELDS } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { contentChanged, customerUnknown, fieldMissing, fieldUnknown, methodNotOffered, notApproved, signInUnknown } from './sign-in-refusals.ts';

const REFUSALS = [
  signInUnknown(),
  ...AUTH_METHODS.map(customerUnknown),
  ...IDENTITY_FIELDS.flatMap((field) => [fieldMissing(field), fieldUnknown(field)]),
  methodNotOffered(),
  contentChanged(),
  ...(['none', 'started', 'refused', 'timedOut', 'wrongCode', 'unreachable'] as const).map(notApproved),
];

describe('a refusal at the bank’s door', () => {
  it.each(REFUSALS.map(({ message }) => message))('says whether one is signed in, that no money moved, and what to do: %s', (text) => {
    expect(text).toContain('You are not signed in');
    expect(text).toContain('no money moved');
    expect(text).toMatch(/start again|try again|choose another|confirm it/i);
  });
});
