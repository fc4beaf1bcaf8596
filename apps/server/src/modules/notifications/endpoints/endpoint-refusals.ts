/** Refusals of the calls about endpoints and their messages. Each says what to do. */
import { ENDPOINTS_MAX } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';

export function endpointUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'The application has no such endpoint. Load the page again: it lists the present ones.');
}

export function deliveryUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'The application has no such message. Messages are kept for 30 days.');
}

export function tooManyEndpoints(): UiRefusal {
  const text = `The application has ${ENDPOINTS_MAX} endpoints, the most that it can have. Nothing was changed. Delete one first.`;
  return new UiRefusal(409, 'LIMIT_REACHED', text);
}

export function endpointKnown(): UiRefusal {
  const text = 'The application has an endpoint with this address already. Nothing was changed. Edit that endpoint.';
  return new UiRefusal(409, 'LIMIT_REACHED', text);
}

/** @param fault begins with a small letter: `the address does not begin with https://`. */
export function urlNotAcceptable(fault: string): UiRefusal {
  const text = `The bank does not send to this address: ${fault}. Nothing was changed. Give an address such as https://your-site.example/hooks/bank.`;
  return new UiRefusal(400, 'FORMAT_ERROR', text, { path: 'url' });
}

export function notConfirmed(): UiRefusal {
  const text = 'The address has not answered a test event with a status of 2xx. Nothing was sent. Send a test event first.';
  return new UiRefusal(409, 'LIMIT_REACHED', text);
}

export function endpointDisabled(): UiRefusal {
  return new UiRefusal(409, 'LIMIT_REACHED', 'The endpoint is disabled. Nothing was sent. Enable it first.');
}

export function notificationsOff(): UiRefusal {
  return new UiRefusal(409, 'LIMIT_REACHED', 'This installation sends no notifications. Nothing was changed. Ask the bank when it will.');
}

export function tooManySent(what: string, max: number, seconds: number): UiRefusal {
  const text = `The application has asked for ${max} ${what} within an hour. Nothing was sent. Try again in ${Math.ceil(seconds / 60)} min.`;
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(seconds) } });
}
