import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reply } from '../../../shared/api/fake-server.ts';
import { FAILURE_URL, paymentSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, press, signingServer } from '../testing/signing-harness.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

async function openAs(signedInAs?: string) {
  const server = signingServer();
  const { signedInAs: _recorded, ...session } = paymentSession();
  server.on('GET /api/ui/payment/details', { ...session, ...(signedInAs === undefined ? {} : { signedInAs }) });
  server.on('DELETE /bank/session', () => reply(undefined, 204));
  return { ...(await openSigningPage({ server })), server };
}

test('says whose bank session it is, and another person signs out and returns to the provider unsigned', async () => {
  const { assign, server } = await openAs('Liis Näidis');
  expect(screen.getByText(/^You are signed in as Liis Näidis\./)).toBeDefined();
  await press('Not you? Log out');
  expect(server.calls.map(({ call }) => call).filter((call) => /^(PUT|DELETE)/.test(call))).toEqual(['DELETE /bank/session']);
  expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
});

test('says nothing where an older server sends no name', async () => {
  await openAs();
  expect(screen.queryByText(/signed in as/)).toBeNull();
});

test('offers no other person while a device is asked', async () => {
  const { server } = await openAs('Liis Näidis');
  server.on('PUT /api/ui/payment', () => new Promise(() => undefined));
  await press('Sign with Smart-ID');
  expect(screen.queryByRole('button', { name: 'Not you? Log out' })).toBeNull();
});
