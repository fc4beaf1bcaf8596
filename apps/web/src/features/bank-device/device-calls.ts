/** The calls of the test device. The browser's own device cookie decides whose requests they are. */
import type { CalculatorDisplay, CalculatorInputBody, DeviceAnswerBody, DeviceChallenge, DeviceLinkBody, DeviceState } from '@portico/contract';
import { isCalculatorDisplay, isDeviceChallenge, isDeviceState } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';

export interface DeviceCalls {
  read(signal: AbortSignal): Promise<DeviceState>;
  answer(challengeId: string, answer: DeviceAnswerBody['answer']): Promise<DeviceChallenge>;
  /** Keys a number into the calculator of a request's customer. */
  keyIn(challengeId: string, number: string): Promise<CalculatorDisplay>;
  /** Opens the request of a link or a scanned code. */
  open(link: string): Promise<DeviceChallenge>;
  setAutomatic(automatic: boolean): Promise<DeviceState>;
}

export function createDeviceCalls(api: ApiClient): DeviceCalls {
  const base = 'root';
  return {
    read: (signal) => api.json({ base, path: '/bank/device/challenges', signal }, isDeviceState),
    answer: (challengeId, answer) => {
      const body: DeviceAnswerBody = { answer };
      return api.json({ base, path: `/bank/device/challenges/${encodeURIComponent(challengeId)}/answer`, method: 'POST', body }, isDeviceChallenge);
    },
    keyIn: (challengeId, number) => {
      const body: CalculatorInputBody = { number };
      const path = `/bank/device/challenges/${encodeURIComponent(challengeId)}/calculator`;
      return api.json({ base, path, method: 'POST', body }, isCalculatorDisplay);
    },
    open: (link) => {
      const body: DeviceLinkBody = { link };
      return api.json({ base, path: '/bank/device/links', method: 'POST', body }, isDeviceChallenge);
    },
    setAutomatic: (automatic) => api.json({ base, path: '/bank/device', method: 'PUT', body: { automatic } }, isDeviceState),
  };
}
