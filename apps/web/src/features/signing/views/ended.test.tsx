// Review of 25 November 2026, C1: each end that a server can name × the page of each kind.
import type { SigningEnd } from '@portico/contract';
import { SIGNING_OUTCOMES } from '@portico/contract/values';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeServer, type FakeServer, refuse } from '../../../shared/api/fake-server.ts';
import { EVERY_KIND } from '../testing/every-kind.ts';
import { paymentSession, signedSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../testing/signing-harness.tsx';

const SUCCESS = 'https://shop.example/paid';
const FAILURE = 'https://shop.example/failed';
const NOTHING = /Nothing was|no money has moved|not cancelled/i;

function serverEnding(details: string, end: Partial<SigningEnd>): FakeServer {
  const way = { tppName: 'Lumen Books', tppSuccessUrl: SUCCESS, tppFailureUrl: FAILURE };
  return createFakeServer({ [`GET /api/ui/${details}/details`]: () => refuse(410, 'SIGNING_TERMINATED', 'Terminated.', { ...way, ...end }) });
}

const text = () => document.body.textContent ?? '';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

describe.each(EVERY_KIND)('the page of a $kind', ({ kind, modalId, details, done, effect, refused, nothing, isCancellation }) => {
  const open = (end: Partial<SigningEnd>) =>
    openSigningPage({ server: serverEnding(details, { kind, bankCountry: 'ee', ...end }), modalId, hasTicket: false });

  test('that was signed shows when, the effect and the receipt, and links to tppSuccessUrl', async () => {
    const { assign } = await open({ outcome: 'signed', signedAt: '2026-11-20T10:34:00.000Z', status: done, receiptId: 'sgn_1' });
    const what = isCancellation ? 'the cancellation' : 'this';
    expect(screen.getByRole('heading', { name: `You signed ${what} on November 20, 2026 at 12:34 EET` })).toBeDefined();
    expect(text()).toContain(effect);
    // It would be read as the payment that the customer cancelled.
    expect(text().includes('carried it out')).toBe(kind.endsWith('payment'));
    expect(screen.getByRole('link', { name: /Receipt/ }).getAttribute('href')).toBe('/bank/receipts/sgn_1');
    expect(text()).not.toMatch(NOTHING);
    await pass(60_000);
    expect(assign).not.toHaveBeenCalled();
    await press('back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS);
  });

  test('that was refused shows the effect and links to tppFailureUrl', async () => {
    const { assign } = await open({ outcome: 'refused', endedAt: '2026-11-20T10:36:00.000Z' });
    expect(screen.getByRole('heading', { name: refused })).toBeDefined();
    expect(text()).toContain(nothing);
    await press('back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE);
  });

  test.each([
    ['expired', 'The time was over'],
    ['ended', 'This was ended before you signed it'],
    ['signedOut', 'You are signed out of the bank'],
  ] as const)('with the outcome %s says that nothing was signed', async (outcome, title) => {
    await open({ outcome });
    expect(screen.getByRole('heading', { name: title })).toBeDefined();
    expect(text()).toContain(nothing);
  });

  test.each(['elsewhere', 'signing', 'superseded'] as const)('with the outcome %s does not say that no money has moved', async (outcome) => {
    await open({ outcome });
    expect(text()).not.toContain(nothing);
    expect(text()).not.toContain('no money has moved');
  });

  test.each([
    ['names no end', {}],
    ['names one that the page does not know', { outcome: 'vanished' }],
    ['names that of another kind', { outcome: 'refused', kind: kind === 'consent' ? 'payment' : 'consent' }],
  ])('does not say what was signed when the server %s', async (_name, end) => {
    await openSigningPage({ server: serverEnding(details, { bankCountry: 'ee', ...end } as Partial<SigningEnd>), modalId, hasTicket: false });
    expect(screen.getByRole('heading', { name: 'Your session is terminated' })).toBeDefined();
    expect(text()).not.toMatch(NOTHING);
    expect(text()).not.toMatch(/You signed|You cancelled|You refused|You left/);
  });
});

test('a payment awaiting its second signature says so, and not that the bank accepted it', async () => {
  const end = { outcome: 'signed', kind: 'payment', bankCountry: 'ee', signedAt: '2026-11-20T10:34:00.000Z', status: 'PATC' } as const;
  await openSigningPage({ server: serverEnding('payment', end), hasTicket: false });
  expect(text()).toContain('Additional signature(s) required');
  expect(text()).toContain('The payment is not made until all signatories have signed.');
  expect(text()).not.toContain('The bank accepted it');
});

describe('a signed periodic payment with an unpaid execution', () => {
  const end = { outcome: 'signed', kind: 'periodic-payment', bankCountry: 'ee', signedAt: '2026-11-20T10:34:00.000Z', status: 'ACTC' } as const;
  const open = (unpaidRun: object) =>
    openSigningPage({
      server: serverEnding('periodic-payment', { ...end, unpaidRun: Object(unpaidRun) }),
      modalId: 'signingPeriodicPayment',
      hasTicket: false,
    });

  test('shows which execution, the reason, and that the periodic payment continues', async () => {
    await open({ executionDate: '2026-11-20', notPaidReason: 'fundsNotAvailable' });
    expect(text()).toContain('You signed this on November 20, 2026');
    expect(text()).toContain('The payment of November 20, 2026 was not made.');
    expect(text()).toContain('Not paid: there was not enough money on the account');
    expect(text()).toContain('The periodic payment stands. Put money on the account before its next payment.');
    expect(text()).not.toContain('The bank accepted it');
  });

  test.each([
    ['no reason', { executionDate: '2026-11-20' }],
    ['an unknown reason', { executionDate: '2026-11-20', notPaidReason: 'other' }],
    ['no day', { notPaidReason: 'fundsNotAvailable' }],
  ])('does not mention an execution with %s', async (_what, unpaidRun) => {
    await open(unpaidRun);
    expect(text()).toContain('The bank accepted it and has not finished it yet.');
    expect(text()).not.toContain('was not made');
  });
});

test('each outcome has a title of a different text, and “Your session is terminated” unless it is still being signed', async () => {
  const titles = new Set<string>();
  for (const outcome of SIGNING_OUTCOMES) {
    await openSigningPage({ server: serverEnding('payment', { outcome, kind: 'payment', bankCountry: 'ee' }), hasTicket: false });
    titles.add(screen.getByRole('heading', { level: 1 }).textContent ?? '');
    expect(text().includes('Your session is terminated')).toBe(outcome !== 'signing');
    closeSigningPage();
    vi.useFakeTimers();
  }
  expect(titles.size).toBe(SIGNING_OUTCOMES.length);
});

test('a session in the state signing is read every three seconds until its outcome is known', async () => {
  const server = serverEnding('payment', { outcome: 'signing', kind: 'payment', bankCountry: 'ee' });
  await openSigningPage({ server, hasTicket: false });
  await pass(6500);
  expect(screen.getByRole('heading', { name: 'We are still finding out' })).toBeDefined();
  expect(server.count('GET /api/ui/payment/details')).toBe(3);
  server.on('GET /api/ui/payment/details', signedSession);
  await pass(4000);
  expect(screen.getByText('Payment signed')).toBeDefined();
});

test('a session open in another tab continues in this one, without its earlier signing id', async () => {
  window.history.replaceState({ signingId: 'older' }, '', '/');
  const server = serverEnding('payment', { outcome: 'elsewhere', kind: 'payment', bankCountry: 'ee' });
  await openSigningPage({ server, hasTicket: false });
  server.on('GET /api/ui/payment/details', paymentSession());
  await press('Continue here');
  await pass(600);
  const [first, second] = server.calls.filter(({ call }) => call === 'GET /api/ui/payment/details');
  expect([first?.headers.get('signing-id'), second?.headers.get('signing-id')]).toEqual(['older', null]);
  expect(screen.queryByText('This is open in another tab')).toBeNull();
});

test.each([0, 500, 502, 503])('details that fail with %s do not say that nothing was signed', async (status) => {
  const server = createFakeServer({
    'GET /api/ui/payment/details': () => {
      if (status === 0) throw new TypeError('Failed to fetch');
      return refuse(status, 'UNAVAILABLE', 'The bank cannot be reached now.');
    },
  });
  await openSigningPage({ server, hasTicket: false });
  expect(text()).not.toContain('Nothing was signed');
  expect(text()).toContain('Try again: this page then shows what was signed and what was not.');
});
