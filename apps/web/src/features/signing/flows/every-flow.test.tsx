/** The information that every flow gives the customer: the provider, the payee verification, the balance afterwards, and the remaining time. */
import type { PayeeVerification } from '@portico/contract';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold } from '../../../shared/api/fake-server.ts';
import { consentServer, namedConsent } from '../testing/consent-fixtures.ts';
import { EVERY_KIND } from '../testing/every-kind.ts';
import { bulkItem, bulkSession, cancellationServer, futureSession, paidServer, periodicSession } from '../testing/paid-fixtures.ts';
import { paymentDetails, paymentSession, savingsAccount } from '../testing/signing-fixtures.ts';
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

// Review of 25 November 2026, §3.5: what the customer is asked to do is the title.
test.each([
  ['signingPayment', 'Confirm payment', () => paidServer('payment', paymentSession(NAMES))],
  ['signingPeriodicPayment', 'Confirm periodic payment', () => paidServer('periodic-payment', periodicSession({}, NAMES))],
  ['signingBulkPayment', 'Confirm bulk payment', () => paidServer('bulk-payment', bulkSession({}, NAMES))],
  ['signingConsent', 'Give access to your accounts', () => consentServer({ ...namedConsent, ...NAMES })],
  ['signingTransactionsStatement', 'Share a transactions statement', () => statementServer({ ...openStatement, ...NAMES })],
  ['cancellingFuturePayment', 'Cancellation of a future payment', () => cancellationServer('payment', futureSession(NAMES))],
] as const)('%s is titled “%s”, and names the application below', async (modalId, title, server) => {
  await openDocument({ server: server(), modalId });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent).toBe(APPLICATION_NAME);
});

describe.each(EVERY_KIND)('$modalId', ({ modalId, serve }) => {
  test('shows the registered name of the provider and the name of its application', async () => {
    await openDocument({ server: serve(NAMES), modalId });
    expect(screen.getByText('You came from website owned by').parentElement?.textContent).toContain(REGISTERED_NAME);
    expect(pageText()).toContain(APPLICATION_NAME);
  });

  test('shows the time left, and warns once in the last minute', async () => {
    await openDocument({ server: serve(NAMES), modalId });
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
    single:
      'No match. The name on this account differs from Lumen Books OÜ. The bank does not say whose account it is. If you sign, your money may be lost.',
    bulk: '1 name does not match its account.The bank does not say whose account it is. If you sign, this money may be lost.',
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
    // Review of 25 November 2026, §3.6: where the name differs, the button that cancels is the stronger one.
    const isAdvisedAgainst = payeeVerification.result === 'NMTC';
    expect(screen.getByRole('button', { name: 'Cancel' }).className).toMatch(isAdvisedAgainst ? /primary/ : /secondary/);
    expect(screen.getByRole('button', { name: button }).className).toMatch(isAdvisedAgainst ? /secondary/ : /primary/);
    // For a close match the page shows the holder's name, also in the list of a bulk payment.
    if (payeeVerification.matchedName !== undefined) expect(pageText()).toContain(payeeVerification.matchedName);
  });
});

// Review of 25 November 2026, §3.2: on a phone the bar beside the buttons names the account and the fee.
describe('the bar beside the buttons', () => {
  const bar = () => screen.getByText(/ left$/).previousElementSibling?.textContent;

  test.each([
    ['signingPayment', () => paidServer('payment', paymentSession())],
    ['signingPeriodicPayment', () => paidServer('periodic-payment', periodicSession())],
    ['signingBulkPayment', () => paidServer('bulk-payment', bulkSession())],
  ] as const)('names the account, its last four digits and the fee in %s', async (modalId, server) => {
    await openSigningPage({ server: server(), modalId });
    expect(bar()).toMatch(/from Everyday account ··\d{4} · fee \d\.\d\d\sEUR$/);
  });

  test('names no fee that is not known, and the button is disabled', async () => {
    const server = paidServer('payment', paymentSession());
    server.on('GET /api/ui/payment/fee', hold);
    await openSigningPage({ server });
    expect(bar()).toMatch(/from Everyday account ··\d{4}$/);
    expect(screen.getByRole('button', { name: 'Loading the fee' }).hasAttribute('disabled')).toBe(true);
  });

  test('names the account that is chosen', async () => {
    await openSigningPage();
    const menu = screen.getByLabelText<HTMLSelectElement>('Pay from');
    fireEvent.change(menu, { target: { value: savingsAccount.iban } });
    await pass(100);
    expect(bar()).toContain(`from ${savingsAccount.name} ··${savingsAccount.iban.slice(-4)}`);
  });

  test('names no account in a cancellation', async () => {
    await openDocument({ server: cancellationServer('payment', futureSession()), modalId: 'cancellingFuturePayment' });
    expect(bar()).not.toContain('from');
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
