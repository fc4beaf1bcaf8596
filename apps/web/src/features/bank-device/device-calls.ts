/** The calls of the test device. The browser's own device cookie decides whose requests they are. */
import type { CalculatorDisplay, CalculatorInputBody, DeviceAnswerBody, DeviceChallenge, DeviceState } from '@portico/contract';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { isRecord } from '../../shared/api/api-error.ts';

export interface DeviceCalls {
  read(signal: AbortSignal): Promise<DeviceState>;
  answer(challengeId: string, answer: DeviceAnswerBody['answer']): Promise<DeviceChallenge>;
  /** Keys a number into the calculator of a request's customer. */
  keyIn(challengeId: string, number: string): Promise<CalculatorDisplay>;
  setAutomatic(automatic: boolean): Promise<DeviceState>;
}

export function createDeviceCalls(api: ApiClient): DeviceCalls {
  const base = 'root';
  return {
    read: (signal) => api.json({ base, path: '/bank/device/challenges', signal }, isDeviceState),
    answer: (challengeId, answer) => {
      const body: DeviceAnswerBody = { answer };
      return api.json({ base, path: `/bank/device/challenges/${encodeURIComponent(challengeId)}/answer`, method: 'POST', body }, isChallenge);
    },
    keyIn: (challengeId, number) => {
      const body: CalculatorInputBody = { number };
      const path = `/bank/device/challenges/${encodeURIComponent(challengeId)}/calculator`;
      return api.json({ base, path, method: 'POST', body }, isDisplay);
    },
    setAutomatic: (automatic) => api.json({ base, path: '/bank/device', method: 'PUT', body: { automatic } }, isDeviceState),
  };
}

export function isDeviceState(value: unknown): value is DeviceState {
  return isRecord(value) && typeof value.automatic === 'boolean' && Array.isArray(value.challenges);
}

function isChallenge(value: unknown): value is DeviceChallenge {
  return isRecord(value) && typeof value.challengeId === 'string';
}

function isDisplay(value: unknown): value is CalculatorDisplay {
  return isRecord(value) && typeof value.response === 'string';
}
