/** Calls that are made while the page's own scripts are still on their way. Who makes the same call first gets the answer. */
import { type EarlyCall, firstScript } from './first-script.ts';
import { genericHeaders } from './generic-headers.ts';

const taken = new Set<string>();

/** As the page itself calls, for nobody yet. */
export function callEarly(url: string): void {
  const requestId = crypto.randomUUID();
  const controller = new AbortController();
  const response = fetch(url, { headers: genericHeaders(null, requestId), credentials: 'include', signal: controller.signal });
  const call: EarlyCall = { requestId, response, hasArrived: false, abort: (reason) => controller.abort(reason) };
  response.then(
    () => {
      call.hasArrived = true;
    },
    // Who takes it hears of a failure.
    () => undefined,
  );
  firstScript().calls.set(url, call);
}

/** Once: an answer is read by one. Who asks a second time has found the first answers wanting; then nobody gets one of them any more. */
export function takeEarlyCall(url: string): EarlyCall | undefined {
  const { calls } = firstScript();
  if (taken.has(url)) forgetAll();
  const call = calls.get(url);
  if (call === undefined) return undefined;
  calls.delete(url);
  taken.add(url);
  return call;
}

/** A browser lets the second call for an address wait for the first: one that is never answered must not be in the way. */
function forgetAll(): void {
  const { calls } = firstScript();
  for (const call of calls.values()) call.abort(new DOMException('Nobody waits for it.', 'AbortError'));
  calls.clear();
}
