import { describe, expect, it } from 'vitest';
import { parseAccountId, toAccountId } from './account-id.ts';

describe('an account id', () => {
  it('says whose customer in which sandbox, there and back', () => {
    const owner = { sandboxId: 'sbx_one', customerId: 'cus_mari' };
    expect(toAccountId(owner)).toBe('sbx_one:cus_mari');
    expect(parseAccountId('sbx_one:cus_mari')).toEqual(owner);
  });

  it('ends its sandbox at the first colon, so that no customer’s id can move it', () => {
    expect(parseAccountId('s:c:d')).toEqual({ sandboxId: 's', customerId: 'c:d' });
    expect(() => toAccountId({ sandboxId: 'sbx:one', customerId: 'cus_mari' })).toThrow('must not hold a colon');
  });

  it.each(['', ':', 'sbx_one', 'sbx_one:', ':cus_mari'])('is nobody’s: %j', (accountId) => expect(parseAccountId(accountId)).toBeUndefined());
});
