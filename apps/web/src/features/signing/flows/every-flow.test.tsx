/** The information that every flow gives the customer: the provider, the payee verification, the balance afterwards, and the remaining time. */
import type { PayeeVerification } from '@portico/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consentServer, namedConsent } from '../testing/consent-fixtures.ts';
import { ACCEPTED, bulkItem, bulkSession, cancellationServer, futureSession, paidServer, periodicSession } from '../testing/paid-fixtures.ts';
import { paymentDetails, paymentSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../testing/signing-harness.tsx';
import { openStatement, statementServer } from '../testing/statement-fixtures.ts';

const REGISTERED_NAME = 'Lumen Raamatud OÜ';
const APPLICATION_NAME = 'Lumen checkout';
const NAMES = { tppName: REGISTERED_NAME, tppApplicationName: APPLICATION_NAME } as const;
const FOUR_MINUTES_MS = 240_000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

/** A cancellation asks before it shows. */
async function openDocument(options: Parameters<typeof openSigningPage>[0] & { modalId: string }): Promise<void> {
  await openSigningPage(options);
  if (!options.modalId.startsWith('cancelling')) return;
  await press('YES');
  await pass(500);
}

const pageText = () => document.body.textContent ?? '';

describe.each([
  ['signingPayment', () => paidServer('payment', paymentSession(NAMES))],
  ['signingPeriodicPayment', () => paidServer('periodic-payment', periodicSession({}, NAMES))],
  ['signingBulkPayment', () => paidServer('bulk-payment', bulkSession({}, NAMES))],
  ['signingConsent', () => consentServer({ ...namedConsent, ...NAMES })],
  ['signingTransactionsStatement', () => statementServer({ ...openStatement, ...NAMES })],
  ['cancellingFuturePayment', () => cancellationServer('payment', futureSession(NAMES))],
  ['cancellingPeriodicPayment', () => cancellationServer('periodic-payment', periodicSession(ACCEPTED, NAMES))],
  ['cancellingFutureBulkPayment', () => cancellationServer('bulk-payment', bulkSession(ACCEPTED, NAMES))],
] as const)('%s', (modalId, server) => {
  test('shows the registered name of the provider and the name of its application', async () => {
    await openDocument({ server: server(), modalId });
    expect(screen.getByText('You came from website owned by').parentElement?.textContent).toContain(REGISTERED_NAME);
    expect(pageText()).toContain(APPLICATION_NAME);
  });

  test('shows the time left, and warns once in the last minute', async () => {
    await openDocument({ server: server(), modalId });
    expect(screen.getAllByText(/Time left to sign|left$/).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Give me more time' })).toBeNull();
    await pass(FOUR_MINUTES_MS);
    expect(screen.getByRole('button', { name: 'Give me more time' })).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});

interface Finding {
  readonly verification: PayeeVerification;
  /** In the note of a single payee, and of a bulk payment. */
  readonly single: string;
  readonly bulk: string;
  readonly button: string;
}

const FINDINGS: readonly Finding[] = [
  {
    verification: { result: 'MTCH' },
    single: 'Match. The account belongs to Lumen Books OÜ.',
    bulk: 'The name matches its account.',
    button: 'Sign with Smart-ID',
  },
  {
    verification: { result: 'CMTC', matchedName: 'Lumen Raamatud OÜ' },
    single: 'Close match. The account belongs to Lumen Raamatud OÜ.',
    bulk: '1 name matches its account only closely.',
    button: 'Sign anyway with Smart-ID',
  },
  {
    verification: { result: 'NMTC' },
    single: 'No match. The account does not belong to Lumen Books OÜ. Your money may go to somebody else.',
    bulk: '1 name does not match its account.',
    button: 'Sign anyway with Smart-ID',
  },
  {
    verification: { result: 'NOAP' },
    single: 'Not checked. The beneficiary’s bank did not say whose account this is.',
    bulk: '1 account could not be checked.',
    button: 'Sign anyway with Smart-ID',
  },
];

describe.each(FINDINGS)('the payee verification result $verification.result', ({ verification: payeeVerification, single, bulk, button }) => {
  test.each([
    ['signingPayment', single, () => paidServer('payment', paymentSession({ details: paymentDetails({ payeeVerification }) }))],
    ['signingPeriodicPayment', single, () => paidServer('periodic-payment', periodicSession({ payeeVerification }))],
    ['signingBulkPayment', bulk, () => paidServer('bulk-payment', bulkSession({ payments: [bulkItem({ payeeVerification })] }))],
  ] as const)('is shown in %s before signing, and determines the label of the button', async (modalId, note, server) => {
    await openSigningPage({ server: server(), modalId });
    expect(pageText()).toContain(note);
    expect(screen.getByRole('button', { name: button }).hasAttribute('disabled')).toBe(false);
    // For a close match the page shows the holder's name, also in the list of a bulk payment.
    if (payeeVerification.matchedName !== undefined) expect(pageText()).toContain(payeeVerification.matchedName);
  });
});

describe('the balance after the payment', () => {
  test.each([
    ['signingPayment', () => paidServer('payment', paymentSession())],
    ['signingPeriodicPayment', () => paidServer('periodic-payment', periodicSession({ requestedExecutionDate: '2026-11-20' }))],
    ['signingBulkPayment', () => paidServer('bulk-payment', bulkSession())],
  ] as const)('is shown in %s beside the available balance', async (modalId, server) => {
    await openSigningPage({ server: server(), modalId });
    for (const label of ['Available now', 'Available afterwards'])
      expect(screen.getByText(label).nextElementSibling?.textContent).toMatch(/\d\.\d\d\sEUR$/);
  });

  test.each([
    ['signingPayment', () => paidServer('payment', paymentSession({ details: paymentDetails({ requestedExecutionDate: '2026-12-24' }) }))],
    ['signingPeriodicPayment', () => paidServer('periodic-payment', periodicSession())],
    ['signingBulkPayment', () => paidServer('bulk-payment', bulkSession({ requestedExecutionDate: '2026-12-24' }))],
  ] as const)('is not shown in %s for a later day', async (modalId, server) => {
    await openSigningPage({ server: server(), modalId });
    expect(screen.getByText('Available now')).toBeDefined();
    expect(screen.queryByText('Available afterwards')).toBeNull();
    expect(pageText()).toMatch(/is taken|taken from/i);
  });
});
