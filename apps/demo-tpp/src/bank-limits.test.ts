import * as contract from '@portico/contract/values';
import { expect, it } from 'vitest';
import * as limits from './bank-limits.ts';

it('the shop’s limits are the bank’s', () => {
  expect(contract).toMatchObject(limits);
});
