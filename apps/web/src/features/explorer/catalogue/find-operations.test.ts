import type { IndexOperation, IndexSection } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { createOperationSearch } from './find-operations.ts';
import { operationsOf } from './found-operation.ts';

function section(apiId: string, title: string, operations: readonly [string, string, string, string][]): IndexSection {
  return {
    apiId,
    title,
    list: 'main',
    version: '1',
    description: '',
    isSendable: true,
    operations: operations.map(([operationId, method, path, summary]): IndexOperation => ({ operationId, method, path, summary })),
  };
}

const find = createOperationSearch(
  operationsOf([
    section('payments', 'Payments', [
      ['initiatePayment', 'POST', '/v1/payments/{payment-product}', 'Initiate a payment'],
      ['cancelPayment', 'DELETE', '/v1/payments/{payment-product}/{paymentId}', 'Cancel a payment'],
    ]),
    section('accounts', 'Accounts', [['getAccountList', 'GET', '/v1/accounts', 'List the accounts']]),
  ]),
);
const ids = (words: string) => find(words).map(({ operation }) => operation.operationId);

describe('search over operations', () => {
  it('shows everything in its order for no words', () => {
    expect(ids('  ')).toEqual(['initiatePayment', 'cancelPayment', 'getAccountList']);
  });
  it.each([
    ['cancel', 'cancelPayment'],
    ['payment cancel', 'cancelPayment'],
    ['paymnt cancle', 'cancelPayment'],
    ['DELETE', 'cancelPayment'],
    ['v1/accounts', 'getAccountList'],
    ['accountlist', 'getAccountList'],
    ['account list', 'getAccountList'],
    ['initi', 'initiatePayment'],
  ])('finds %j', (words, first) => {
    expect(ids(words)[0]).toBe(first);
  });
  it.each(['xyzzy', 'cancel accounts', '"', '*', '~~~', '{}'])('finds nothing for %j, and does not fail', (words) => {
    expect(ids(words)).toEqual([]);
  });
});
