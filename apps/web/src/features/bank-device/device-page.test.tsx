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
import { setPageVisibility } from '../../shared/page/page-visibility.ts';
import { DevicePage } from './device-page.tsx';
import { deviceCatalogue } from './messages.ts';

const LIST = 'GET /bank/device/challenges';
const ANSWER = 'POST /bank/device/challenges/c1/answer';

const state = recordedBody(deviceState, isDeviceState);
const [recorded] = state.challenges;
if (recorded === undefined) throw new Error('nothing waits on the recorded device');
const waiting = { ...recorded, challengeId: 'c1' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  setPageVisibility('visible');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

async function open(challenges: DeviceChallenge[] = [waiting]): Promise<FakeServer> {
  const server = createFakeServer({ [LIST]: { ...state, challenges } });
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

test('shows control code, amount, payee and text of a request', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'Signature with Smart-ID' })).toBeDefined();
  expect(screen.getByRole('img', { name: 'Control code 7 3 0 4' })).toBeDefined();
  expect(screen.getByText('46.80 EUR')).toBeDefined();
  expect(screen.getByText('Lumen Books OÜ')).toBeDefined();
  expect(screen.getByText(waiting.displayText)).toBeDefined();
  expect(screen.getByText('Answers by itself in 4 seconds')).toBeDefined();
});

test.each([
  ['Approve', 'approve', 'approved', 'Approved'],
  ['Refuse', 'refuse', 'refused', 'Refused'],
  ['Wrong code', 'wrongCode', 'wrongCode', 'Wrong code'],
  ['Let it time out', 'timeOut', 'timedOut', 'Not answered'],
])('%s is sent, and the request shows its outcome', async (name, answer, state, label) => {
  const server = await open();
  server.on(ANSWER, { ...waiting, state, secondsLeft: 0 });
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
  expect(server.calls.find(({ call }) => call === ANSWER)?.body).toEqual({ answer });
  expect(screen.getByText(label)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('a switch turns the automatic mode off', async () => {
  const server = await open();
  server.on('PUT /bank/device', { ...state, automatic: false });
  fireEvent.click(screen.getByRole('switch', { name: /Answer by itself/ }));
  await pass(0);
  expect(server.calls.at(-1)?.body).toEqual({ automatic: false });
  expect(screen.getByText('The device waits until you answer here.')).toBeDefined();
});

test('says so when there are no requests', async () => {
  await open([]);
  expect(screen.getByText('No requests.')).toBeDefined();
});

test('requests are read every second, but not in the background', async () => {
  const server = await open();
  await pass(3000);
  expect(server.count(LIST)).toBe(4);
  setPageVisibility('hidden');
  await pass(10_000);
  expect(server.count(LIST)).toBeLessThanOrEqual(5);
});

test('a refused answer shows the error, and the request stays', async () => {
  const server = await open();
  server.on(ANSWER, () => refuse(410, 'CHALLENGE_UNKNOWN', 'This request is over.'));
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await pass(0);
  await pass(3000);
  expect(screen.getByRole('alert').textContent).toMatch(/^This request is not on this device\./);
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDefined();
});
