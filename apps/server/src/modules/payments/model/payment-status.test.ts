import { TRANSACTION_STATUSES, type TransactionStatus } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { standardFindings } from '../../../testing/nextgenpsd2/standard.ts';
import { awaitsCoSignature, awaitsDay, awaitsExecution, awaitsSignature, canMove, isFinal, STATUS_PATHS, stepsFrom } from './payment-status.ts';

/** Written out a second time on purpose: every pair that is not here must be forbidden. */
const LEGAL = new Set(
  `RCVD>PATC RCVD>ACTC RCVD>RJCT RCVD>CANC PATC>PATC PATC>ACTC PATC>RJCT PATC>CANC
   ACTC>ACCP ACTC>ACWC ACTC>PDNG ACTC>RJCT ACTC>CANC ACCP>ACFC ACCP>ACWC ACCP>PDNG ACCP>ACSP ACCP>RJCT ACCP>CANC
   PDNG>ACCP PDNG>ACFC PDNG>ACSP PDNG>RJCT PDNG>CANC ACWC>ACFC ACWC>ACSP ACWC>PDNG ACWC>RJCT ACWC>CANC
   ACFC>ACSP ACFC>RJCT ACFC>CANC ACSP>ACSC ACSP>ACCC ACSP>ACWP ACSP>RJCT ACSP>PART ACSC>ACCC ACWP>ACCC ACWP>BLCK ACWP>RJCT`.split(/\s+/),
);
const pairs = TRANSACTION_STATUSES.flatMap((from) => TRANSACTION_STATUSES.map((to) => ({ from, to })));

describe('the status of a payment', () => {
  it.each(pairs.filter(({ from, to }) => LEGAL.has(`${from}>${to}`)))('may move from $from to $to', ({ from, to }) => {
    expect(canMove(from, to)).toBe(true);
  });

  it.each(pairs.filter(({ from, to }) => !LEGAL.has(`${from}>${to}`)))('never moves from $from to $to', ({ from, to }) => {
    expect(canMove(from, to)).toBe(false);
  });

  it('takes no path through a status that the Berlin Group does not know', () => {
    const isUnknown = (transactionStatus: string) => standardFindings('paymentStatus', { transactionStatus }).length > 0;
    expect(TRANSACTION_STATUSES.filter(isUnknown)).toEqual(['BLCK', 'PRES']);
    expect(Object.values(STATUS_PATHS).flat().filter(isUnknown)).toEqual([]);
  });

  it('never leaves a final status, but for the payee bank’s late confirmation', () => {
    const moves = pairs.filter(({ from, to }) => isFinal(from) && canMove(from, to));
    expect(moves).toEqual([{ from: 'ACSC', to: 'ACCC' }]);
  });

  it.each<[keyof typeof STATUS_PATHS, TransactionStatus]>([
    ['ordinarySigned', 'RCVD'],
    ['ordinarySettled', 'ACFC'],
    ['bulkStarted', 'ACFC'],
    ['instantBulkSigned', 'RCVD'],
    ['instantSettled', 'RCVD'],
    ['instantUnreachable', 'RCVD'],
    ['rejected', 'RCVD'],
    ['rejected', 'PATC'],
    ['rejected', 'ACFC'],
  ])('walks the path %s from %s by legal moves only', (name, start) => {
    const path: readonly TransactionStatus[] = [start, ...STATUS_PATHS[name]];
    const illegal = path.slice(1).filter((to, index) => !canMove(path[index] ?? to, to));
    expect(illegal).toEqual([]);
  });

  it.each<[string, (status: TransactionStatus) => boolean, string]>([
    ['final', isFinal, 'ACCC ACSC BLCK CANC PART RJCT'],
    ['waiting for the second signature', awaitsCoSignature, 'PATC'],
    ['waiting for its day', awaitsDay, 'ACTC'],
  ])('is %s in these and no others', (_what, is, statuses) => {
    expect(TRANSACTION_STATUSES.filter(is).toSorted().join(' ')).toBe(statuses);
    expect(TRANSACTION_STATUSES.map(is).every((answer) => typeof answer === 'boolean')).toBe(true);
  });

  it('passes the checks of its signature one by one', () => {
    expect(Object.entries(STATUS_PATHS).map(([name, path]) => `${name} ${path.join(' ')}`)).toEqual([
      'firstSigned PATC',
      'ordinarySigned ACTC ACCP ACFC',
      'ordinarySettled ACSP ACSC',
      'instantSettled ACTC ACCP ACSP ACCC',
      'instantUnreachable ACTC ACCP RJCT',
      'signedAhead ACTC',
      'instantBulkSigned ACTC ACCP ACFC ACSP',
      'bulkStarted ACSP',
      'periodicEnded ACCP ACSP ACSC',
      'rejected RJCT',
      'cancelled CANC',
    ]);
  });

  it('goes on where it stands when its path was begun before', () => {
    expect(stepsFrom('ACTC', STATUS_PATHS.ordinarySigned)).toEqual(['ACCP', 'ACFC']);
    expect(stepsFrom('RCVD', STATUS_PATHS.ordinarySigned)).toEqual(['ACTC', 'ACCP', 'ACFC']);
  });

  it('awaits a signature, awaits its execution, or neither, but never both', () => {
    expect(TRANSACTION_STATUSES.filter(awaitsSignature)).toEqual(['PATC', 'RCVD']);
    expect(TRANSACTION_STATUSES.filter(awaitsExecution)).toEqual(['ACFC', 'ACSP']);
    expect(TRANSACTION_STATUSES.filter((status) => awaitsSignature(status) && awaitsExecution(status))).toEqual([]);
  });
});
