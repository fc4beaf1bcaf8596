import { TRANSACTION_STATUSES, type TransactionStatus } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import type { Payment } from '../model/payment.ts';
import { canMove } from '../model/payment-status.ts';
import { cancellationOf } from './cancellation-rules.ts';

const MORNING = new Date('2030-02-01T06:00:00Z');
const EVENING_BEFORE = new Date('2030-01-31T22:00:00Z');

const SCHEDULE: Payment['schedule'] = {
  frequency: 'Monthly',
  startDate: '2030-02-01',
  endDate: undefined,
  dayOfExecution: undefined,
  executionRule: 'following',
};

function paymentIn(status: TransactionStatus, change: Partial<Payment> = {}): Payment {
  return {
    paymentId: 'pay_1',
    sandboxId: 'sbx_1',
    customerId: 'cus_1',
    appId: 'app_1',
    bankCountry: 'ee',
    product: 'sepa-credit-transfers',
    amountCents: 46_80,
    currency: 'EUR',
    creditorIban: 'EE1',
    creditorName: 'Lumen Books OÜ',
    creditorAgent: undefined,
    creditorType: undefined,
    creditorAddress: undefined,
    endToEndId: undefined,
    instructionId: undefined,
    remittanceUnstructured: undefined,
    remittanceStructured: undefined,
    requestedExecutionDate: '2030-02-01',
    executionDate: '2030-02-01',
    retryAsSepa: false,
    requestedDebtorIban: undefined,
    payee: { result: 'MTCH', suppliedName: 'Lumen Books OÜ', matchedName: undefined, checkedAt: EVENING_BEFORE },
    receivedAt: EVENING_BEFORE,
    signature: undefined,
    executedAsSepa: false,
    executeAt: MORNING,
    rejection: undefined,
    ...change,
    status,
  };
}

/** Written out a second time on purpose: every status that is not here is too late to cancel. */
const WAYS = new Map<TransactionStatus, string>([
  ['RCVD', 'atOnce'],
  ['PATC', 'bySignature'],
  ['ACTC', 'bySignature'],
]);

describe('before the morning of the execution day', () => {
  it.each(TRANSACTION_STATUSES.map((status) => [status, WAYS.get(status) ?? 'none']))('a payment in %s can be cancelled: %s', (status, way) => {
    expect(cancellationOf(paymentIn(status), EVENING_BEFORE).way).toBe(way);
  });

  it.each(TRANSACTION_STATUSES.filter((status) => !WAYS.has(status)))('a payment in %s has a reason why it cannot be cancelled', (status) => {
    expect(cancellationOf(paymentIn(status), EVENING_BEFORE)).toEqual({ way: 'none', obstacle: expect.stringMatching(/^This payment .+\.$/) });
  });

  it.each([...WAYS.keys()])('a payment that can be cancelled in %s can move to CANC', (status) => {
    expect(canMove(status, 'CANC')).toBe(true);
  });
});

describe('from the morning of the execution day', () => {
  const later = new Date('2030-02-01T09:00:00Z');

  it.each([MORNING, later])('a signed payment cannot be cancelled (%s)', (now) => {
    expect(cancellationOf(paymentIn('ACTC'), now)).toEqual({ way: 'none', obstacle: expect.stringContaining('The day of this payment has come') });
  });

  it('a periodic payment cannot be cancelled while its run is due, and the request can be repeated', () => {
    const obstacle = expect.stringContaining('In a moment the later ones can be cancelled');
    expect(cancellationOf(paymentIn('ACTC', { schedule: SCHEDULE, nextRun: 0 }), MORNING)).toEqual({ way: 'none', obstacle });
  });

  it('an unsigned payment, or one without its second signature, can still be cancelled', () => {
    expect(cancellationOf(paymentIn('RCVD', { executeAt: undefined }), later).way).toBe('atOnce');
    expect(cancellationOf(paymentIn('PATC'), later).way).toBe('bySignature');
  });

  it('a signed payment can be cancelled until one second before', () => {
    expect(cancellationOf(paymentIn('ACTC'), new Date(MORNING.getTime() - 1000)).way).toBe('bySignature');
  });
});
