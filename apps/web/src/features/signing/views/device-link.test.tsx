/** What the signing page shows of a challenge that the customer opens in the app. */
import type { SigningChallenge } from '@portico/contract';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FakeServer } from '../../../shared/api/fake-server.ts';
import { setTouch } from '../../../shared/sca/testing/set-touch.ts';
import { consentServer, namedConsent } from '../testing/consent-fixtures.ts';
import { paymentSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press, signingServer } from '../testing/signing-harness.tsx';

const CHALLENGE = 'GET /api/ui/challenge';
const NOTIFICATION = 'POST /api/ui/challenge/notification';
const PUT = 'PUT /api/ui/payment';
const CHOICE = /^Scan a QR code with Smart-ID/;

const waiting: SigningChallenge = { state: 'started', method: 'SMART_ID', secondsLeft: 84 };
const linked = (second: number): SigningChallenge => {
  const href = 'https://bank.example/bank/device?deviceLinkType=Web2App';
  return { ...waiting, deviceLink: { isOpened: false, href, qrText: `${href}&elapsedSeconds=${second}` } };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  closeSigningPage();
});

async function sign(challenge: SigningChallenge): Promise<FakeServer> {
  const server = signingServer();
  server.on(CHALLENGE, challenge);
  server.on(NOTIFICATION, { ...waiting, controlCode: '4821' });
  await openSigningPage({ server });
  fireEvent.click(screen.getByRole('checkbox', { name: /^(Scan a QR code with|Open) Smart-ID/ }));
  await press('Sign with Smart-ID');
  await vi.dynamicImportSettled();
  await pass(0);
  return server;
}

const formsSent = (server: FakeServer) => server.calls.filter(({ call }) => call === PUT).map(({ headers }) => headers.get('signing-form'));
const code = () => screen.queryByRole('img', { name: 'QR code for Smart-ID' });

test('the signature asks for a notification unless the customer chooses the app', async () => {
  const server = signingServer();
  await openSigningPage({ server });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: CHOICE }).checked).toBe(false);
  await press('Sign with Smart-ID');
  expect(formsSent(server)).toEqual([null]);
});

test('a screen without touch shows a code, which is renewed with each reading and vanishes when it is old', async () => {
  const server = await sign(linked(0));
  expect(formsSent(server)).toEqual(['deviceLink']);
  expect(screen.getByRole('heading', { name: 'Scan the code with Smart-ID' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Open Smart-ID' })).toBeNull();
  const first = code()?.innerHTML;
  server.on(CHALLENGE, linked(1));
  await pass(1000);
  expect(code()?.innerHTML).not.toBe(first);
  server.on(CHALLENGE, () => new Response(null, { status: 503 }));
  await pass(5000);
  expect(code()).toBeNull();
});

test('a phone shows the button that opens the app, and the code when it is asked for', async () => {
  setTouch(true);
  await sign(linked(0));
  const open = screen.getByRole('link', { name: 'Open Smart-ID' });
  expect([open.getAttribute('href'), open.getAttribute('target')]).toEqual(['https://bank.example/bank/device?deviceLinkType=Web2App', '_blank']);
  expect(code()).toBeNull();
  await press('Scan a QR code with another device');
  await vi.dynamicImportSettled();
  await pass(0);
  expect(code()).not.toBeNull();
});

test('the customer is notified instead, and compares the control code', async () => {
  const server = await sign(linked(0));
  server.on(CHALLENGE, { ...waiting, controlCode: '4821' });
  await press('I do not have the app on a device with a camera');
  expect(server.count(NOTIFICATION)).toBe(1);
  expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBeDefined();
  expect(code()).toBeNull();
});

test('an opened app has neither link nor code any more', async () => {
  await sign({ ...waiting, deviceLink: { isOpened: true } });
  expect(screen.getByRole('heading', { name: 'Continue in Smart-ID' })).toBeDefined();
  expect(document.body.textContent).toContain('Smart-ID is open. Check what it shows and enter PIN2 there.');
  expect(code()).toBeNull();
});

test.each([
  ['a method without a link', paymentSession({ authMethod: 'MOBILE_ID' })],
  ['a server that offers none', paymentSession({ deviceLinkMethods: [] })],
])('the choice is not offered with %s', async (_what, session) => {
  const server = signingServer();
  server.on('GET /api/ui/payment/details', session);
  await openSigningPage({ server });
  expect(screen.queryByRole('checkbox', { name: CHOICE })).toBeNull();
});

test.each([
  ['ee', 1],
  ['lt', 0],
] as const)('a consent in %s offers the choice where a device signs it', async (bankCountry, count) => {
  await openSigningPage({ server: consentServer({ ...namedConsent, bankCountry }), modalId: 'signingConsent' });
  expect(screen.queryAllByRole('checkbox', { name: CHOICE })).toHaveLength(count);
});
