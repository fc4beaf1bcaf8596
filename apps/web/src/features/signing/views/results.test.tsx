// Review of 25 November 2026, C5 and §3.4: what was signed and not made has no tick, no countdown and no success URL; the result is the title.
import type { PeriodicPaymentDetails } from '@portico/contract';
import { NOT_PAID_REASONS, type NotPaidReason, PAYMENT_RESULTS, TRANSACTION_STATUSES } from '@portico/contract/values';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consentServer, namedConsent } from '../testing/consent-fixtures.ts';
import { ACCEPTED, bulkSession, cancellationServer, paidServer, periodicSession } from '../testing/paid-fixtures.ts';
import { everydayAccount, FAILURE_URL, paymentDetails, paymentSession, SUCCESS_URL } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../testing/signing-harness.tsx';
import { openStatement, statementServer } from '../testing/statement-fixtures.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

const signedAt = '2026-11-20T12:00:00.000Z';
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

async function leavesTo(assign: { mock: { calls: unknown[][] } }): Promise<unknown> {
  const before = assign.mock.calls.length;
  await press('Back to service provider');
  return assign.mock.calls[before]?.[0];
}

describe.each(TRANSACTION_STATUSES)('a signed payment with %s', (transactionStatus) => {
  const result = PAYMENT_RESULTS[transactionStatus];
  const isFine = result === 'success' || result === 'waiting';

  test.each([
    ['signingPayment', () => paidServer('payment', paymentSession({ state: 'signed', details: paymentDetails({ transactionStatus, signedAt }) }))],
    ['signingPeriodicPayment', () => paidServer('periodic-payment', periodicSession({ transactionStatus, signedAt }, { state: 'signed' }))],
    ['signingBulkPayment', () => paidServer('bulk-payment', bulkSession({ transactionStatus, signedAt }, { state: 'signed' }))],
  ] as const)(`is a ${result} on the page %s, after a reload too`, async (modalId, server) => {
    const { assign } = await openSigningPage({ server: server(), modalId, hasTicket: false });
    expect(screen.queryByText(/^(Payment|Periodic payment|Bulk payment) signed$/) !== null).toBe(isFine);
    expect(document.body.textContent?.includes('You’ll be redirected')).toBe(isFine);
    expect(await leavesTo(assign)).toBe(result === 'failure' ? FAILURE_URL : SUCCESS_URL);
    await pass(60_000);
    expect(assign.mock.calls.length).toBe(1);
  });
});

const SIGNED_SERVERS = {
  signingPayment: (details: object) => paidServer('payment', paymentSession({ state: 'signed', details: paymentDetails(details) })),
  signingBulkPayment: (details: object) => paidServer('bulk-payment', bulkSession(details, { state: 'signed' })),
  signingPeriodicPayment: (details: object) => paidServer('periodic-payment', periodicSession(details, { state: 'signed' })),
};

describe('the title of a signed payment', () => {
  const later = { requestedExecutionDate: '2026-12-01' };
  test.each([
    ['signingPayment', 'ACCC', {}, 'Paid'],
    ['signingPayment', 'ACSC', {}, 'Paid'],
    ['signingPayment', 'ACSP', {}, 'Accepted, on its way'],
    ['signingPayment', 'ACTC', later, 'Will be paid on December 1, 2026'],
    ['signingPayment', 'PATC', later, 'Waits for a second signature'],
    ['signingPayment', 'PATC', {}, 'Waits for a second signature'],
    ['signingPayment', 'PDNG', {}, 'Payment signed'],
    ['signingPayment', 'RJCT', {}, 'Not paid: the bank could not make the payment'],
    ['signingPayment', 'BLCK', later, 'Not paid out: the payee’s bank blocked the payment'],
    ['signingBulkPayment', 'ACCC', {}, 'Paid'],
    ['signingBulkPayment', 'ACTC', later, 'Will be paid on December 1, 2026'],
    ['signingBulkPayment', 'PATC', {}, 'Waits for a second signature'],
    ['signingBulkPayment', 'PART', {}, 'Partly paid: some payments were not made'],
    ['signingPeriodicPayment', 'ACTC', {}, 'Periodic payment signed'],
  ] as const)('%s with %s %j is “%s”', async (modalId, transactionStatus, changes, expected) => {
    await openSigningPage({ server: SIGNED_SERVERS[modalId]({ transactionStatus, signedAt, ...changes }), modalId, hasTicket: false });
    expect(title()).toBe(expected);
  });

  test.each([
    ['signingPayment', {}, 'Accepted, on its way'],
    ['signingPayment', later, 'Accepted, waits for its day'],
    ['signingBulkPayment', {}, 'Accepted, on its way'],
    ['signingBulkPayment', later, 'Accepted, waits for its day'],
    ['signingPeriodicPayment', {}, 'Accepted, waits for its day'],
  ] as const)('says with ACTC what the payment waits for: %s with %j is “%s”', async (modalId, changes, expected) => {
    await openSigningPage({ server: SIGNED_SERVERS[modalId]({ transactionStatus: 'ACTC', signedAt, ...changes }), modalId, hasTicket: false });
    expect(fact('Status')).toBe(expected);
  });

  test('is followed by both accounts, after a reload too', async () => {
    const details = paymentDetails({ transactionStatus: 'ACCC', signedAt, debtorAccount: { iban: everydayAccount.iban } });
    await openSigningPage({ server: paidServer('payment', paymentSession({ state: 'signed', details })), hasTicket: false });
    expect(fact('Beneficiary account')).toBe(details.creditorAccount.iban);
    expect(fact('Pay from')).toBe(`${everydayAccount.name}${everydayAccount.iban}`);
  });
});

describe.each([
  [
    'signingPayment',
    'payment',
    (details: object, state: 'open' | 'signed') => paidServer('payment', paymentSession({ state, details: paymentDetails(details) })),
  ],
  [
    'signingPeriodicPayment',
    'periodic-payment',
    (details: object, state: 'open' | 'signed') => paidServer('periodic-payment', periodicSession(details, { state })),
  ],
  ['signingBulkPayment', 'bulk-payment', (details: object, state: 'open' | 'signed') => paidServer('bulk-payment', bulkSession(details, { state }))],
] as const)('the fee of a signed %s', (modalId, kind, serve) => {
  const fee = { amount: '0.41', currency: 'EUR' };
  const row = () => screen.queryByText('Fee', { selector: 'dt' })?.nextElementSibling?.textContent;

  test.each(TRANSACTION_STATUSES)('is on the page of a success and of a payment that waits, after a reload too (%s)', async (transactionStatus) => {
    await openSigningPage({ server: serve({ transactionStatus, signedAt, fee }, 'signed'), modalId, hasTicket: false });
    const isTaken = PAYMENT_RESULTS[transactionStatus] === 'success' || PAYMENT_RESULTS[transactionStatus] === 'waiting';
    expect(row()).toBe(isTaken ? '0.41\u00a0EUR' : undefined);
  });

  test('is the one in the answer to the signature, also when another one was shown before', async () => {
    const server = serve({}, 'open');
    await openSigningPage({ server, modalId });
    expect(row()).not.toContain('0.41');
    server.on(`PUT /api/ui/${kind}`, { transactionStatus: 'ACCC', signedAt, fee });
    await press('Sign with Smart-ID');
    await pass(600);
    expect(row()).toBe('0.41\u00a0EUR');
  });

  test('is missing where the server does not say it', async () => {
    await openSigningPage({ server: serve({ transactionStatus: 'ACCC', signedAt }, 'signed'), modalId, hasTicket: false });
    expect(row()).toBeUndefined();
  });
});

test.each(NOT_PAID_REASONS)(
  'a payment that was not executed shows the reason (%s) after the signature, and links to tppFailureUrl',
  async (notPaidReason) => {
    const server = paidServer('payment', paymentSession());
    const { assign } = await openSigningPage({ server });
    server.on('PUT /api/ui/payment', { transactionStatus: 'RJCT', signedAt, notPaidReason });
    await press('Sign with Smart-ID');
    await pass(60_000);
    expect(title()).toMatch(/^Not paid: /);
    expect(document.body.textContent).toContain('No money has moved.');
    expect(assign).not.toHaveBeenCalled();
    expect(await leavesTo(assign)).toBe(FAILURE_URL);
  },
);

test('a payee’s bank without instant payments is named in the title', async () => {
  const details = paymentDetails({
    transactionStatus: 'RJCT',
    signedAt,
    notPaidReason: 'instantUnreachable',
    debtorAccount: { iban: everydayAccount.iban },
  });
  await openSigningPage({ server: paidServer('payment', paymentSession({ state: 'signed', details })) });
  expect(title()).toBe('Not paid: the payee’s bank does not take instant payments');
  expect(screen.getByText('No money has moved. Go back and choose an ordinary payment.')).toBeDefined();
});

describe.each(TRANSACTION_STATUSES.filter((status) => status !== 'RCVD'))(
  'a signed cancellation after which the payment is %s',
  (transactionStatus) => {
    test.each([
      [
        'cancellingFuturePayment',
        () =>
          cancellationServer('payment', paymentSession({ state: 'signed', details: paymentDetails({ ...ACCEPTED, transactionStatus, signedAt }) })),
      ],
      [
        'cancellingPeriodicPayment',
        () => cancellationServer('periodic-payment', periodicSession({ ...ACCEPTED, transactionStatus }, { state: 'signed' })),
      ],
      ['cancellingFutureBulkPayment', () => cancellationServer('bulk-payment', bulkSession({ ...ACCEPTED, transactionStatus }, { state: 'signed' }))],
    ] as const)('is a success on %s only with CANC', async (modalId, server) => {
      const { assign } = await openSigningPage({ server: server(), modalId, hasTicket: false });
      expect(title() === 'Not cancelled').toBe(transactionStatus !== 'CANC');
      expect(await leavesTo(assign)).toBe(transactionStatus === 'CANC' ? SUCCESS_URL : FAILURE_URL);
    });
  },
);

test.each(['rejected', 'revoked_by_psu', 'expired', 'terminated_by_tpp'] as const)(
  'access with the status %s after the signature is not shown as a success',
  async (status) => {
    for (const [failureUrl, modalId, server] of [
      [
        namedConsent.tppFailureUrl,
        'signingConsent',
        consentServer({ ...namedConsent, state: 'signed', details: { ...namedConsent.details, consentStatus: status } }),
      ],
      [
        openStatement.tppFailureUrl,
        'signingTransactionsStatement',
        statementServer({ ...openStatement, state: 'signed', details: { ...openStatement.details, statementStatus: status } }),
      ],
    ] as const) {
      const { assign, unmount } = await openSigningPage({ server, modalId, hasTicket: false });
      expect(title()).toBe('The provider has no access');
      expect(await leavesTo(assign)).toBe(failureUrl);
      unmount();
    }
  },
);

describe('a signed periodic payment with an unpaid execution', () => {
  const open = (changes: Partial<PeriodicPaymentDetails>, state: 'signed' | 'open' = 'signed') =>
    openSigningPage({
      server: paidServer('periodic-payment', periodicSession({ signedAt, ...changes }, { state })),
      modalId: 'signingPeriodicPayment',
      hasTicket: false,
    });
  const runOf = (notPaidReason: NotPaidReason) => ({ executionDate: '2026-11-20', notPaidReason });

  test.each(NOT_PAID_REASONS)(
    'is no success: shows the execution, the reason (%s), and that the periodic payment continues',
    async (notPaidReason) => {
      const { assign } = await open({ transactionStatus: 'ACTC', unpaidRun: runOf(notPaidReason) });
      expect(title()).toBe('Signed, but the payment of November 20, 2026 was not made');
      expect(screen.getByText(/^Not paid: /)).toBeDefined();
      expect(screen.getByText(/^No money has moved for it, and the bank does not try it again\./)).toBeDefined();
      expect(screen.getByText(/^The periodic payment stands/)).toBeDefined();
      await pass(60_000);
      expect(assign).not.toHaveBeenCalled();
      expect(document.body.textContent).not.toContain('You’ll be redirected');
      expect(await leavesTo(assign)).toBe(SUCCESS_URL);
    },
  );

  test.each([
    ['fundsNotAvailable', 'The periodic payment stands. Put money on the account before its next payment.'],
    ['accountUnavailable', 'The periodic payment stands. Ask the bank about the account before its next payment.'],
    ['bankRefused', 'The periodic payment stands. Its next payments are made on their days.'],
  ] as const)('advises what to do after %s', async (notPaidReason, advice) => {
    await open({ transactionStatus: 'ACTC', unpaidRun: runOf(notPaidReason) });
    expect(screen.getByText(advice)).toBeDefined();
  });

  test('says that no payment follows the last one', async () => {
    await open({ transactionStatus: 'ACSC', unpaidRun: runOf('fundsNotAvailable') });
    expect(title()).toMatch(/^Signed, but/);
    expect(screen.getByText('No further payment follows.')).toBeDefined();
    expect(document.body.textContent).not.toContain('stands');
  });

  test.each(['CANC', 'RJCT'] as const)('with %s is a failure and does not continue', async (transactionStatus) => {
    const { assign } = await open({ transactionStatus, unpaidRun: runOf('fundsNotAvailable') });
    expect(title()).toMatch(/^Not paid: /);
    expect(document.body.textContent).not.toContain('stands');
    expect(await leavesTo(assign)).toBe(FAILURE_URL);
  });

  test('is not mentioned on the page of a cancellation', async () => {
    const details = { ...ACCEPTED, transactionStatus: 'CANC', unpaidRun: runOf('fundsNotAvailable') } as const;
    const server = cancellationServer('periodic-payment', periodicSession(details, { state: 'signed' }));
    await openSigningPage({ server, modalId: 'cancellingPeriodicPayment', hasTicket: false });
    expect(title()).toBe('Periodic payment cancelled');
    expect(document.body.textContent).not.toContain('was not made');
  });
});
