// Review of 25 November 2026, C4: a refusal is confirmed before anything is called cancelled, on the page of each kind.
import type { ModalId } from '@portico/contract/values';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeServer, hold, refuse } from '../../../shared/api/fake-server.ts';
import { consentServer, namedConsent } from '../testing/consent-fixtures.ts';
import { ACCEPTED, bulkSession, cancellationServer, futureSession, paidServer, periodicSession } from '../testing/paid-fixtures.ts';
import { FAILURE_URL, paymentSession, signedSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../testing/signing-harness.tsx';
import { openStatement, statementServer } from '../testing/statement-fixtures.ts';

const KINDS: readonly [ModalId, string, () => FakeServer, failureUrl?: string | undefined][] = [
  ['signingPayment', 'payment', () => paidServer('payment', paymentSession())],
  ['signingPeriodicPayment', 'periodic-payment', () => paidServer('periodic-payment', periodicSession())],
  ['signingBulkPayment', 'bulk-payment', () => paidServer('bulk-payment', bulkSession())],
  ['signingConsent', 'consent', () => consentServer(namedConsent), namedConsent.tppFailureUrl],
  ['signingTransactionsStatement', 'transactions-statement', () => statementServer(openStatement), openStatement.tppFailureUrl],
  ['cancellingFuturePayment', 'payment-cancellation', () => cancellationServer('payment', futureSession())],
  ['cancellingPeriodicPayment', 'periodic-payment-cancellation', () => cancellationServer('periodic-payment', periodicSession(ACCEPTED))],
  ['cancellingFutureBulkPayment', 'bulk-payment-cancellation', () => cancellationServer('bulk-payment', bulkSession(ACCEPTED))],
];
const STILL = /^We are still (cancelling|closing)/;
const WARNING = 'Do not enter your PIN.';
const lost = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

describe.each(KINDS)('%s', (modalId, kind, newServer, failureUrl = FAILURE_URL) => {
  const DELETE = `DELETE /api/ui/${kind}`;
  const button = modalId.startsWith('cancelling') ? 'Go back' : 'Cancel';

  test.each([
    ['is lost', lost],
    ['is answered with 500', () => refuse(500, 'INTERNAL_ERROR', 'no')],
    ['is answered with 503', () => refuse(503, 'UNAVAILABLE', 'no')],
    ['never answers', hold],
  ])('a refusal that %s keeps the page and is repeated until the bank confirms it', async (_name, answer) => {
    const server = newServer();
    const confirmed = server.calls.length;
    const { assign } = await openSigningPage({ server, modalId });
    server.on(DELETE, answer);
    await press(button);
    await pass(30_000);
    expect(assign).not.toHaveBeenCalled();
    expect(screen.getByRole('heading', { name: STILL })).toBeDefined();
    expect(screen.getByText(WARNING)).toBeDefined();
    expect(document.body.textContent).not.toMatch(/You cancelled|Nothing was signed/);
    expect(server.count(DELETE)).toBeGreaterThan(confirmed + 3);
    server.on(DELETE, {});
    await press('Try again now');
    await pass(0);
    expect(assign).toHaveBeenCalledExactlyOnceWith(failureUrl);
  });

  test('a refusal that the bank already recorded redirects to the failure address', async () => {
    const server = newServer();
    const { assign } = await openSigningPage({ server, modalId });
    server.on(DELETE, () => refuse(410, 'SIGNING_TERMINATED', 'over', { outcome: 'refused', kind, bankCountry: 'ee' }));
    await press(button);
    await pass(0);
    expect(assign).toHaveBeenCalledExactlyOnceWith(failureUrl);
  });

  test('a refusal of something already signed shows the signature and does not redirect', async () => {
    const server = newServer();
    const { assign } = await openSigningPage({ server, modalId });
    const end = {
      outcome: 'signed',
      kind,
      bankCountry: 'ee',
      signedAt: '2026-11-20T12:00:00.000Z',
      status: kind.endsWith('cancellation') ? 'CANC' : 'ACSC',
    };
    server.on(DELETE, () => refuse(410, 'SIGNING_TERMINATED', 'over', end));
    await press(button);
    await pass(0);
    expect(screen.getByRole('heading', { name: /^You signed (this|the cancellation) on/ })).toBeDefined();
    expect(assign).not.toHaveBeenCalled();
  });
});

test('a payment signed before the refusal is shown once its details can be read', async () => {
  const server = paidServer('payment', paymentSession());
  const { assign } = await openSigningPage({ server });
  await press('Sign with Smart-ID');
  await pass(500);
  server.on('DELETE /api/ui/payment', () => refuse(409, 'ALREADY_SIGNED', 'This was already signed.'));
  server.on('GET /api/ui/payment/details', () => refuse(503, 'UNAVAILABLE', 'no'));
  await press('Cancel');
  await pass(7000);
  expect(screen.getByRole('heading', { name: STILL })).toBeDefined();
  server.on('GET /api/ui/payment/details', signedSession);
  await pass(4000);
  expect(screen.getByText('Payment signed')).toBeDefined();
  expect(assign).not.toHaveBeenCalledWith(FAILURE_URL);
});

test('closing the tab sends an unconfirmed refusal once more', async () => {
  const server = paidServer('payment', paymentSession());
  await openSigningPage({ server });
  server.on('DELETE /api/ui/payment', lost);
  await press('Cancel');
  const sent = server.count('DELETE /api/ui/payment');
  await act(async () => {
    window.dispatchEvent(new Event('pagehide'));
  });
  expect(server.count('DELETE /api/ui/payment')).toBe(sent + 1);
});
