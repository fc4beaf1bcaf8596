/** The core's word on an authentication counts for exactly what was asked, and its addresses lie on registered origins. */
import { describe, expect, it } from 'vitest';
import { BankUnavailable } from '#modules/bank/index.ts';
import type { AskCore } from './core-client.ts';
import { createOwnAuthentication } from './own-authentication.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const HASH = 'a'.repeat(64);
const ASKED = {
  challengeId: 'chl_1',
  method: 'BANK_PAGE',
  purpose: 'signing',
  displayText: 'Pay 1.00 EUR',
  contentHash: HASH,
  locale: 'en',
  returnAddress: 'https://portico.example/bank/authentication?state=x',
  createdAt: new Date(NOW),
  secondsLeft: 240,
} as const;
const APPROVED = {
  state: 'approved',
  contentHash: HASH,
  evidence: 'token',
  methodName: 'Login',
  authenticatedAt: new Date(NOW + 1_000).toISOString(),
};

/** The core answers each call with what is given here. */
function open(answers: { readonly address?: string; readonly read?: object }) {
  const calls: string[] = [];
  const ask = (async (call: { readonly name: string; parse(answer: unknown): unknown }) => {
    calls.push(call.name);
    return call.parse(call.name === 'begin-authentication' ? { address: answers.address } : (answers.read ?? {}));
  }) as AskCore;
  const own = createOwnAuthentication({ ask, methods: [], origins: ['https://login.bank.example'], now: () => NOW + 2_000 });
  return { own, calls };
}

describe('the address of the bank’s page', () => {
  it('is asked for once', async () => {
    const { own, calls } = open({ address: 'https://login.bank.example/a' });
    expect([await own.openPage?.(ASKED), await own.openPage?.(ASKED)]).toEqual(['https://login.bank.example/a', 'https://login.bank.example/a']);
    expect(calls).toEqual(['begin-authentication']);
  });

  it.each([
    'https://evil.example/',
    'https://login.bank.example.evil.example/',
    'https://login.bank.example:8443/',
    'https://user@login.bank.example/',
    'http://login.bank.example/',
    'javascript:alert(1)',
    '/here',
    '',
  ])('%s is refused', async (address) => {
    await expect(open({ address }).own.openPage?.(ASKED)).rejects.toThrow(BankUnavailable);
  });
});

describe('the outcome of the bank', () => {
  const outcome = (read: object) => open({ address: 'https://login.bank.example/a', read }).own.readOutcome?.(ASKED);

  it('is none while the authentication runs', async () => {
    expect(await outcome({ state: 'started' })).toBeUndefined();
  });

  it('is an approval with its evidence', async () => {
    const evidence = { method: 'Login', evidence: 'token', authenticatedAt: APPROVED.authenticatedAt };
    expect(await outcome({ ...APPROVED, customerId: 'c-1' })).toEqual({ event: 'approve', customerId: 'c-1', evidence });
  });

  it.each([
    ['other content', { contentHash: 'b'.repeat(64) }, 'otherContent'],
    ['no content', { contentHash: undefined }, 'otherContent'],
    ['no evidence', { evidence: undefined }, 'noEvidence'],
    ['no time', { authenticatedAt: undefined }, 'noEvidence'],
    ['a time before the challenge', { authenticatedAt: new Date(NOW - 61_000).toISOString() }, 'otherTime'],
    ['a time to come', { authenticatedAt: new Date(NOW + 63_000).toISOString() }, 'otherTime'],
  ])('with %s does not count', async (_name, change, fault) => {
    expect(await outcome({ ...APPROVED, ...change })).toEqual({ event: 'unreachable', fault });
  });

  it.each([
    ['refused', 'refuse'],
    ['wrongCode', 'wrongCode'],
    ['timedOut', 'timeOut'],
    ['unreachable', 'unreachable'],
  ])('%s ends the challenge as %s', async (state, event) => {
    expect(await outcome({ state })).toMatchObject({ event });
  });
});
