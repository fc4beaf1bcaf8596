import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bulkSession, fact, paidServer, periodicSession } from '../../testing/paid-fixtures.ts';
import { paymentDetails, paymentSession, signedSession } from '../../testing/signing-fixtures.ts';
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
    expect(screen.getByText('Nothing is paid until everybody has signed.')).toBeDefined();
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
    expect(screen.queryByText('Nothing is paid until everybody has signed.')).toBeNull();
  });

  test('shows no signatories when one signature is enough', async () => {
    await openSigningPage();
    expect(screen.queryByText('Signatures')).toBeNull();
  });
});
