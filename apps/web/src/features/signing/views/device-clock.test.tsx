// Review of 25 November 2026, C13: the clock of the customer's device is set in the middle of a session, or the device sleeps.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold, refuse } from '../../../shared/api/fake-server.ts';
import { setPageVisibility } from '../../../shared/page/page-visibility.ts';
import { closeSigningPage, openSigningPage, pass, press, signingServer } from '../testing/signing-harness.tsx';

const CHALLENGE = 'GET /api/ui/challenge';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const JUMPS = [
  ['an hour ahead', HOUR],
  ['an hour back', -HOUR],
  ['a day ahead', 24 * HOUR],
  ['a day back', -24 * HOUR],
] as const;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

const setClock = (byMs: number) => vi.setSystemTime(Date.now() + byMs);

describe.each(JUMPS)('a clock that is set %s', (_where, byMs) => {
  test('does not change the time left', async () => {
    const server = signingServer();
    // Without an answer the page has only its own count.
    server.on(CHALLENGE, hold);
    await openSigningPage({ server });
    await pass(MINUTE);
    setClock(byMs);
    await pass(MINUTE);
    expect(screen.getByText('3:00')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Give me more time' })).toBeNull();
  });

  test('asks the server once for the time left, and shows what it counts', async () => {
    const { server } = await openSigningPage();
    server.on(CHALLENGE, { state: 'none', timeLeft: { idleSeconds: 42, totalSeconds: 700 } });
    await pass(MINUTE);
    expect(server.count(CHALLENGE)).toBe(0);
    setClock(byMs);
    await pass(1000);
    expect(screen.getByText('0:42')).toBeDefined();
    await pass(5000);
    expect(server.count(CHALLENGE)).toBe(1);
    expect(server.count('POST /api/ui/activity')).toBe(0);
  });

  test('does not change the time that the device has, while the customer signs', async () => {
    const server = signingServer();
    await openSigningPage({ server });
    await press('Sign with Smart-ID');
    server.on(CHALLENGE, hold);
    await pass(10_000);
    setClock(byMs);
    await pass(14_000);
    expect(screen.getByText('1:00')).toBeDefined();
  });

  test('does not end or prolong the pause before the next attempt', async () => {
    const server = signingServer();
    server.on(CHALLENGE, { state: 'none' });
    server.on('PUT /api/ui/payment', () => refuse(503, 'UNAVAILABLE', 'Down.', {}, { 'retry-after': '60' }));
    await openSigningPage({ server });
    await press('Sign with Smart-ID');
    await pass(10_000);
    setClock(byMs);
    await pass(10_000);
    expect(screen.getByText('0:40')).toBeDefined();
    server.on('PUT /api/ui/payment', hold);
    await pass(41_000);
    expect(server.count('PUT /api/ui/payment')).toBe(2);
  });

  test('does not stop the reports that the customer is there', async () => {
    const server = signingServer();
    server.on(CHALLENGE, hold);
    await openSigningPage({ server });
    for (const tries of [1, 2]) {
      window.dispatchEvent(new Event('pointerdown'));
      await pass(1000);
      expect(server.count('POST /api/ui/activity')).toBe(tries);
      setClock(byMs);
      await pass(30_000);
    }
  });
});

describe('a page that returns from the background', () => {
  test('shows what the server counts', async () => {
    const { server } = await openSigningPage();
    server.on(CHALLENGE, { state: 'none', timeLeft: { idleSeconds: 95, totalSeconds: 700 } });
    setPageVisibility('hidden');
    await pass(5000);
    setPageVisibility('visible');
    await pass(0);
    expect(screen.getByText('1:35')).toBeDefined();
  });

  test('says at once that the session has ended meanwhile', async () => {
    const { server } = await openSigningPage();
    server.on(CHALLENGE, () => refuse(410, 'SIGNING_TERMINATED', 'Terminated.'));
    setPageVisibility('hidden');
    await pass(5000);
    setPageVisibility('visible');
    await pass(0);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('goes on counting when the server does not answer', async () => {
    const { server } = await openSigningPage();
    server.on(CHALLENGE, () => refuse(503, 'UNAVAILABLE', 'Down.'));
    setPageVisibility('hidden');
    await pass(59_000);
    setPageVisibility('visible');
    await pass(1000);
    expect(screen.getByText('4:00')).toBeDefined();
  });
});
