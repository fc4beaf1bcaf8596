/** Opens the request of the link with which this page was called, and takes the link out of the address. */
import type { DeviceChallenge } from '@portico/contract';
import { useEffect, useState } from 'react';
import type { DeviceCalls } from './device-calls.ts';

/** The opened request. Undefined: the page was called without a link, or the answer has not arrived. */
export function useOpenedLink(calls: DeviceCalls): DeviceChallenge | 'refused' | undefined {
  const [outcome, setOutcome] = useState<DeviceChallenge | 'refused'>();
  const [link] = useState(() => (new URLSearchParams(window.location.search).has('sessionToken') ? document.URL : undefined));
  useEffect(() => {
    if (link === undefined) return;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    calls.open(link).then(setOutcome, () => setOutcome('refused'));
  }, [calls, link]);
  return outcome;
}

/** The requests of the device, with the opened one before the next reading has it. */
export function withOpened(challenges: readonly DeviceChallenge[], opened: ReturnType<typeof useOpenedLink>): readonly DeviceChallenge[] {
  if (opened === undefined || opened === 'refused') return challenges;
  return challenges.some(({ challengeId }) => challengeId === opened.challengeId) ? challenges : [opened, ...challenges];
}
