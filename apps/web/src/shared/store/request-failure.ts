/** A failed request as the store keeps it: plain values only. */
import { ApiError, isRecord } from '../api/api-error.ts';

export interface RequestFailure {
  /** Text for people. */
  message: string;
  /** HTTP status; 0 when no answer arrived or the page itself failed. */
  status: number;
  code?: string;
  path?: string;
  requestId?: string;
}

const OWN_FAULT_TEXT = 'This page made a mistake. Reload it and try again.';

export function toRequestFailure(error: unknown): RequestFailure {
  if (!(error instanceof ApiError)) return { message: OWN_FAULT_TEXT, status: 0 };
  const { message, status, code, path, requestId } = error;
  return {
    message,
    status,
    ...(code === undefined ? {} : { code }),
    ...(path === undefined ? {} : { path }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

export function isRequestFailure(value: unknown): value is RequestFailure {
  return isRecord(value) && typeof value.message === 'string' && typeof value.status === 'number';
}
