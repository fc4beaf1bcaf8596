/** The test device in all five languages: nothing missing, nothing left in English. */
import type { DeviceChallenge } from '@portico/contract';
import deviceState from '@portico/contract/recorded/device-state';
import { AUTH_METHODS } from '@portico/contract/values';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { isDeviceState } from '../../shared/api/answers.ts';
import { type createFakeServer, recordedBody, refuse } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { drawPage } from '../../shared/i18n/testing/draw-page.tsx';
import { expectEveryLanguage } from '../../shared/i18n/testing/every-language.ts';
import { DevicePage } from './device-page.tsx';
import { deviceCatalogue } from './messages.ts';

/** Names in the recorded answers and in the bank's settings; an Estonian number is a `Number`. */
const DATA = /Portico|Lumen Books|Liis Näidis|^Number$/;

const [recorded] = recordedBody(deviceState, isDeviceState).challenges;
if (recorded === undefined) throw new Error('nothing waits on the recorded device');

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:07:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (answers: Parameters<typeof createFakeServer>[0]) =>
  drawPage(answers, [sharedCatalogue, deviceCatalogue], (api) => <DevicePage api={api} config={recordedConfig} />);

describe('the test device', () => {
  const LIST = 'GET /bank/device/challenges';
  const states = ['started', 'approved', 'refused', 'timedOut', 'wrongCode', 'unreachable'] as const;

  test.each(AUTH_METHODS)('with requests of %s in every state', async (method) => {
    const challenges = states.map(
      (state): DeviceChallenge => ({ ...recorded, challengeId: state, state, method, purpose: state === 'approved' ? 'signIn' : 'signing' }),
    );
    const { language } = await open({ [LIST]: { automatic: false, challenges } });
    await expectEveryLanguage(language, DATA);
  });
  test.each([
    ['empty', { automatic: true, challenges: [] }],
    ['out of reach', () => refuse(503, 'UNAVAILABLE', 'In the bank’s words.')],
  ])('%s', async (_, list) => {
    const { language } = await open({ [LIST]: list });
    await expectEveryLanguage(language, DATA);
  });
});
