/** What the device shows, read every second while the page is visible. */
import type { DeviceAnswerBody, DeviceState } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { untilVisible, waitOrWake } from '../../shared/page/page.ts';
import { type RequestFailure, toRequestFailure } from '../../shared/store/request-failure.ts';
import type { DeviceCalls } from './device-calls.ts';

const POLL_MS = 1000;

export interface Device {
  readonly state: DeviceState | undefined;
  /** The list did not arrive; the next one clears it. */
  readonly failure: RequestFailure | undefined;
  /** An answer or the switch was refused; the next one clears it. */
  readonly refusal: RequestFailure | undefined;
  answer: (challengeId: string, answer: DeviceAnswerBody['answer']) => Promise<void>;
  /** The response; undefined when it was refused. */
  keyIn: (challengeId: string, number: string) => Promise<string | undefined>;
  setAutomatic: (automatic: boolean) => Promise<void>;
}

export function useDevice(calls: DeviceCalls): Device {
  const [state, setState] = useState<DeviceState>();
  const [failure, setFailure] = useState<RequestFailure>();
  const [refusal, setRefusal] = useState<RequestFailure>();
  const take = useCallback((next: DeviceState) => {
    setState(next);
    setFailure(undefined);
  }, []);
  const trying = useCallback(async (call: () => Promise<void>) => {
    setRefusal(undefined);
    try {
      await call();
    } catch (error) {
      setRefusal(toRequestFailure(error));
    }
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const poll = async () => {
      while (!signal.aborted) {
        await untilVisible(signal);
        await calls.read(signal).then(take, (error: unknown) => {
          if (!signal.aborted) setFailure(toRequestFailure(error));
        });
        await waitOrWake(POLL_MS, signal);
      }
    };
    poll().catch(() => undefined);
    return () => stop.abort();
  }, [calls, take]);

  return {
    state,
    failure,
    refusal,
    answer: (challengeId, answer) =>
      trying(async () => {
        const answered = await calls.answer(challengeId, answer);
        setState(
          (current) => current && { ...current, challenges: current.challenges.map((one) => (one.challengeId === challengeId ? answered : one)) },
        );
      }),
    keyIn: async (challengeId, number) => {
      let response: string | undefined;
      await trying(async () => {
        ({ response } = await calls.keyIn(challengeId, number));
      });
      return response;
    },
    setAutomatic: (automatic) => trying(async () => take(await calls.setAutomatic(automatic))),
  };
}
