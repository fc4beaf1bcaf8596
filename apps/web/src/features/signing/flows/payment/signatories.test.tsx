import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bulkSession, fact, paidServer, periodicSession } from '../../testing/paid-fixtures.ts';
import { balance, paymentDetails, paymentSession, signedSession } from '../../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, press, signingServer } from '../../testing/signing-harness.tsx';

const SIGNED_AT = '2026-11-20T12:07:00Z';
const signatories = [
  { name: 'Liis Näidis', state: 'signed', signedAt: SIGNED_AT },
  { name: 'Jaan Näidis', state: 'awaited' },
] as const;
const HALF_SIGNED = { transactionStatus: 'PATC', signedAt: SIGNED_AT, signatories } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

const rows = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

// Review of 25 November 2026, §3.1.
describe('before the signature', () => {
  const company = { accountHolder: 'SIA Parauga Darbnīca', representative: 'Aivars Paraugs' };
  const sentence = () =>
    screen.queryByText((_, element) => element?.tagName === 'P' && /^You sign as|second signature/.test(element.textContent ?? ''));

  test.each([
    ['signingPayment', () => paidServer('payment', paymentSession())],
    ['signingPeriodicPayment', () => paidServer('periodic-payment', periodicSession({ requestedExecutionDate: '2026-11-20' }))],
    ['signingBulkPayment', () => paidServer('bulk-payment', bulkSession())],
  ] as const)('%s says who signs for which company, and that a second signature follows', async (modalId, serve) => {
    const server = serve();
    server.on('GET /api/ui/account/balance', { ...balance, ...company, needsSecondSignature: true });
    await openSigningPage({ server, modalId });
    expect(sentence()?.textContent).toBe('You sign as Aivars Paraugs for SIA Parauga Darbnīca. A second signature follows.');
    expect(screen.getByText('Available after both signatures')).toBeDefined();
    expect(screen.queryByText('Available afterwards')).toBeNull();
  });

  test('a company whose representative signs alone has no second signature', async () => {
    const server = signingServer();
    server.on('GET /api/ui/account/balance', { ...balance, ...company });
    await openSigningPage({ server });
    expect(sentence()?.textContent?.trim()).toBe('You sign as Aivars Paraugs for SIA Parauga Darbnīca.');
    expect(screen.getByText('Available afterwards')).toBeDefined();
  });

  test('an account of a person that needs a second signature says so without a company', async () => {
    const server = signingServer();
    server.on('GET /api/ui/account/balance', { ...balance, needsSecondSignature: true });
    await openSigningPage({ server });
    expect(sentence()?.textContent?.trim()).toBe('A second signature follows.');
  });

  test('customers who sign for themselves see no such sentence', async () => {
    await openSigningPage();
    expect(sentence()).toBeNull();
    expect(screen.queryByText('Available after both signatures')).toBeNull();
  });
});

describe('a payment that needs several signatures', () => {
  test.each([
    ['signingPayment', 'payment', paymentSession()],
    ['signingPeriodicPayment', 'periodic-payment', periodicSession()],
    ['signingBulkPayment', 'bulk-payment', bulkSession({ payments: bulkSession().details.payments.slice(0, 1) })],
  ] as const)('%s says “Additional signature(s) required”, who has signed and who still has to sign', async (modalId, kind, session) => {
    const server = paidServer(kind, session);
    await openSigningPage({ server, modalId });
    server.on(`PUT /api/ui/${kind}`, HALF_SIGNED);
    await press('Sign with Smart-ID');
    expect(fact('Status')).toBe('Additional signature(s) required');
    expect(rows()).toEqual(['Liis NäidisNovember 20, 2026 at 14:07 EETHas signed', 'Jaan NäidisStill has to sign']);
    expect(screen.getByText('The payment is not made until all signatories have signed.')).toBeDefined();
  });

  test('shows its signatories after a reload', async () => {
    const server = signingServer();
    server.on('GET /api/ui/payment/details', { ...signedSession, details: { ...signedSession.details, ...HALF_SIGNED } });
    await openSigningPage({ server });
    expect(rows()).toHaveLength(2);
  });

  test('shows the second signatory who has signed, and can be signed', async () => {
    const server = signingServer();
    server.on(
      'GET /api/ui/payment/details',
      paymentSession({ details: paymentDetails({ transactionStatus: 'PATC', signatories: [...signatories] }) }),
    );
    await openSigningPage({ server });
    expect(rows()[0]).toContain('Has signed');
    expect(screen.getByRole('button', { name: 'Sign with Smart-ID' })).toBeDefined();
  });

  test('shows who refused, and awaits no further signature', async () => {
    const server = signingServer();
    const refused = [signatories[0], { name: 'Jaan Näidis', state: 'refused' }] as const;
    const details = { ...signedSession.details, transactionStatus: 'RJCT', signatories: refused } as const;
    server.on('GET /api/ui/payment/details', { ...signedSession, details });
    await openSigningPage({ server });
    expect(rows()[1]).toBe('Jaan NäidisHas refused');
    expect(fact('Status')).toBe('Not paid');
    expect(screen.queryByText(/the bank could not carry it out/)).toBeNull();
    expect(screen.queryByText('The payment is not made until all signatories have signed.')).toBeNull();
  });

  test('shows no signatories when one signature is enough', async () => {
    await openSigningPage();
    expect(screen.queryByText('Signatures')).toBeNull();
  });
});
