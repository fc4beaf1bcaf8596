import { describe, expect, test } from 'vitest';
import { bulkItem, bulkItems } from '../../testing/paid-fixtures.ts';
import { findItems, inOrder } from './find-items.ts';

describe('the order of the list', () => {
  test('is the provider’s', () => {
    expect(inOrder(bulkItems(12)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test('puts first who does not match, then who nearly does, then who could not be checked', () => {
    const results = ['MTCH', 'NOAP', 'CMTC', 'MTCH', 'NMTC', 'NMTC'] as const;
    const items = results.map((result) => bulkItem({ payeeVerification: { result } }));
    expect(inOrder(items).map(({ number }) => number)).toEqual([5, 6, 3, 2, 1, 4]);
  });

  test('leaves the details as they are', () => {
    const items = [bulkItem(), bulkItem({ payeeVerification: { result: 'NMTC' } })];
    const before = [...items];
    inOrder(items);
    expect(items).toEqual(before);
  });
});

describe('a search', () => {
  const items = inOrder([
    bulkItem({ creditorName: 'Õnne Näidis', instructedAmount: { amount: '1249.00', currency: 'EUR' } }),
    bulkItem({ creditorName: 'Ona Pavyzdytė', remittanceInformationStructured: { reference: 'RF18 5390' } }),
    bulkItem({
      creditorName: 'Jānis Paraugs',
      creditorAccount: { iban: 'LV80BANK0000435195001' },
      remittanceInformationUnstructured: 'November salary',
    }),
  ]);
  const numbers = (query: string) => findItems(items, query).map(({ number }) => number);

  test.each([
    ['', [1, 2, 3]],
    ['   ', [1, 2, 3]],
    ['õnne', [1]],
    ['1249.00', [1]],
    ['rf185390', [2]],
    ['LV80 BANK 0000', [3]],
    ['novemberSALARY', [3]],
    ['nobody', []],
    ['.*', []],
  ])('for “%s” finds %j', (query, found) => {
    expect(numbers(query)).toEqual(found);
  });
});
