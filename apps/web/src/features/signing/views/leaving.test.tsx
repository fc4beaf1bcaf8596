/** Where the signing page lets a customer go: only to what the server answered, looked at once more; never to what a link says. */

import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuse } from '../../../shared/api/fake-server.ts';
import { FAILURE_URL, paymentSession, SUCCESS_URL, signedResult } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press, signingServer } from '../testing/signing-harness.tsx';

const DETAILS = 'GET /api/ui/payment/details';
const NOT_FOLLOWED = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '',
];
const evil = new URLSearchParams(
  ['tppSuccessUrl', 'tppFailureUrl', 'redirect', 'url', 'returnTo', 'next'].map((name) => [name, 'https://evil.example']),
);

/** What a link brought along, and what a script or an extension could still write into the address later. */
function plant(): void {
  window.history.replaceState(
    { ...window.history.state, tppSuccessUrl: 'https://evil.example' },
    '',
    `/?m=signingPayment&${evil}#/?m=signingPayment&${evil}`,
  );
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  plant();
  window.sessionStorage.setItem('tppSuccessUrl', 'https://evil.example');
});
afterEach(closeSigningPage);

test('a refusal redirects to the server’s address, never to one in the query or the hash', async () => {
  const { assign } = await openSigningPage();
  plant();
  await press('Cancel');
  expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
});

test('a signature redirects to the server’s address, never to one in the query or the hash', async () => {
  const { assign, server } = await openSigningPage();
  server.on('PUT /api/ui/payment', signedResult);
  await press('Sign with Smart-ID');
  plant();
  await pass(6000);
  expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
});

test('the error page without a known provider leads to the portal, never to an address in the query or the hash', async () => {
  const server = signingServer();
  server.on(DETAILS, () => refuse(410, 'SIGNING_TERMINATED', 'gone'));
  const { assign } = await openSigningPage({ server, page: 'error' });
  await press(/^Go to /);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});

test.each(NOT_FOLLOWED)('after a refusal the server’s address %j is not followed', async (address) => {
  const server = signingServer();
  server.on(DETAILS, paymentSession({ tppSuccessUrl: address, tppFailureUrl: address }));
  const { assign } = await openSigningPage({ server });
  await press('Cancel');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});

test('after a signature without a return address the page stays and links to the portal', async () => {
  const server = signingServer();
  const { tppSuccessUrl: _success, tppFailureUrl: _failure, ...session } = paymentSession();
  server.on(DETAILS, session);
  server.on('PUT /api/ui/payment', signedResult);
  const { assign } = await openSigningPage({ server });
  await press('Sign with Smart-ID');
  await pass(6000);
  expect(assign).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: /service provider|Stay on this page/ })).toBeNull();
  await press(/^Go to /);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});

test('after a signature only http and https addresses from the server are followed', async () => {
  for (const address of NOT_FOLLOWED) {
    const server = signingServer();
    server.on(DETAILS, paymentSession({ tppSuccessUrl: address, tppFailureUrl: address }));
    server.on('PUT /api/ui/payment', signedResult);
    const { assign, unmount } = await openSigningPage({ server });
    await press('Sign with Smart-ID');
    await pass(6000);
    expect(assign.mock.calls.filter(([url]) => url !== '/')).toEqual([]);
    unmount();
  }
});
