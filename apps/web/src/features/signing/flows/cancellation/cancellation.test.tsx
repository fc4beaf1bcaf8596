import refusedOnPhone from '@portico/contract/recorded/payment-refused-on-phone';
import terminatedWithWayBack from '@portico/contract/recorded/terminated-with-way-back';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold, refuse, replay, reply } from '../../../../shared/api/fake-server.ts';
import { ACCEPTED, bulkSession, cancellationServer, fact, futureSession, periodicSession } from '../../testing/paid-fixtures.ts';
import { everydayAccount, FAILURE_URL, SUCCESS_URL } from '../../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../../testing/signing-harness.tsx';

const SIGN = 'Sign with Smart-ID';
const CANCELLED = { transactionStatus: 'CANC', signedAt: '2026-11-20T12:07:00Z' } as const;
const FUTURE_QUESTION = 'Are you sure you want to remove future payment?';

const KINDS = [
  {
    modalId: 'cancellingFuturePayment',
    kind: 'payment',
    session: () => futureSession(),
    question: FUTURE_QUESTION,
    title: 'Cancellation of a future payment',
    done: 'Payment cancelled',
    essence: 'to Lumen Books OÜ',
    meaning: 'Once you have signed, this payment will not be made and no money is taken from the account.',
  },
  {
    modalId: 'cancellingPeriodicPayment',
    kind: 'periodic-payment',
    session: () => periodicSession(ACCEPTED),
    question: 'Are you sure you want to remove periodic payment?',
    title: 'Cancellation of a periodic payment',
    done: 'Periodic payment cancelled',
    essence: 'every month to Lumen Books OÜ',
    meaning: 'Once you have signed, no new payment begins. A payment that the bank has already accepted is still made, and what was paid stays paid.',
  },
  {
    modalId: 'cancellingFutureBulkPayment',
    kind: 'bulk-payment',
    session: () => bulkSession({ ...ACCEPTED, requestedExecutionDate: '2026-12-24' }),
    question: FUTURE_QUESTION,
    title: 'Cancellation of a future bulk payment',
    done: 'Bulk payment cancelled',
    essence: 'As 3 payments',
    meaning: 'Once you have signed, none of these payments will be made and no money is taken from the account.',
  },
] as const;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

function open(server = cancellationServer('payment', futureSession())) {
  return openSigningPage({ server, modalId: 'cancellingFuturePayment' });
}

const paragraphs = () => Array.from(document.querySelectorAll('p'), ({ textContent }) => textContent);

/** A button that has just appeared takes no press. */
async function sayYes(): Promise<void> {
  await press('YES');
  await pass(500);
}

describe.each(KINDS)('$modalId', ({ modalId, kind, session, question, title, done, essence, meaning }) => {
  const PUT = `PUT /api/ui/${kind}-cancellation`;
  const DELETE = `DELETE /api/ui/${kind}-cancellation`;
  const openKind = async () => {
    const server = cancellationServer(kind, session());
    return openSigningPage({ server, modalId });
  };

  test(`begins with “${question}”`, async () => {
    const { server } = await openKind();
    expect(screen.getByRole('heading', { level: 1, name: question })).toBe(document.activeElement);
    expect(paragraphs()).toContain(essence);
    expect(screen.queryByRole('button', { name: SIGN })).toBeNull();
    expect(server.count(`GET /api/ui/${kind}/details`)).toBe(1);
    expect(window.location.hash).toBe(`#/?m=${modalId}`);
  });

  test('YES opens the details and sends nothing', async () => {
    const { server } = await openKind();
    await sayYes();
    expect(screen.getByText(title)).toBeDefined();
    expect(paragraphs()).toContain(essence);
    expect(screen.getByText(meaning)).toBeDefined();
    expect(fact('Pay from')).toBe(`${everydayAccount.name}${everydayAccount.iban}`);
    expect(server.calls.every(({ call }) => call.startsWith('GET'))).toBe(true);
  });

  test('PUT carries the account of the signed payment, and the success view says that the payment is cancelled', async () => {
    const { server } = await openKind();
    server.on(PUT, CANCELLED);
    await sayYes();
    await press(SIGN);
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({ debtorAccountIban: everydayAccount.iban });
    expect(screen.getByRole('heading', { name: done })).toBeDefined();
    expect(fact('Status')).toBe('Cancelled');
    expect(fact('Cancelled')).toBe('November 20, 2026 at 14:07 EET');
  });

  test('Go back at the question sends DELETE and returns to the provider', async () => {
    const { server, assign } = await openKind();
    await press('Go back');
    expect(server.count(DELETE)).toBe(1);
    expect(server.count(PUT)).toBe(0);
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('Go back at the details sends DELETE and returns to the provider', async () => {
    const { server, assign } = await openKind();
    await sayYes();
    await press('Go back');
    expect(server.count(DELETE)).toBe(1);
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });
});

describe('the steps', () => {
  test('are named, and the current one is marked', async () => {
    const { server } = await open();
    server.on('PUT /api/ui/payment-cancellation', CANCELLED);
    const present = () => document.querySelector('[aria-current="step"]')?.textContent;
    expect(present()).toBe('Confirm');
    await sayYes();
    expect(present()).toBe('Sign');
    await press(SIGN);
    expect(present()).toBe('Done');
  });

  test('a double click on YES does not sign', async () => {
    const { server } = await open();
    await press('YES');
    await press(SIGN);
    expect(server.count('PUT /api/ui/payment-cancellation')).toBe(0);
  });

  test('YES works only 500 ms after it appeared', async () => {
    await openSigningPage({ server: cancellationServer('payment', futureSession()), modalId: 'cancellingFuturePayment', waitMs: 499 });
    await press('YES');
    expect(screen.getByRole('heading', { name: FUTURE_QUESTION })).toBeDefined();
  });

  test('a reload starts again with the question', async () => {
    const first = await open();
    await sayYes();
    first.unmount();
    await openSigningPage({ server: first.server, modalId: 'cancellingFuturePayment', hasTicket: false });
    expect(screen.getByRole('heading', { name: FUTURE_QUESTION })).toBeDefined();
  });

  test('a reload during the signature joins it with the same body', async () => {
    const submission = { debtorAccountIban: everydayAccount.iban };
    const { server } = await open(cancellationServer('payment', futureSession({ state: 'signing', submission })));
    expect(server.calls.find(({ call }) => call === 'PUT /api/ui/payment-cancellation')?.body).toEqual(submission);
    expect(screen.getByText('Cancellation of a future payment')).toBeDefined();
  });

  test('a reload after the cancellation shows the success, without the time at which the payment was signed', async () => {
    const session = futureSession({ state: 'signed' });
    const details = { ...session.details, transactionStatus: 'CANC', signedAt: '2026-11-01T08:00:00Z' } as const;
    await open(cancellationServer('payment', { ...session, details }));
    expect(screen.getByRole('heading', { name: 'Payment cancelled' })).toBeDefined();
    expect(fact('Status')).toBe('Cancelled');
    expect(fact('Cancelled')).toBeUndefined();
  });

  test('the success view redirects to tppSuccessUrl after five seconds and stays visible', async () => {
    const { server, assign } = await open();
    server.on('PUT /api/ui/payment-cancellation', CANCELLED);
    await sayYes();
    await press(SIGN);
    await pass(5000);
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
    expect(screen.getByRole('heading', { name: 'Payment cancelled' })).toBeDefined();
  });

  test('call only the payment details and the account list', async () => {
    const { server } = await open();
    await sayYes();
    expect(server.calls.map(({ call }) => call)).toEqual(['GET /api/ui/payment/details', 'GET /api/ui/account/list']);
  });

  test('a key pressed at the question is sent as activity', async () => {
    const { server } = await open();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    await pass(1000);
    expect(server.count('POST /api/ui/activity')).toBe(1);
  });

  test('the question warns in the last minute, and an expired session opens the terminated view', async () => {
    const { server } = await open();
    await pass(240_000);
    expect(screen.getByRole('alert').textContent).toContain('nothing is cancelled');
    server.on('GET /api/ui/challenge', replay(terminatedWithWayBack));
    await pass(62_000);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
    expect(screen.queryByText('Nothing was cancelled.')).toBeNull();
  });
});

describe('refusals', () => {
  const PUT = 'PUT /api/ui/payment-cancellation';

  test('a refusal on the phone cancels nothing, and Try again leads back to the details', async () => {
    const { server } = await open();
    server.on(PUT, replay(refusedOnPhone));
    await sayYes();
    await press(SIGN);
    expect(screen.getByText('Nothing was cancelled.')).toBeDefined();
    await press('Try again');
    expect(screen.getByRole('button', { name: SIGN })).toBeDefined();
  });

  test('a 409 is explained, and Try again reads the details without the question', async () => {
    const { server } = await open();
    server.on(PUT, () => refuse(409, 'SIGNING_STATE_INVALID', 'This payment can no longer be cancelled.'));
    await sayYes();
    await press(SIGN);
    expect(screen.getByText(/^This was decided elsewhere/)).toBeDefined();
    await press('Try again');
    await pass(0);
    expect(server.count('GET /api/ui/payment/details')).toBe(2);
    expect(screen.queryByRole('heading', { name: FUTURE_QUESTION })).toBeNull();
  });

  test('a 410 at the question opens the terminated view', async () => {
    const server = cancellationServer('payment', futureSession());
    server.on('GET /api/ui/payment/details', replay(terminatedWithWayBack));
    const { assign } = await open(server);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
    await press('back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('a 404 reads “Page not found”', async () => {
    const server = cancellationServer('payment', futureSession());
    server.on('GET /api/ui/payment/details', () => refuse(404, 'SIGNING_KIND_UNKNOWN', 'There is nothing of this kind to sign.'));
    await open(server);
    expect(screen.getByText('Page not found')).toBeDefined();
  });

  test('a 503 is repeated after Retry-After, and the page explains the way back', async () => {
    const { server } = await open();
    server.on('GET /api/ui/challenge', hold);
    server.on(PUT, () => refuse(503, 'UNAVAILABLE', 'Later.', {}, { 'retry-after': '60' }));
    await sayYes();
    await press(SIGN);
    expect(screen.getByText(/Or go back to Lumen Books OÜ \(demo\): nothing changes then\.$/)).toBeDefined();
    server.on(PUT, () => reply(CANCELLED));
    await pass(60_000);
    expect(screen.getByRole('heading', { name: 'Payment cancelled' })).toBeDefined();
  });

  test('a cancellation completed before Go back is shown as success', async () => {
    const { server, assign } = await open();
    await sayYes();
    await press(SIGN);
    await pass(500);
    server.on('DELETE /api/ui/payment-cancellation', () => refuse(409, 'ALREADY_SIGNED', 'This was already signed.'));
    const session = futureSession({ state: 'signed' });
    server.on('GET /api/ui/payment/details', { ...session, details: { ...session.details, ...CANCELLED } });
    await press('Go back');
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Payment cancelled' })).toBeDefined();
    expect(assign).not.toHaveBeenCalled();
  });
});
