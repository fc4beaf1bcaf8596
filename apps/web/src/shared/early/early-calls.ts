/** Calls sent while the page's scripts are still loading. The first caller of the same address takes the response. */
import { type EarlyCall, firstScript } from './first-script.ts';
import { genericHeaders } from './generic-headers.ts';

const taken = new Set<string>();

/** Sends the same headers as the page, without a signed-in developer. */
export function callEarly(url: string): void {
  const requestId = crypto.randomUUID();
  const controller = new AbortController();
  const response = fetch(url, { headers: genericHeaders(null, requestId), credentials: 'include', signal: controller.signal });
  const call: EarlyCall = { requestId, response, hasArrived: false, abort: (reason) => controller.abort(reason) };
  response.then(
    () => {
      call.hasArrived = true;
    },
    // The caller that takes the call handles the failure.
    () => undefined,
  );
  firstScript().calls.set(url, call);
}

/** Returns each early call once. A second call for the same address means that early responses are outdated, so the rest is discarded. */
export function takeEarlyCall(url: string): EarlyCall | undefined {
  const { calls } = firstScript();
  if (taken.has(url)) forgetAll();
  const call = calls.get(url);
  if (call === undefined) return undefined;
  calls.delete(url);
  taken.add(url);
  return call;
}

/** Browsers delay a request for an address while another one is open, so an unanswered early call must be aborted. */
function forgetAll(): void {
  const { calls } = firstScript();
  for (const call of calls.values()) call.abort(new DOMException('The page does not use this response.', 'AbortError'));
  calls.clear();
}
