/** A page shows only sessions of its own kind. A session of the previous release has no `kind`; it is shown during an upgrade. */
import { type ModalId, SIGNING_KINDS, type SigningKind } from '@portico/contract/values';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SigningSession } from '../engine/signing-session.ts';
import { namedConsent } from '../testing/consent-fixtures.ts';
import { ACCEPTED, bulkSession, futureSession, periodicSession } from '../testing/paid-fixtures.ts';
import { FAILURE_URL, paymentSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, press, signingServer } from '../testing/signing-harness.tsx';
import { openStatement } from '../testing/statement-fixtures.ts';
import { signingFlows } from './index.ts';

const SIGN = 'Sign with Smart-ID';

interface Page {
  readonly modalId: ModalId;
  readonly path: string;
  readonly session: SigningSession;
  /** The first button of the page. */
  readonly button: string;
}

const PAGES: Readonly<Record<SigningKind, Page>> = {
  payment: { modalId: 'signingPayment', path: 'payment', session: paymentSession(), button: SIGN },
  'periodic-payment': { modalId: 'signingPeriodicPayment', path: 'periodic-payment', session: periodicSession(), button: SIGN },
  'bulk-payment': { modalId: 'signingBulkPayment', path: 'bulk-payment', session: bulkSession(), button: SIGN },
  consent: { modalId: 'signingConsent', path: 'consent', session: namedConsent, button: SIGN },
  'transactions-statement': { modalId: 'signingTransactionsStatement', path: 'transactions-statement', session: openStatement, button: SIGN },
  'payment-cancellation': { modalId: 'cancellingFuturePayment', path: 'payment', session: futureSession(), button: 'YES' },
  'periodic-payment-cancellation': {
    modalId: 'cancellingPeriodicPayment',
    path: 'periodic-payment',
    session: { ...periodicSession(ACCEPTED), kind: 'periodic-payment-cancellation' },
    button: 'YES',
  },
  'bulk-payment-cancellation': {
    modalId: 'cancellingFutureBulkPayment',
    path: 'bulk-payment',
    session: { ...bulkSession(ACCEPTED), kind: 'bulk-payment-cancellation' },
    button: 'YES',
  },
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

/** Opens the page of a kind; the server answers with this session. */
function openPage(kind: SigningKind, session: object) {
  const { modalId, path } = PAGES[kind];
  const server = signingServer();
  server.on(`GET /api/ui/${path}/details`, session);
  return openSigningPage({ server, modalId });
}

const buttonOf = (kind: SigningKind) => screen.queryByRole('button', { name: PAGES[kind].button });

async function expectNotShown(page: SigningKind, session: object): Promise<void> {
  const { server, storage, assign } = await openPage(page, session);
  expect(screen.getByText('Page not found')).toBeDefined();
  expect(buttonOf(page)).toBeNull();
  expect(screen.queryByText(/46\.80/)).toBeNull();
  expect(storage.signingId.read()).toBeUndefined();
  expect(server.calls.map(({ call }) => call)).toEqual([`GET /api/ui/${PAGES[page].path}/details`]);
  await press('Back to service provider');
  expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
}

describe.each(SIGNING_KINDS)('the page of kind %s', (kind) => {
  test('shows a session of its kind', async () => {
    await openPage(kind, PAGES[kind].session);
    expect(PAGES[kind].session.kind).toBe(kind);
    expect(buttonOf(kind)).not.toBeNull();
  });

  test('shows a session without kind, as the server of the release before sends it', async () => {
    const { kind: _none, ...older } = PAGES[kind].session;
    await openPage(kind, older);
    expect(buttonOf(kind)).not.toBeNull();
    expect(screen.queryByText('Page not found')).toBeNull();
  });

  test.each(SIGNING_KINDS.filter((other) => other !== kind))('shows nothing of a session of kind %s, and the way back', async (other) => {
    await expectNotShown(kind, { ...PAGES[other].session, tppFailureUrl: FAILURE_URL });
  });

  test.each(['mandate', '', 7, null])('shows nothing of a session of the unknown kind %j', async (unknown) => {
    await expectNotShown(kind, { ...PAGES[kind].session, kind: unknown, tppFailureUrl: FAILURE_URL });
  });

  test('believes the kind, not the details: those of this page under another kind are not shown', async () => {
    const other = kind === 'payment' ? 'payment-cancellation' : 'payment';
    await expectNotShown(kind, { ...PAGES[kind].session, kind: other, tppFailureUrl: FAILURE_URL });
  });
});

test('each kind has one page', async () => {
  const flows = await Promise.all(Array.from(signingFlows, async ([modalId, load]) => ({ modalId, kind: (await load()).kind })));
  expect(flows.map(({ kind }) => kind).toSorted()).toEqual(SIGNING_KINDS.toSorted());
  expect(flows.every(({ modalId, kind }) => PAGES[kind].modalId === modalId)).toBe(true);
});
