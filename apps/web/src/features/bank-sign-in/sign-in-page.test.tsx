import cancelled from '@portico/contract/recorded/sign-in-cancelled';
import challengeApproved from '@portico/contract/recorded/sign-in-challenge-approved';
import challengeStarted from '@portico/contract/recorded/sign-in-challenge-started';
import completed from '@portico/contract/recorded/sign-in-completed';
import customerUnknown from '@portico/contract/recorded/sign-in-customer-unknown';
import started from '@portico/contract/recorded/sign-in-started';
import signInUnknown from '@portico/contract/recorded/sign-in-unknown';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, type FakeServer, hold, refuse, replay } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { activateLocale, createI18n } from '../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { signInCatalogue } from './messages.ts';
import { SignInPage } from './sign-in-page.tsx';
import { signInDetails } from './testing/sign-in-fixtures.ts';

const DETAILS = 'GET /bank/sign-in/abc/details';
const START = 'POST /bank/sign-in/abc/authentication';
const CHALLENGE = 'GET /bank/sign-in/abc/challenge';
const COMPLETE = 'POST /bank/sign-in/abc/completion';
const CANCEL = 'DELETE /bank/sign-in/abc';

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

function bankServer(): FakeServer {
  return createFakeServer({
    [DETAILS]: signInDetails({ methods: ['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR'] }),
    [START]: replay(started),
    [CHALLENGE]: replay(challengeStarted),
    [COMPLETE]: replay(completed),
    [CANCEL]: replay(cancelled),
  });
}

async function open(server = bankServer()): Promise<FakeServer> {
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
  return server;
}

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

/** Of this browser, as `SignInOverBody` says. */
const over = (extra: object) => refuse(410, 'SIGN_IN_UNKNOWN', 'This sign-in is over.', extra);

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}

async function signIn(code = '60001019906'): Promise<void> {
  fireEvent.change(screen.getByLabelText('Personal identification code'), { target: { value: code } });
  await press('Continue with Smart-ID');
}

test('says that the bank has no method for the country, and leads back', async () => {
  await open(createFakeServer({ [DETAILS]: signInDetails({ methods: [] }), [CANCEL]: replay(cancelled) }));
  expect(screen.getByRole('alert').textContent).toContain('has no way to sign in for this country');
  const buttons = screen.getAllByRole('button').filter(({ textContent }) => textContent?.startsWith('Cancel') === true);
  expect(screen.queryAllByRole('radio')).toEqual([]);
  fireEvent.click(buttons[0] ?? document.body);
  await pass(0);
  expect(assign).toHaveBeenCalledOnce();
});

test('offers the methods of the country and preselects the first', async () => {
  await open();
  expect(screen.getByRole('group', { name: 'How do you sign in?' })).toBeDefined();
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR']);
  expect(screen.getByRole('radio', { name: 'Smart-ID', checked: true })).toBeDefined();
});

test('the button names the chosen method', async () => {
  await open();
  fireEvent.click(screen.getByLabelText('Mobile-ID'));
  expect(screen.getByRole('button', { name: 'Continue with Mobile-ID' })).toBeDefined();
});

const testCustomer = { name: 'Liis Näidis', method: 'SMART_ID', nationalIdentityNumber: '60001019906' } as const;

test('one press signs a developer in as their test customer, without the personal code', async () => {
  const server = bankServer();
  server.on(DETAILS, signInDetails({ testCustomer }));
  await open(server);
  await press('Sign in as test customer Liis Näidis');
  expect(server.calls.find(({ url }) => url.endsWith('/authentication'))?.body).toEqual({
    method: 'SMART_ID',
    nationalIdentityNumber: '60001019906',
  });
});

test('offers no test customer where the bank names none', async () => {
  await open();
  expect(screen.queryByRole('button', { name: /test customer/ })).toBeNull();
});

test('names the owner of the website that the customer came from', async () => {
  await open();
  expect(screen.getByText('You came from website owned by').nextSibling?.textContent).toBe('Lumen Books OÜ (demo)');
});

test('an empty personal code is an error of the field, and nothing is sent', async () => {
  const server = await open();
  await signIn('  ');
  const field = screen.getByLabelText('Personal identification code');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('Enter your personal identification code.');
  expect(document.activeElement).toBe(field);
  expect(server.count(START)).toBe(0);
});

test('an unknown personal code is an error of the field', async () => {
  const server = bankServer();
  server.on(START, replay(customerUnknown));
  await open(server);
  await signIn();
  expect(screen.getByRole('alert').textContent).toBe(customerUnknown.body.message);
  expect(screen.getByLabelText('Personal identification code').getAttribute('aria-invalid')).toBe('true');
});

test('a blocked method is announced above the form, and another can be chosen', async () => {
  const server = bankServer();
  server.on(START, () => refuse(422, 'SCA_METHOD_BLOCKED', 'In the bank’s words.', {}, { 'retry-after': '301' }));
  await open(server);
  await signIn();
  expect(screen.getByRole('alert').textContent).toMatch(/^This method is blocked for 6 minutes after five/);
  expect(screen.getByLabelText<HTMLInputElement>('Mobile-ID').disabled).toBe(false);
});

test('spaces in a personal code are not sent', async () => {
  const server = await open();
  await signIn(' 600010 19906 ');
  expect(server.calls.find(({ call }) => call === START)?.body).toEqual({ method: 'SMART_ID', nationalIdentityNumber: '60001019906' });
});

test('a running challenge shows the control code and the seconds left', async () => {
  await open();
  await signIn();
  expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBe(document.activeElement);
  expect(screen.getByRole('img', { name: 'Control code 7 3 0 4' })).toBeDefined();
  expect(screen.getByText('1:24').parentElement?.textContent).toBe('Waiting for your phone, 1:24');
  expect(screen.getByText(/^The same code/).textContent).toBe('The same code on your phone? Enter Smart-ID PIN1 there.');
});

test('the challenge is read every second; once it is approved, the page completes the sign-in and redirects', async () => {
  const server = await open();
  await signIn();
  await pass(3000);
  expect(server.count(CHALLENGE)).toBe(4);
  server.on(CHALLENGE, replay(challengeApproved));
  await pass(1000);
  expect(server.count(COMPLETE)).toBe(1);
  expect(assign).toHaveBeenCalledExactlyOnceWith(completed.body.location);
});

test('a network error during a challenge does not end it', async () => {
  const server = await open();
  await signIn();
  server.on(CHALLENGE, () => Promise.reject(new TypeError('network')));
  await pass(3000);
  expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBeDefined();
  server.on(CHALLENGE, replay(challengeApproved));
  await pass(1000);
  expect(assign).toHaveBeenCalledTimes(1);
});

test.each([
  ['refused', 'You refused on your phone'],
  ['timedOut', 'Your phone did not answer in time'],
  ['wrongCode', 'The code was wrong'],
])('%s is shown as “%s”, with Try again', async (state, title) => {
  const server = await open();
  await signIn();
  server.on(CHALLENGE, { ...challengeStarted.body, state });
  await pass(1000);
  expect(screen.getByRole('heading', { name: title })).toBe(document.activeElement);
  await press('Try again');
  expect(screen.getByRole('button', { name: 'Continue with Smart-ID' })).toBeDefined();
  expect(assign).not.toHaveBeenCalled();
});

test('a reload during a challenge shows it without starting another one', async () => {
  const server = bankServer();
  server.on(DETAILS, signInDetails({ challengeRunning: true }));
  await open(server);
  expect(screen.getByRole('img', { name: 'Control code 7 3 0 4' })).toBeDefined();
  expect(server.count(START)).toBe(0);
});

test('cancel sends DELETE and returns to the provider', async () => {
  const server = await open();
  await press('Cancel and go back to Lumen Books online');
  expect(server.count(CANCEL)).toBe(1);
  expect(assign).toHaveBeenCalledExactlyOnceWith(cancelled.body.location);
});

test('cancel during a challenge ignores the second press of a double click, then stops polling', async () => {
  const server = await open();
  await signIn();
  server.on(CANCEL, hold);
  await press('Cancel and go back to Lumen Books online');
  expect(server.count(CANCEL)).toBe(0);
  await pass(500);
  await press('Cancel and go back to Lumen Books online');
  expect(server.count(CANCEL)).toBe(1);
  const asked = server.count(CHALLENGE);
  await pass(5000);
  expect(server.count(CHALLENGE)).toBe(asked);
});

test('an expired sign-in says so, with the request id', async () => {
  const server = bankServer();
  server.on(DETAILS, replay(signInUnknown));
  await open(server);
  expect(screen.getByRole('heading', { name: 'This sign-in is over' })).toBeDefined();
  expect(screen.getByText('request-1')).toBeDefined();
});

test('an expired sign-in of this browser offers the way back to the provider', async () => {
  const server = bankServer();
  server.on(DETAILS, () => over({ tppApplicationName: 'Lumen Books online' }));
  await open(server);
  await press('Go back to Lumen Books online');
  expect(server.count(CANCEL)).toBe(1);
  expect(assign).toHaveBeenCalledExactlyOnceWith(cancelled.body.location);
});

test('an expired sign-in offers no button once its way back is gone', async () => {
  const server = bankServer();
  server.on(DETAILS, () => over({ tppApplicationName: 'Lumen Books online' }));
  server.on(CANCEL, replay(signInUnknown));
  await open(server);
  await press('Go back to Lumen Books online');
  expect(screen.getByRole('heading', { name: 'This sign-in is over' })).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a completed sign-in says that it is finished, without a word about payments', async () => {
  const server = bankServer();
  server.on(DETAILS, () => over({ isSignedIn: true }));
  await open(server);
  expect(screen.getByRole('heading', { name: 'This sign-in is finished' })).toBeDefined();
  expect(screen.getByText(/^You are already signed in\./)).toBeDefined();
  expect(screen.queryByText(/nothing was paid/)).toBeNull();
});

test.each([
  ['the page that it led to', { continueTo: '/bank/sca/secret' }, 'Continue', '/bank/sca/secret'],
  [
    'the website of the provider',
    { continueTo: 'https://shop.example/', tppApplicationName: 'Lumen Books' },
    'Go back to Lumen Books',
    'https://shop.example/',
  ],
])('a completed sign-in leads on to %s, without Forward and without a call', async (_where, extra, button, address) => {
  const server = bankServer();
  server.on(DETAILS, () => over({ isSignedIn: true, ...extra }));
  await open(server);
  expect(document.body.textContent).not.toMatch(/Forward|nothing was paid/i);
  await press(button);
  expect(assign).toHaveBeenCalledExactlyOnceWith(address);
  expect(server.count(CANCEL)).toBe(0);
});

test.each(['//evil.example/', 'javascript:alert(1)'])('a completed sign-in does not lead to %s', async (continueTo) => {
  const server = bankServer();
  server.on(DETAILS, () => over({ isSignedIn: true, continueTo }));
  await open(server);
  expect(screen.getByText(/press Forward/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

// Review of 25 November 2026, C13.
test.each([3_600_000, -3_600_000, 86_400_000, -86_400_000])(
  'a clock that is set by %i ms does not change the time that the phone has',
  async (byMs) => {
    const server = await open();
    await signIn();
    server.on(CHALLENGE, hold);
    await pass(10_000);
    vi.setSystemTime(Date.now() + byMs);
    await pass(14_000);
    expect(screen.getByText('1:00')).toBeDefined();
  },
);

test('a sign-in that expires during a challenge says so', async () => {
  const server = await open();
  await signIn();
  server.on(CHALLENGE, replay(signInUnknown));
  await pass(1000);
  expect(screen.getByRole('heading', { name: 'This sign-in is over' })).toBeDefined();
});

// Review of 25 November 2026, C16.
test.each([
  ['lv', /^11 digits, with or without the hyphen: 123456-12345\. This is the sandbox/],
  ['ee', /^11 digits\. This is the sandbox/],
  ['lt', /^11 digits\. This is the sandbox/],
] as const)('the hint in %s shows the form of the personal code', async (bankCountry, hint) => {
  const server = bankServer();
  server.on(DETAILS, signInDetails({ bankCountry }));
  await open(server);
  expect(screen.getByText(hint)).toBeDefined();
});

test('a failed load can be tried again', async () => {
  const server = bankServer();
  server.on(DETAILS, () => refuse(500, 'INTERNAL_ERROR', 'no'));
  await open(server);
  expect(screen.getByRole('heading', { name: 'Oops, something went wrong!' })).toBeDefined();
  server.on(DETAILS, signInDetails());
  await press('Try again');
  expect(screen.getByLabelText('Personal identification code')).toBeDefined();
});

test('an unsafe redirect address shows an error and is not followed', async () => {
  const server = bankServer();
  server.on(CANCEL, { location: 'javascript:alert(1)' });
  await open(server);
  await press('Cancel and go back to Lumen Books online');
  expect(assign).not.toHaveBeenCalled();
  expect(screen.getByRole('heading', { name: 'Oops, something went wrong!' })).toBeDefined();
});
