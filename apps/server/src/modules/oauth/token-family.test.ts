import { describe, expect, it } from 'vitest';
import type { FoundGrant } from './artifact-store.ts';
import { type TokenCall, writeTokenCall } from './token-family.ts';

const grant: FoundGrant = {
  grantHash: 'grant',
  sandboxId: 'sbx_one',
  appId: 'app_lumen',
  customerId: 'cus_mari',
  payload: {},
  bankCountry: 'ee',
  secondsLeft: 60,
  readAt: new Date('2026-11-20T12:00:00.000Z'),
};
const used = { model: 'AuthorizationCode', idHash: 'code', grantHash: 'grant' };
const issued = [{ model: 'AccessToken', idHash: 'token', payload: {}, ttlSeconds: 3600 }];

const refuse = () => {
  throw new Error('Something was written.');
};
const deps = { write: refuse, writeStatement: refuse, beginChain: refuse };

describe('a token', () => {
  it.each<[string, TokenCall]>([
    ['nothing', { issued }],
    ['a code of no sign-in', { used, issued }],
    ['a sign-in without a code', { grant, issued }],
  ])('that would come from %s is never written', async (_name, call) => {
    await expect(writeTokenCall(deps, call)).rejects.toThrow('A token was issued for nothing.');
  });
});
