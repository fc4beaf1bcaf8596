/** The refusals of a developer's sandbox calls. What belongs to another is answered as what does not exist. */
import { IMPORTS_PER_DAY } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';

export function customerUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'You have no such test customer. Nothing was changed. Load the page again.');
}

export function accountUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'Your test customer has no such account. Nothing was changed. Load the page again.');
}

export function pageStale(): UiRefusal {
  return new UiRefusal(
    409,
    'PAGE_STALE',
    'The test customer or the token on this page is no longer the current one. Nothing was changed. Load the page again.',
  );
}

export function limitReached(text: string): UiRefusal {
  return new UiRefusal(409, 'LIMIT_REACHED', `${text} Nothing was changed.`);
}

/** The clock went as far as one call can take it, and what fell due until then was done. */
export function clockStopped(reached: Date, executions: number): UiRefusal {
  const fact = `The clock stands at ${reached.toISOString()}: ${executions} payments were executed on the way`;
  return new UiRefusal(409, 'LIMIT_REACHED', `${fact}, which is as many as one call can. Advance it again to go on.`);
}

export function clocksBusy(): UiRefusal {
  const text = 'Too many test clocks are being advanced at this moment. Nothing was changed. Try again in some seconds.';
  return new UiRefusal(503, 'UNAVAILABLE', text, { headers: { 'retry-after': '10' } });
}

export function customerSeeded(): UiRefusal {
  return new UiRefusal(409, 'CUSTOMER_SEEDED', 'This customer came with your sandbox and stays. Reset him instead.');
}

export function accountInUse(): UiRefusal {
  return new UiRefusal(
    409,
    'ACCOUNT_IN_USE',
    'Money is reserved on this account for a signed payment. Nothing was changed. Reset the customer, then remove it.',
  );
}

/** @param seconds until one more is possible. */
export function tooManyImports(seconds: number): UiRefusal {
  const hours = Math.max(1, Math.ceil(seconds / 3600));
  const text = `You have filled your sandbox ${IMPORTS_PER_DAY} times within 24 hours. Nothing was changed. Try again in ${hours} h.`;
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(Math.max(1, seconds)) } });
}
