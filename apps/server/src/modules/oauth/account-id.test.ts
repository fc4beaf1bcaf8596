import { describe, expect, it } from 'vitest';
import { parseAccountId, toAccountId } from './account-id.ts';

describe('an account id', () => {
  it('is formatted from sandbox and customer, and parsed back', () => {
    const owner = { sandboxId: 'sbx_one', customerId: 'cus_mari' };
    expect(toAccountId(owner)).toBe('sbx_one:cus_mari');
    expect(parseAccountId('sbx_one:cus_mari')).toEqual(owner);
  });

  it('has its sandbox before the first colon, and a sandbox id with a colon is refused', () => {
    expect(parseAccountId('s:c:d')).toEqual({ sandboxId: 's', customerId: 'c:d' });
    expect(() => toAccountId({ sandboxId: 'sbx:one', customerId: 'cus_mari' })).toThrow('must not hold a colon');
  });

  it.each(['', ':', 'sbx_one', 'sbx_one:', ':cus_mari'])('is invalid: %j', (accountId) => expect(parseAccountId(accountId)).toBeUndefined());
});
