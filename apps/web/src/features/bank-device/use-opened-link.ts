/** Opens the request of the link with which this page was called, and takes the link out of the address. */
import { useEffect, useState } from 'react';
import type { DeviceCalls } from './device-calls.ts';

/** Undefined: the page was called without a link, or the answer has not arrived. */
export function useOpenedLink(calls: DeviceCalls): 'opened' | 'refused' | undefined {
  const [outcome, setOutcome] = useState<'opened' | 'refused'>();
  const [link] = useState(() => (new URLSearchParams(window.location.search).has('sessionToken') ? window.location.href : undefined));
  useEffect(() => {
    if (link === undefined) return;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    calls.open(link).then(
      () => setOutcome('opened'),
      () => setOutcome('refused'),
    );
  }, [calls, link]);
  return outcome;
}
