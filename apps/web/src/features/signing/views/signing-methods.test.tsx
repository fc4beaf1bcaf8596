/** What the signing page shows while each method's device is asked, and a calculator's way back. */
import type { SigningChallenge } from '@portico/contract';
import type { AuthMethod } from '@portico/contract/values';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeServer, refuse } from '../../../shared/api/fake-server.ts';
import { paymentSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press, signingServer } from '../testing/signing-harness.tsx';

const CHALLENGE = 'GET /api/ui/challenge';
const RESPONSE = 'POST /api/ui/challenge/response';
const PUT = 'PUT /api/ui/payment';

const CALCULATOR: SigningChallenge = {
  state: 'started',
  method: 'CODE_CALCULATOR',
  calculatorNumber: [
    { meaning: 'amount', digits: '4680' },
    { meaning: 'account', digits: '1764' },
    { meaning: 'once', digits: '305214' },
  ],
  secondsLeft: 84,
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(closeSigningPage);

async function sign(method: AuthMethod, challenge: SigningChallenge): Promise<FakeServer> {
  const server = signingServer();
  server.on('GET /api/ui/payment/details', paymentSession({ authMethod: method }));
  server.on(CHALLENGE, challenge);
  await openSigningPage({ server });
  await press(/^Sign with /);
  await pass(0);
  return server;
}

const type = (value: string) => fireEvent.change(screen.getByLabelText('Response'), { target: { value } });
const sent = (server: FakeServer, wanted: string) => server.calls.filter(({ call }) => call === wanted).map(({ body }) => body);

test.each([
  ['IDCARD', 'Continue on your device', /ID-card\. Choose your signing certificate in the card reader’s window and enter PIN2\./, 'card reader'],
  ['EPARAKSTS_MOBILE', 'Continue on your device', /eParaksts mobile\. Open the app on your phone and enter PIN2 there\./, 'phone'],
] as const)('%s says where to continue, and shows no control code', async (method, headline, advice, device) => {
  await sign(method, { state: 'started', method, secondsLeft: 84 });
  expect(screen.getByRole('heading', { name: headline })).toBe(document.activeElement);
  expect(screen.getByText((_, element) => element?.tagName === 'P' && advice.test(element.textContent ?? ''))).toBeDefined();
  expect(screen.getByText('1:24').parentElement?.textContent).toBe(`Waiting for your ${device}, 1:24`);
  expect(screen.queryByRole('img', { name: /Control code|Digits/ })).toBeNull();
});

test('the digits for a calculator are labelled as amount, payee’s account and single use', async () => {
  await sign('CODE_CALCULATOR', CALCULATOR);
  expect(screen.getByRole('heading', { name: 'Use your code calculator' })).toBe(document.activeElement);
  const parts = screen.getAllByRole('img', { name: /^Digits/ }).map((part) => part.closest('div')?.textContent);
  expect(parts).toEqual(['Amount in cents, 46.804680', 'Last digits of the payee’s account1764', 'For this signature alone305214']);
  expect(screen.getByText('1:24').parentElement?.textContent).toBe('These digits are good for 1:24');
});

test('the response is sent without spaces while the PUT stays open', async () => {
  const server = await sign('CODE_CALCULATOR', CALCULATOR);
  server.on(RESPONSE, { ...CALCULATOR, state: 'approved', secondsLeft: 0 });
  server.on(CHALLENGE, { ...CALCULATOR, state: 'approved', secondsLeft: 0 });
  type('1234 5678');
  await press('Send the response');
  expect(sent(server, RESPONSE)).toEqual([{ response: '12345678' }]);
  expect(server.count(PUT)).toBe(1);
  expect(screen.queryByLabelText('Response')).toBeNull();
});

test('a response with fewer than eight digits is refused and not sent', async () => {
  const server = await sign('CODE_CALCULATOR', CALCULATOR);
  type('1234');
  await press('Send the response');
  expect(screen.getByRole('alert').textContent).toBe('Enter the 8 digits that your calculator shows.');
  expect(sent(server, RESPONSE)).toEqual([]);
});

test('a response that could not be delivered can be sent again', async () => {
  const server = await sign('CODE_CALCULATOR', CALCULATOR);
  server.on(RESPONSE, () => refuse(503, 'UNAVAILABLE', 'The bank cannot be reached now.'));
  type('12345678');
  await press('Send the response');
  expect(screen.getByText('The bank cannot be reached now. Try again in a minute.')).toBeDefined();
  server.on(RESPONSE, { ...CALCULATOR, state: 'approved', secondsLeft: 0 });
  await press('Send the response');
  expect(server.count(RESPONSE)).toBe(2);
});

test('a response to an expired session opens the terminated view', async () => {
  const server = await sign('CODE_CALCULATOR', CALCULATOR);
  server.on(RESPONSE, () => refuse(410, 'SIGNING_TERMINATED', 'Your session is terminated.'));
  type('12345678');
  await press('Send the response');
  expect(screen.queryByLabelText('Response')).toBeNull();
  expect(screen.getByRole('heading', { name: /terminated/i })).toBeDefined();
});

test('the page warns the customer against giving the response by phone or mail', async () => {
  await sign('CODE_CALCULATOR', CALCULATOR);
  expect(screen.getByText(/never by phone or e-mail/)).toBeDefined();
});
