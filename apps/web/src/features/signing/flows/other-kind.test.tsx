/** A page shows only sessions of its own kind. A session of the previous release has no `kind`; it is shown during an upgrade. */
import { SIGNING_KINDS, type SigningKind } from '@portico/contract/values';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PAGES } from '../testing/every-kind.ts';
import { FAILURE_URL } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, press, signingServer } from '../testing/signing-harness.tsx';
import { signingFlows } from './index.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

/** Opens the page of a kind; the server answers with this session. */
function openPage(kind: SigningKind, session: object) {
  const { modalId, details } = PAGES[kind];
  const server = signingServer();
  server.on(`GET /api/ui/${details}/details`, session);
  return openSigningPage({ server, modalId });
}

/** The first button of the page. */
const buttonOf = (kind: SigningKind) => screen.queryByRole('button', { name: PAGES[kind].isCancellation ? 'YES' : 'Sign with Smart-ID' });

async function expectNotShown(page: SigningKind, session: object): Promise<void> {
  const { server, storage, assign } = await openPage(page, session);
  expect(screen.getByText('Page not found')).toBeDefined();
  expect(buttonOf(page)).toBeNull();
  expect(screen.queryByText(/46\.80/)).toBeNull();
  expect(storage.signingId.read()).toBeUndefined();
  expect(server.calls.map(({ call }) => call)).toEqual([`GET /api/ui/${PAGES[page].details}/details`]);
  await press('Back to service provider');
  expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
}

describe.each(SIGNING_KINDS)('the page of kind %s', (kind) => {
  test('shows a session of its kind', async () => {
    await openPage(kind, PAGES[kind].open);
    expect(PAGES[kind].open.kind).toBe(kind);
    expect(buttonOf(kind)).not.toBeNull();
  });

  test('shows a session without kind, as the server of the release before sends it', async () => {
    const { kind: _none, ...older } = PAGES[kind].open;
    await openPage(kind, older);
    expect(buttonOf(kind)).not.toBeNull();
    expect(screen.queryByText('Page not found')).toBeNull();
  });

  test.each(SIGNING_KINDS.filter((other) => other !== kind))('shows nothing of a session of kind %s, and the way back', async (other) => {
    await expectNotShown(kind, { ...PAGES[other].open, tppFailureUrl: FAILURE_URL });
  });

  test.each(['mandate', '', 7, null])('shows nothing of a session of the unknown kind %j', async (unknown) => {
    await expectNotShown(kind, { ...PAGES[kind].open, kind: unknown, tppFailureUrl: FAILURE_URL });
  });

  test('believes the kind, not the details: those of this page under another kind are not shown', async () => {
    const other = kind === 'payment' ? 'payment-cancellation' : 'payment';
    await expectNotShown(kind, { ...PAGES[kind].open, kind: other, tppFailureUrl: FAILURE_URL });
  });
});

test('each kind has one page', async () => {
  const flows = await Promise.all(Array.from(signingFlows, async ([modalId, load]) => ({ modalId, kind: (await load()).kind })));
  expect(flows.map(({ kind }) => kind).toSorted()).toEqual(SIGNING_KINDS.toSorted());
  expect(flows.every(({ modalId, kind }) => PAGES[kind].modalId === modalId)).toBe(true);
});
