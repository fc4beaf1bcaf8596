// Review of 25 November 2026, C8 to C10 and C14: calls of a signing page that fail, and what the page still offers.
import terminatedWithWayBack from '@portico/contract/recorded/terminated-with-way-back';
import type { ModalId } from '@portico/contract/values';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeServer, refuse, reply } from '../../../shared/api/fake-server.ts';
import { consentServer } from '../testing/consent-fixtures.ts';
import { bulkItem, bulkSession, paidServer, periodicSession } from '../testing/paid-fixtures.ts';
import { FAILURE_URL, paymentDetails, paymentSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../testing/signing-harness.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

const pageText = () => document.body.textContent ?? '';

describe('details that cannot be loaded', () => {
  /** The first call fails; the same call without an id, as the bank answers this browser about its last session. */
  function failing(first: () => Response, then: () => Response): FakeServer {
    const server = paidServer('payment', paymentSession());
    let calls = 0;
    server.on('GET /api/ui/payment/details', () => {
      calls += 1;
      return calls === 1 ? first() : then();
    });
    return server;
  }
  const KNOWN = () => reply(terminatedWithWayBack.body, terminatedWithWayBack.status);
  const LOST = () => {
    throw new TypeError('Failed to fetch');
  };

  test.each([
    ['500', () => refuse(500, 'INTERNAL_ERROR', 'Failed.')],
    ['503', () => refuse(503, 'UNAVAILABLE', 'The bank cannot be reached now.')],
    ['429', () => refuse(429, 'RATE_LIMITED', 'Too many.')],
    ['400', () => refuse(400, 'FORMAT_ERROR', 'Wrong.')],
  ])('with %s link to the provider of this browser’s last session', async (_status, first) => {
    const { assign } = await openSigningPage({ server: failing(first, KNOWN), hasTicket: false });
    await pass(100);
    expect(screen.queryByRole('button', { name: 'Go to Portico' })).toBeNull();
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledOnce();
    expect(String(assign.mock.calls[0]?.[0])).toMatch(/^http/);
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
  });

  test('of a session that is still open link to its provider', async () => {
    const server = failing(
      () => refuse(500, 'INTERNAL_ERROR', 'Failed.'),
      () => Response.json(paymentSession()),
    );
    const { assign } = await openSigningPage({ server });
    await pass(100);
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test.each([
    ['the bank knows none', () => refuse(410, 'SIGNING_TERMINATED', 'Terminated.')],
    ['the bank fails again', () => refuse(500, 'INTERNAL_ERROR', 'Failed.')],
    ['the address is none of the web', () => refuse(410, 'SIGNING_TERMINATED', 'Terminated.', { tppSuccessUrl: 'javascript:alert(1)' })],
  ])('link to the portal when %s', async (_when, then) => {
    await openSigningPage({ server: failing(() => refuse(500, 'INTERNAL_ERROR', 'Failed.'), then) });
    await pass(100);
    expect(screen.getByRole('heading', { name: 'Oops, something went wrong!' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Go to Portico' })).toBeDefined();
  });

  test.each([
    ['a network error', LOST, 'No connection to the bank', 'The connection was lost. Check your network and try again.'],
    [
      'too many calls',
      () => refuse(429, 'RATE_LIMITED', 'Too many.'),
      'Too many attempts',
      'There were too many attempts. Wait a few minutes, then try again.',
    ],
    [
      'an unknown page',
      () => refuse(404, 'NOT_FOUND', 'None.'),
      'Page not found',
      'This was not found, or is no longer available. Go back and start again.',
    ],
    [
      'a wrong request',
      () => refuse(400, 'FORMAT_ERROR', 'Wrong.'),
      'This was not accepted',
      'Some of what you entered or chose is not valid. Check it and try again.',
    ],
    ['a fault of the bank', () => refuse(500, 'INTERNAL_ERROR', 'Failed.'), 'Oops, something went wrong!', 'It’s not you, it’s us. We’re sorry.'],
    [
      'a bank that is down',
      () => refuse(503, 'UNAVAILABLE', 'Down.'),
      'Oops, something went wrong!',
      'The bank cannot be reached now. Try again in a minute.',
    ],
  ])('because of %s have the heading of the cause', async (_cause, first, title, said) => {
    await openSigningPage({ server: failing(first, first) });
    await pass(100);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByText(said)).toBeDefined();
  });

  test('because of a network error link to the portal', async () => {
    await openSigningPage({ server: failing(LOST, LOST) });
    await pass(100);
    expect(screen.getByRole('button', { name: 'Go to Portico' })).toBeDefined();
  });

  test('with an unknown error code show the server’s message', async () => {
    await openSigningPage({
      server: failing(() => refuse(409, 'SOMETHING_NEW', 'Your bank card was renewed. Use the new one.'), KNOWN),
    });
    expect(screen.getByText('Your bank card was renewed. Use the new one.')).toBeDefined();
    expect(pageText()).not.toContain('unexpected answer');
  });

  test('with a known error code show the page’s message instead of the server’s', async () => {
    await openSigningPage({
      server: failing(() => refuse(429, 'RATE_LIMITED', 'Words of the bank.'), KNOWN),
    });
    expect(pageText()).not.toContain('Words of the bank.');
  });
});

describe('a failed call', () => {
  const inLithuania = () => paidServer('payment', paymentSession({ bankCountry: 'lt' }));

  test.each(['account/list', 'account/balance', 'payment/fee', 'customer/details'])('of %s with 410 opens the terminated view', async (path) => {
    const server = inLithuania();
    server.on(`GET /api/ui/${path}`, () => refuse(410, 'SIGNING_TERMINATED', 'Terminated.'));
    await openSigningPage({ server });
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test.each([400, 404, 500, 503])('with %s on the customer details leaves the payment ready to sign', async (status) => {
    const server = inLithuania();
    server.on('GET /api/ui/customer/details', () => refuse(status, 'INTERNAL_ERROR', 'Failed.'));
    await openSigningPage({ server });
    expect(screen.getByRole('button', { name: 'Sign with Smart-ID' })).toBeDefined();
  });
});

describe('the fee request', () => {
  const reference = { reference: 'RF18539007547034' };
  const structured = { remittanceInformationUnstructured: undefined, remittanceInformationStructured: reference } as object;

  test.each([
    ['signingPayment', 'of a text', () => paidServer('payment', paymentSession()), /3 books/],
    [
      'signingPayment',
      'of a reference',
      () => paidServer('payment', paymentSession({ details: { ...paymentDetails(), ...structured } })),
      /RF18539007547034/,
    ],
    ['signingPeriodicPayment', 'of a reference', () => paidServer('periodic-payment', periodicSession(structured)), /RF18539007547034/],
    ['signingBulkPayment', 'of its first item', () => paidServer('bulk-payment', bulkSession()), /Salary 1/],
    [
      'signingBulkPayment',
      'of a reference',
      () => paidServer('bulk-payment', bulkSession({ payments: [{ ...bulkItem(), ...structured }] })),
      /RF18539007547034/,
    ],
  ] as const)('carries account, payee, purpose and amount: %s, %s', async (modalId: ModalId, _what, serve, purpose) => {
    const server = serve();
    await openSigningPage({ server, modalId });
    const asked = server.calls.find(({ call }) => call === 'GET /api/ui/payment/fee');
    const query = new URL(asked?.url ?? '', 'http://bank.example').searchParams;
    expect(Array.from(query.keys()).toSorted()).toEqual(['amount', 'creditorIban', 'debtorIban', 'info']);
    expect(query.get('info')).toMatch(purpose);
  });

  test('is not sent for a consent', async () => {
    const server = consentServer();
    await openSigningPage({ server, modalId: 'signingConsent' });
    expect(server.count('GET /api/ui/payment/fee')).toBe(0);
  });
});
