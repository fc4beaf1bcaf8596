// Review of 25 November 2026, C4: a refusal is confirmed before anything is called cancelled, on the page of each kind.
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold, refuse } from '../../../shared/api/fake-server.ts';
import { EVERY_KIND } from '../testing/every-kind.ts';
import { paidServer } from '../testing/paid-fixtures.ts';
import { FAILURE_URL, paymentSession, signedSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../testing/signing-harness.tsx';

const STILL = /^We are still (cancelling|closing)/;
const WARNING = 'Do not enter your PIN.';
const lost = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

describe.each(EVERY_KIND)('$modalId', ({ modalId, kind, serve, open, isCancellation }) => {
  const DELETE = `DELETE /api/ui/${kind}`;
  const button = isCancellation ? 'Go back' : 'Cancel';

  test.each([
    ['is lost', lost],
    ['is answered with 500', () => refuse(500, 'INTERNAL_ERROR', 'no')],
    ['is answered with 503', () => refuse(503, 'UNAVAILABLE', 'no')],
    ['never answers', hold],
  ])('a refusal that %s keeps the page and is repeated until the bank confirms it', async (_name, answer) => {
    const server = serve();
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
    expect(assign).toHaveBeenCalledExactlyOnceWith(open.tppFailureUrl);
  });

  test('a refusal that the bank already recorded redirects to the failure address', async () => {
    const server = serve();
    const { assign } = await openSigningPage({ server, modalId });
    server.on(DELETE, () => refuse(410, 'SIGNING_TERMINATED', 'over', { outcome: 'refused', kind, bankCountry: 'ee' }));
    await press(button);
    await pass(0);
    expect(assign).toHaveBeenCalledExactlyOnceWith(open.tppFailureUrl);
  });

  test('a refusal of something already signed shows the signature and does not redirect', async () => {
    const server = serve();
    const { assign } = await openSigningPage({ server, modalId });
    const end = {
      outcome: 'signed',
      kind,
      bankCountry: 'ee',
      signedAt: '2026-11-20T12:00:00.000Z',
      status: isCancellation ? 'CANC' : 'ACSC',
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
