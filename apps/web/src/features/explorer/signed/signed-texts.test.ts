import { CONSENT_STATUSES, STATEMENT_STATUSES, TRANSACTION_STATUSES } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { signedText } from './signed-texts.ts';

describe('the status after a signature', () => {
  it.each(CONSENT_STATUSES)('of a consent, %s, has a title and a next step', (consentStatus) => {
    const read = signedText({ apiId: 'consents' }, { consentStatus });
    expect(read).toMatchObject({ status: consentStatus, title: expect.stringMatching(/\.$/) });
    expect(read?.kind === 'ok').toBe(consentStatus === 'valid');
    expect(read?.next.operationId === 'getAccountList').toBe(consentStatus === 'valid');
  });
  it.each(STATEMENT_STATUSES)('of a statement, %s, has a title and a next step', (statementStatus) => {
    const read = signedText({ apiId: 'transactions-statement' }, { statementStatus });
    expect(read).toMatchObject({ status: statementStatus, title: expect.stringMatching(/\.$/) });
    expect(read?.next.operationId === 'getTransactionsStatementTransactions').toBe(statementStatus === 'valid');
  });
  describe.each([
    ['payments', 'payment', 'Payment'],
    ['periodic-payments', 'periodic payment', 'PeriodicPayment'],
    ['bulk-payments', 'bulk payment', 'BulkPayment'],
  ])('of %s', (apiId, noun, name) => {
    it.each([...TRANSACTION_STATUSES, 'NEWCODE'])('%s has a title without gaps, and leads to an operation of the same kind', (transactionStatus) => {
      const read = signedText({ apiId }, { transactionStatus });
      expect(read?.title).not.toMatch(/[{}]/);
      expect(read?.next).toMatchObject({
        apiId,
        operationId: transactionStatus === 'PATC' ? `start${name}Authorisation` : `get${name}Information`,
      });
      if (transactionStatus === 'RJCT') expect(read?.title).toBe(`The ${noun} is rejected: no money has moved.`);
    });
  });
  it.each([undefined, null, 'ACCC', [], {}, { transactionStatus: 7 }, { transactionStatus: { toString: 'ACCC' } }])(
    'is not read from the response %j',
    (body) => {
      expect(signedText({ apiId: 'payments' }, body)).toBeUndefined();
    },
  );
  it.each(['toString', '__proto__', 'constructor'])('%s of a foreign document or response is no status and no kind of payment', (name) => {
    expect(signedText({ apiId: name }, { transactionStatus: 'ACCC' })).toBeUndefined();
    expect(signedText({ apiId: 'consents' }, { consentStatus: name })?.title).toBe('The consent has ended.');
    expect(signedText({ apiId: 'payments' }, { transactionStatus: name })?.title).toBe('The payment has no final status yet.');
  });
});
