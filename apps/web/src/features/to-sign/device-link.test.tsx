/** What the co-signer's page shows of a challenge that they open in the app: by a link on a phone, by a QR code from another screen. */
import type { PaymentToSignDetails, SigningChallenge } from '@portico/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeServer, hold, refuse } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { drawPage, pass } from '../../shared/i18n/testing/draw-page.tsx';
import { setTouch } from '../../shared/sca/testing/set-touch.ts';
import { toSignCatalogue } from './messages.ts';
import { paymentToSign } from './testing/to-sign-fixtures.ts';
import { ToSignPage } from './to-sign-page.tsx';

const PAYMENT = '/bank/to-sign/payments/pay_1';
const READ = `GET ${PAYMENT}/challenge`;
const ASK = `POST ${PAYMENT}/challenge`;
const NOTIFY = `POST ${PAYMENT}/challenge/notification`;
const SUBMIT = `POST ${PAYMENT}/signature`;

const HREF = 'https://bank.example/bank/device?deviceLinkType=Web2App';
const started: SigningChallenge = { state: 'started', method: 'SMART_ID', secondsLeft: 84 };
/** @param second of the QR code, which the server renews with each reading */
const linked = (second: number): SigningChallenge => ({
  ...started,
  deviceLink: { isOpened: false, href: HREF, qrText: `${HREF}&elapsedSeconds=${second}` },
});
const withLink: PaymentToSignDetails = { ...paymentToSign, authMethods: ['SMART_ID', 'MOBILE_ID'], deviceLinkMethods: ['SMART_ID'] };

const CHOICE = /^(Scan a QR code with Smart-ID|Open Smart-ID on this device)$/;
const choice = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: CHOICE });
const code = () => screen.queryByRole('img', { name: 'QR code for Smart-ID' });
const appLink = () => screen.queryByRole('link', { name: 'Open Smart-ID' });
const formsAsked = (server: FakeServer) => server.calls.filter(({ call }) => call === ASK).map(({ headers }) => headers.get('signing-form'));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open(payment: PaymentToSignDetails = withLink, reading: SigningChallenge = { state: 'none' }): Promise<FakeServer> {
  const catalogues = [sharedCatalogue, doorCatalogue, toSignCatalogue];
  const { server } = await drawPage({ [`GET ${PAYMENT}`]: payment, [READ]: reading }, catalogues, (api) => (
    <ToSignPage paymentId="pay_1" api={api} config={recordedConfig} />
  ));
  return server;
}

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}

/** The QR code is a part that is loaded on demand. */
async function settle(): Promise<void> {
  await vi.dynamicImportSettled();
  await pass(0);
}

/** Chooses the app and signs. The server returns `reading` to the request and to each reading. */
async function signByLink(reading: SigningChallenge = linked(0)): Promise<FakeServer> {
  const server = await open();
  fireEvent.click(screen.getByRole('checkbox', { name: CHOICE }));
  server.on(ASK, reading);
  server.on(READ, reading);
  server.on(NOTIFY, { ...started, controlCode: '4821' });
  await press('Sign with Smart-ID');
  await settle();
  return server;
}

describe('the choice', () => {
  test('is off at first: the device is notified', async () => {
    const server = await open();
    server.on(ASK, { ...started, controlCode: '7304' });
    expect(choice()?.checked).toBe(false);
    await press('Sign with Smart-ID');
    expect(formsAsked(server)).toEqual([null]);
    expect(code() ?? appLink()).toBeNull();
  });

  test.each([
    ['the method of the sign-in has no link', { ...withLink, signatory: { ...withLink.signatory, authMethod: 'MOBILE_ID' as const } }],
    ['the server offers no link', { ...withLink, deviceLinkMethods: [] }],
    ['an older server says nothing of links', paymentToSign],
  ])('is absent when %s', async (_when, payment) => {
    await open(payment);
    expect(choice()).toBeNull();
  });

  test('is absent for another method that the co-signer chooses after a failure', async () => {
    const server = await signByLink();
    server.on(READ, { state: 'timedOut', method: 'SMART_ID', secondsLeft: 0 });
    await pass(1000);
    await press('Continue with Mobile-ID');
    await pass(500);
    expect(choice()).toBeNull();
    await press('Sign with Mobile-ID');
    expect(formsAsked(server)).toEqual(['deviceLink', null]);
  });

  test('is absent for a blocked method', async () => {
    const server = await signByLink();
    server.on(READ, { state: 'wrongCode', method: 'SMART_ID', secondsLeft: 0, triesLeft: 0 });
    await pass(1000);
    expect(choice()).toBeNull();
  });
});

describe('a large screen', () => {
  test('shows a code and no link, and asks the server for a link', async () => {
    const server = await signByLink();
    expect(formsAsked(server)).toEqual(['deviceLink']);
    expect(screen.getByRole('status').textContent).toContain('Scan the code with Smart-ID');
    expect(code()).not.toBeNull();
    expect(appLink()).toBeNull();
    expect(screen.getByText('46.80')).toBeDefined();
  });

  test('renews the code with each reading, and starts no other challenge', async () => {
    const server = await signByLink();
    const codes = new Set([code()?.innerHTML]);
    for (const second of [1, 2, 3]) {
      server.on(READ, linked(second));
      await pass(1000);
      codes.add(code()?.innerHTML);
    }
    expect(codes.size).toBe(4);
    expect(server.count(ASK)).toBe(1);
  });

  test('removes a code that is old while the network is lost, and shows a new one when it is back', async () => {
    const server = await signByLink();
    server.on(READ, () => {
      throw new TypeError('network');
    });
    await pass(5000);
    expect(code()).toBeNull();
    expect(screen.getByRole('button', { name: 'I do not have the app on a device with a camera' })).toBeDefined();
    server.on(READ, linked(6));
    await pass(1000);
    expect(code()).not.toBeNull();
    server.on(READ, { state: 'approved', method: 'SMART_ID', secondsLeft: 0 });
    server.on(SUBMIT, { transactionStatus: 'ACCC', signatories: [{ name: 'Kaur Kaasallkiri', state: 'signed' }] });
    await pass(1000);
    expect(screen.getByRole('heading', { name: 'Payment signed' })).toBeDefined();
    expect([server.count(ASK), server.count(SUBMIT)]).toEqual([1, 1]);
  });

  test('shows the running link after a reload, without another challenge', async () => {
    const server = await open(withLink, linked(7));
    await settle();
    expect(code()).not.toBeNull();
    expect(server.count(ASK)).toBe(0);
  });
});

describe('a phone', () => {
  beforeEach(() => setTouch(true));

  test('shows the link that opens the app beside the page, and no code', async () => {
    const server = await signByLink();
    expect(formsAsked(server)).toEqual(['deviceLink']);
    const link = appLink();
    expect(['href', 'target', 'rel'].map((name) => link?.getAttribute(name))).toEqual([HREF, '_blank', 'noopener']);
    expect(screen.getByRole('status').textContent).toContain('Continue in Smart-ID');
    expect(code()).toBeNull();
  });

  test('shows a code for another device on request, with the link above it and the focus on the code', async () => {
    await signByLink();
    screen.getByRole('button', { name: 'Scan a QR code with another device' }).focus();
    await press('Scan a QR code with another device');
    await settle();
    expect(appLink()).not.toBeNull();
    expect(document.activeElement?.contains(code())).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe.each([
  ['a phone', true, 'Send a notification to my phone'],
  ['a large screen', false, 'I do not have the app on a device with a camera'],
])('on %s', (_screen, isTouch, notify) => {
  beforeEach(() => setTouch(isTouch));

  test('the co-signer is notified instead, and compares the control code', async () => {
    const server = await signByLink();
    server.on(READ, { ...started, controlCode: '4821' });
    await press(notify);
    await pass(1000);
    expect([server.count(NOTIFY), server.count(ASK)]).toEqual([1, 1]);
    expect(screen.getByRole('img', { name: 'Control code 4 8 2 1' })).toBeDefined();
    expect(code() ?? appLink()).toBeNull();
  });

  test('the link stays when the notification fails', async () => {
    const server = await signByLink();
    server.on(NOTIFY, () => refuse(503, 'UNAVAILABLE', 'In the bank’s words.'));
    await press(notify);
    await pass(1000);
    expect(isTouch ? appLink() : code()).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('an opened app has neither link nor code', async () => {
    const server = await signByLink();
    server.on(READ, { ...started, deviceLink: { isOpened: true } });
    await pass(1000);
    expect(screen.getByRole('status').textContent).toBe('Continue in Smart-IDSmart-ID is open. Check what it shows and enter PIN2 there.');
    expect(code() ?? appLink() ?? screen.queryByRole('button', { name: notify })).toBeNull();
  });

  test.each([
    ['refused', 'You refused the request on your device.', undefined],
    ['timedOut', 'Your device did not answer in time.', undefined],
    ['wrongCode', 'The code, PIN or response was wrong.', 2],
    ['unreachable', 'Your phone could not be reached.', undefined],
  ] as const)('a challenge that ends with %s says so, and the next try is by the link again', async (state, said, triesLeft) => {
    const server = await signByLink();
    server.on(READ, { state, method: 'SMART_ID', secondsLeft: 0, ...(triesLeft === undefined ? {} : { triesLeft }) });
    await pass(1000);
    expect(screen.getByRole('alert').textContent).toContain(said);
    expect(screen.getByRole('alert').textContent).toContain(triesLeft === undefined ? '' : '2 tries are left');
    expect(code() ?? appLink()).toBeNull();
    expect(choice()?.checked).toBe(true);
    server.on(READ, linked(0));
    await pass(500);
    await press('Sign with Smart-ID');
    await settle();
    expect(isTouch ? appLink() : code()).not.toBeNull();
    expect(formsAsked(server)).toEqual(['deviceLink', 'deviceLink']);
    expect(server.count(SUBMIT)).toBe(0);
  });

  test('a page that is closed while it waits aborts its reading and reads no more', async () => {
    const server = await signByLink();
    let isAborted = false;
    server.on(READ, (recorded, signal) => {
      signal?.addEventListener('abort', () => {
        isAborted = true;
      });
      return hold(recorded, signal);
    });
    await pass(1000);
    const count = server.calls.length;
    cleanup();
    await pass(10_000);
    expect([isAborted, server.calls.length - count]).toEqual([true, 0]);
  });

  test('the choice has its hint as description, and link, code and buttons are outside the live region', async () => {
    await open();
    const box = screen.getByRole('checkbox', { name: isTouch ? 'Open Smart-ID on this device' : 'Scan a QR code with Smart-ID' });
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Otherwise your phone is notified and shows a control code.',
    );
    cleanup();
    await signByLink();
    expect(within(screen.getByRole('status')).queryByRole(isTouch ? 'link' : 'img')).toBeNull();
    expect(within(screen.getByRole('status')).queryByRole('button')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Payment, second signature');
    expect(screen.getByText('Something differs?')).toBeDefined();
    for (const reached of [appLink(), screen.getByRole('button', { name: notify })]) expect(reached?.getAttribute('tabindex') ?? null).toBeNull();
  });
});

test('a phone that leaves for the app reads at once when it is back', async () => {
  setTouch(true);
  const server = await signByLink();
  const before = server.count(READ);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(30_000);
  expect(server.count(READ) - before).toBeLessThanOrEqual(1);
  server.on(READ, { state: 'approved', method: 'SMART_ID', secondsLeft: 0 });
  server.on(SUBMIT, { transactionStatus: 'ACCC', signatories: [{ name: 'Kaur Kaasallkiri', state: 'signed' }] });
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(screen.getByRole('heading', { name: 'Payment signed' })).toBeDefined();
});
