/** What the page asks for and shows with each method. */

import type { SignInChallenge } from '@portico/contract';
import cancelled from '@portico/contract/recorded/sign-in-cancelled';
import completed from '@portico/contract/recorded/sign-in-completed';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, type FakeServer, refuse, replay } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { activateLocale, createI18n } from '../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { signInCatalogue } from './messages.ts';
import { SignInPage } from './sign-in-page.tsx';
import { signInDetails } from './testing/sign-in-fixtures.ts';

const START = 'POST /bank/sign-in/abc/authentication';
const CHALLENGE = 'GET /bank/sign-in/abc/challenge';
const RESPONSE = 'POST /bank/sign-in/abc/response';
const COMPLETE = 'POST /bank/sign-in/abc/completion';

const CALCULATOR: SignInChallenge = {
  state: 'started',
  method: 'CODE_CALCULATOR',
  calculatorNumber: [{ meaning: 'once', digits: '305214' }],
  secondsLeft: 84,
};

const assign = vi.fn<(url: string | URL) => void>();
beforeEach(() => {
  vi.useFakeTimers();
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

/** Opens the page and chooses a method. */
async function choose(method: string, challenge: SignInChallenge = CALCULATOR): Promise<FakeServer> {
  const server = createFakeServer({
    'GET /bank/sign-in/abc/details': signInDetails({ methods: ['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR', 'EPARAKSTS_MOBILE'] }),
    [START]: challenge,
    [CHALLENGE]: challenge,
    [COMPLETE]: replay(completed),
    'DELETE /bank/sign-in/abc': replay(cancelled),
  });
  const i18n = createI18n();
  await activateLocale(i18n, 'en', [sharedCatalogue, signInCatalogue]);
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const ignore = () => undefined;
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  render(
    <I18nProvider i18n={i18n}>
      <SignInPage id="abc" api={api} config={recordedConfig} />
    </I18nProvider>,
  );
  await pass(0);
  // The form's button is armed half a second after it appeared.
  await pass(500);
  fireEvent.click(screen.getByLabelText(method));
  return server;
}

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sent = (server: FakeServer, wanted: string) => server.calls.filter(({ call }) => call === wanted).map(({ body }) => body);

async function startCalculator(server: FakeServer | Promise<FakeServer> = choose('Code calculator')): Promise<FakeServer> {
  const opened = await server;
  type('Personal identification code', '60001019906');
  await press('Continue with code calculator');
  return opened;
}

test.each([
  ['Smart-ID', ['Personal identification code']],
  ['Mobile-ID', ['Phone number', 'Personal identification code']],
  ['ID-card', ['Personal code on the card']],
  ['Code calculator', ['Personal identification code']],
  ['eParaksts mobile', ['eParaksts mobile user number']],
])('%s has the fields %j', async (method, labels) => {
  await choose(method);
  const fields = screen.getAllByRole('textbox').map((field) => document.querySelector(`label[for="${field.id}"]`)?.textContent);
  expect(fields).toEqual(labels);
});

test('Mobile-ID sends phone number and personal code, without spaces', async () => {
  const server = await choose('Mobile-ID');
  type('Phone number', '+372 0000 0766');
  type('Personal identification code', '60001019906');
  await press('Continue with Mobile-ID');
  expect(sent(server, START)).toEqual([{ method: 'MOBILE_ID', phoneNumber: '+37200000766', nationalIdentityNumber: '60001019906' }]);
});

test('eParaksts mobile sends only the user number', async () => {
  const server = await choose('eParaksts mobile');
  type('eParaksts mobile user number', '9000 0016');
  await press('Continue with eParaksts mobile');
  expect(sent(server, START)).toEqual([{ method: 'EPARAKSTS_MOBILE', userNumber: '90000016' }]);
});

test('every empty field has an error, the first one gets the focus, and nothing is sent', async () => {
  const server = await choose('Mobile-ID');
  await press('Continue with Mobile-ID');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Enter your phone number.',
    'Enter your personal identification code.',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Phone number'));
  expect(sent(server, START)).toEqual([]);
});

// Review of 25 November 2026, C16.
test.each(['123', '6000101990', '600010199060', '60001019906x', '60-001019906'])(
  'the personal code %s is refused by the field, and not sent',
  async (typed) => {
    const server = await choose('Smart-ID');
    type('Personal identification code', typed);
    await press('Continue with Smart-ID');
    expect(screen.getByRole('alert').textContent).toBe('A personal identification code has 11 digits. Check what you typed.');
    expect(document.activeElement).toBe(screen.getByLabelText('Personal identification code'));
    expect(sent(server, START)).toEqual([]);
    type('Personal identification code', '60001019906');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('a Latvian personal code may be typed with its hyphen', async () => {
  const server = await choose('Smart-ID');
  type('Personal identification code', '320101-12345');
  await press('Continue with Smart-ID');
  expect(sent(server, START)).toEqual([{ method: 'SMART_ID', nationalIdentityNumber: '320101-12345' }]);
});

test('an unknown customer is an error of the form, not of one of two fields', async () => {
  const server = await choose('Mobile-ID');
  const said = 'We cannot sign you in with this phone number and personal code here.';
  server.on(START, () => refuse(400, 'CUSTOMER_UNKNOWN', said, { errors: [{ code: 'CUSTOMER_UNKNOWN', text: said, path: 'phoneNumber' }] }));
  type('Phone number', '+37200000766');
  type('Personal identification code', '60001019906');
  await press('Continue with Mobile-ID');
  expect(screen.getByRole('alert').textContent).toMatch(said);
  expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBeNull();
});

test('typed values are kept when another method is chosen', async () => {
  await choose('Mobile-ID');
  type('Personal identification code', '60001019906');
  fireEvent.click(screen.getByLabelText('Smart-ID'));
  expect(screen.getByLabelText<HTMLInputElement>('Personal identification code').value).toBe('60001019906');
});

test.each([
  ['ID-card', 'IDCARD', 'Continue with your card', 'Choose your certificate in the card reader’s window and enter PIN1.'],
  ['eParaksts mobile', 'EPARAKSTS_MOBILE', 'Continue in eParaksts mobile', 'Open eParaksts mobile on your phone and enter PIN1 there.'],
] as const)('%s shows no control code and says where to continue', async (label, method, headline, advice) => {
  await choose(label, { state: 'started', method, secondsLeft: 84 });
  type(label === 'ID-card' ? 'Personal code on the card' : 'eParaksts mobile user number', '60001019906');
  await press(`Continue with ${label}`);
  expect(screen.getByRole('heading', { name: headline })).toBe(document.activeElement);
  expect(screen.getByText(advice)).toBeDefined();
  expect(screen.queryByRole('img', { name: /Control code/ })).toBeNull();
});

test('a calculator’s digits are labelled with their meaning', async () => {
  await startCalculator();
  expect(screen.getByRole('heading', { name: 'Use your code calculator' })).toBeDefined();
  expect(screen.getByRole('img', { name: 'Digits 3 0 5 2 1 4' })).toBeDefined();
  expect(screen.getByText('For this sign-in alone')).toBeDefined();
});

test('the response is sent once, without spaces, and a correct one completes the sign-in', async () => {
  const server = await startCalculator();
  server.on(RESPONSE, { ...CALCULATOR, state: 'approved', secondsLeft: 0 });
  type('Response', '1234 5678');
  const button = screen.getByRole('button', { name: 'Sign in' });
  fireEvent.click(button);
  fireEvent.click(button);
  await pass(0);
  expect(sent(server, RESPONSE)).toEqual([{ response: '12345678' }]);
  expect(assign).toHaveBeenCalledExactlyOnceWith(completed.body.location);
});

test.each(['', '1234567', '12345678a', '123456789'])(
  'a response in another format (“%s”) is an error of the field and is not sent',
  async (typed) => {
    const server = await startCalculator();
    type('Response', typed);
    await press('Sign in');
    expect(screen.getByRole('alert').textContent).toBe('Enter the 8 digits that your calculator shows.');
    expect(document.activeElement).toBe(screen.getByLabelText('Response'));
    expect(sent(server, RESPONSE)).toEqual([]);
  },
);

test('a wrong response says so and offers new digits', async () => {
  const server = await startCalculator();
  server.on(RESPONSE, { ...CALCULATOR, state: 'wrongCode', secondsLeft: 0 });
  type('Response', '12345678');
  await press('Sign in');
  expect(screen.getByRole('heading', { name: 'The response was wrong' })).toBeDefined();
  expect(screen.getByText(/Try again with new digits/)).toBeDefined();
  await press('Try again');
  expect(screen.getByRole('radio', { name: 'Code calculator' }).matches(':checked')).toBe(true);
  expect(screen.getByRole('textbox', { name: 'Personal identification code' })).toHaveProperty('value', '60001019906');
});

test('a response that failed to arrive can be sent again', async () => {
  const server = await startCalculator();
  server.on(RESPONSE, () => refuse(503, 'UNAVAILABLE', 'The bank cannot be reached now.'));
  type('Response', '12345678');
  await press('Sign in');
  expect(screen.getByRole('alert').textContent).toBe('The bank cannot be reached now. Try again in a minute.');
  server.on(RESPONSE, { ...CALCULATOR, state: 'approved', secondsLeft: 0 });
  await press('Sign in');
  expect(assign).toHaveBeenCalledOnce();
});

test('a response to an expired sign-in says that the sign-in is over', async () => {
  const server = await startCalculator();
  server.on(RESPONSE, () => refuse(410, 'SIGN_IN_UNKNOWN', 'This sign-in is over.'));
  type('Response', '12345678');
  await press('Sign in');
  expect(screen.getByRole('heading', { name: 'This sign-in is over' })).toBeDefined();
});

test.each([
  ['MOBILE_ID', 'unreachable', 'Your phone could not be reached'],
  ['MOBILE_ID', 'refused', 'You refused on your phone'],
  ['IDCARD', 'refused', 'You refused on your card reader'],
  ['IDCARD', 'wrongCode', 'The PIN was wrong'],
  ['IDCARD', 'timedOut', 'Your card reader did not answer in time'],
  ['CODE_CALCULATOR', 'timedOut', 'The time for these digits is over'],
  ['EPARAKSTS_MOBILE', 'wrongCode', 'The PIN was wrong'],
  ['SMART_ID', 'wrongCode', 'The code was wrong'],
] as const)('%s with the outcome %s shows “%s” and the way back', async (method, state, title) => {
  const server = await choose('Smart-ID', { state: 'started', method, secondsLeft: 84 });
  type('Personal identification code', '60001019906');
  await press('Continue with Smart-ID');
  server.on(CHALLENGE, { state, method, secondsLeft: 0 });
  await pass(1000);
  expect(screen.getByRole('heading', { name: title })).toBeDefined();
  const warning = /Five failures in a row block this method for 15 minutes\.$/;
  expect(screen.queryAllByText(warning)).toHaveLength(state === 'wrongCode' ? 1 : 0);
  await press('Cancel and go back to Lumen Books online');
  expect(assign).toHaveBeenCalledExactlyOnceWith(cancelled.body.location);
});
