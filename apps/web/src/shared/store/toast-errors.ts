/** Error toasts (specification §8): the first `errors[].text` of the body, otherwise its `message`. */
import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import type { ToastQueue } from '../ui/toast-queue.ts';
import { isRequestFailure, type RequestFailure } from './request-failure.ts';

/** The maintenance page, and the login above the page, show these errors. */
const SHOWN_ELSEWHERE = ['MAINTENANCE', 'NOT_SIGNED_IN', 'TPP_ID_MISMATCH'];

export function toastFailure(toasts: Pick<ToastQueue, 'show'>, { message, requestId, code = '' }: RequestFailure): void {
  if (!SHOWN_ELSEWHERE.includes(code)) toasts.show({ kind: 'error', text: message, ...(requestId === undefined ? {} : { requestId }) });
}

/** Failed requests that no view shows become toasts. A plain middleware, because RTK's listener would add another kilobyte to the signing page. */
export function toastErrors(toasts: Pick<ToastQueue, 'show'>): Middleware {
  return () => (next) => (action) => {
    if (isRejectedWithValue(action) && 'errorPlace' in action.meta && action.meta.errorPlace === 'toast' && isRequestFailure(action.payload)) {
      toastFailure(toasts, action.payload);
    }
    return next(action);
  };
}
