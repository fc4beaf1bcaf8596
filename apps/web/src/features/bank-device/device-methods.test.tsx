/** The test device as phone, card reader and calculator. */
import type { DeviceChallenge } from '@portico/contract';
import deviceState from '@portico/contract/recorded/device-state';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDeviceState } from '../../shared/api/answers.ts';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, type FakeServer, recordedBody, refuse } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { activateLocale, createI18n } from '../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { PROOF_OF } from '../../shared/sca/device-words.ts';
import { DevicePage } from './device-page.tsx';
import { deviceCatalogue } from './messages.ts';

const LIST = 'GET /bank/device/challenges';
const ANSWER = 'POST /bank/device/challenges/c1/answer';
const CALCULATOR = 'POST /bank/device/challenges/c1/calculator';

const state = recordedBody(deviceState, isDeviceState);
const [recorded] = state.challenges;
if (recorded === undefined) throw new Error('nothing waits on the recorded device');
const { controlCode: _code, ...plain } = recorded;
const request: DeviceChallenge = { ...plain, challengeId: 'c1' };

beforeEach(() => {
  vi.useFakeTimers();
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

async function open(changes: Partial<DeviceChallenge>): Promise<FakeServer> {
  return openOn(createFakeServer({ [LIST]: { ...state, challenges: [{ ...request, ...changes }] } }));
}

async function openOn(server: FakeServer): Promise<FakeServer> {
  const i18n = createI18n();
  await activateLocale(i18n, 'en', [sharedCatalogue, deviceCatalogue]);
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const ignore = () => undefined;
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  render(
    <I18nProvider i18n={i18n}>
      <DevicePage api={api} config={recordedConfig} />
    </I18nProvider>,
  );
  await pass(0);
  return server;
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const sent = (server: FakeServer, wanted: string) => server.calls.filter(({ call }) => call === wanted).map(({ body }) => body);

test.each([
  ['SMART_ID', ['Approve', 'Refuse', 'Wrong code', 'Let it time out']],
  ['MOBILE_ID', ['Approve', 'Refuse', 'Wrong code', 'Let it time out', 'Phone out of reach']],
  ['IDCARD', ['Confirm', 'Refuse', 'Let it time out']],
  ['CODE_CALCULATOR', ['Show the response', 'Refuse', 'Let it time out']],
  ['EPARAKSTS_MOBILE', ['Approve', 'Refuse', 'Wrong PIN', 'Let it time out', 'Phone out of reach']],
] as const)('%s offers the buttons %j', async (method, names) => {
  await open({ method, identity: 'somebody', ...(PROOF_OF[method] === 'code' && { controlCode: '1234' }) });
  expect(buttons()).toEqual(names);
});

test.each([
  ['signing', 'PIN2', '12345', 'approve'],
  ['signing', 'PIN2', '1234', 'wrongCode'],
  ['signIn', 'PIN1', '1234', 'approve'],
  ['signIn', 'PIN1', '0000', 'wrongCode'],
] as const)('an ID-card for %s asks for %s; %s sends %s', async (purpose, label, pin, answer) => {
  const server = await open({ method: 'IDCARD', purpose, identity: 'NÄIDIS,LIIS,60001019906' });
  server.on(ANSWER, { ...request, state: 'approved' });
  expect(screen.getByRole('radio', { name: 'NÄIDIS,LIIS,60001019906', checked: true })).toBeDefined();
  fireEvent.change(screen.getByLabelText(label), { target: { value: pin } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await pass(0);
  expect(sent(server, ANSWER)).toEqual([{ answer }]);
});

test('an ID-card without a PIN sends no answer', async () => {
  const server = await open({ method: 'IDCARD', identity: 'NÄIDIS,LIIS,60001019906' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
  fireEvent.submit(screen.getByLabelText('PIN2'));
  await pass(0);
  expect(sent(server, ANSWER)).toEqual([]);
});

test('a calculator shows neither amount nor payee nor text', async () => {
  await open({ method: 'CODE_CALCULATOR' });
  expect(screen.queryByText('46.80 EUR')).toBeNull();
  expect(screen.queryByText('Lumen Books OÜ')).toBeNull();
  expect(screen.queryByText(request.displayText)).toBeNull();
});

test('a calculator shows the response to a typed number, and clears it with the next digit', async () => {
  const server = await open({ method: 'CODE_CALCULATOR' });
  server.on(CALCULATOR, { response: '12345678' });
  const number = screen.getByLabelText('Number');
  fireEvent.change(number, { target: { value: '4680 1764 305214' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show the response' }));
  await pass(0);
  expect(sent(server, CALCULATOR)).toEqual([{ number: '46801764305214' }]);
  expect(screen.getByRole('img', { name: 'Response 1 2 3 4 5 6 7 8' })).toBeDefined();
  fireEvent.change(number, { target: { value: '4680' } });
  expect(screen.queryByRole('img', { name: /^Response/ })).toBeNull();
});

test('a calculator that responds automatically shows its response', async () => {
  await open({ method: 'CODE_CALCULATOR', response: '87654321' });
  expect(screen.getByText('Response, keyed in by itself')).toBeDefined();
  expect(screen.getByRole('img', { name: 'Response 8 7 6 5 4 3 2 1' })).toBeDefined();
});

test('a calculator says when its request was decided elsewhere', async () => {
  const server = await open({ method: 'CODE_CALCULATOR' });
  server.on(CALCULATOR, () => refuse(409, 'SIGNING_STATE_INVALID', 'No response of a calculator is awaited.'));
  fireEvent.change(screen.getByLabelText('Number'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show the response' }));
  await pass(0);
  expect(screen.getByRole('alert').textContent).toMatch(/^This was decided elsewhere/);
});

test.each([
  ['unreachable', 'MOBILE_ID', 'Out of reach'],
  ['wrongCode', 'IDCARD', 'Wrong PIN'],
  ['wrongCode', 'CODE_CALCULATOR', 'Wrong response'],
] as const)('the outcome %s of %s is called “%s”', async (ended, method, label) => {
  await open({ state: ended, method });
  expect(screen.getByText(label)).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('a request without a control code has no other code', async () => {
  await open({ method: 'SMART_ID' });
  expect(buttons()).toEqual(['Approve', 'Refuse', 'Let it time out']);
});

test.each([
  ['opened', { ...request, challengeId: 'c1' }, 'Opened. Answer here, then go back to the page that showed the link or the code.'],
  ['refused', refuse(404, 'CHALLENGE_UNKNOWN', 'Too old.'), /^This link or code opens nothing here/],
] as const)('a link with which the page is called leaves the address and is %s', async (how, answer, says) => {
  const link = '/bank/device?deviceLinkType=QR&sessionToken=chl_1&authCode=x';
  window.history.replaceState(null, '', link);
  const server = createFakeServer({ [LIST]: { ...state, challenges: [] }, 'POST /bank/device/links': answer });
  await openOn(server);
  expect(window.location.search).toBe('');
  expect(sent(server, 'POST /bank/device/links')).toEqual([{ link: new URL(link, window.location.origin).href }]);
  expect(screen.getByText(says)).toBeDefined();
  expect(screen.queryAllByRole('button', { name: 'Approve' })).toHaveLength(how === 'opened' ? 1 : 0);
});
