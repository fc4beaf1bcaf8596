/** A request as it was seen → its masked row. */
import { causeOf } from './cause.ts';
import { maskRequestHeaders, maskResponseHeaders, maskText, maskUrl, maskValue } from './mask.ts';
import type { Holder, LogRow, SeenRequest } from './request-line.ts';

export function toLogRow(seen: SeenRequest, { appId, customerId }: Holder): LogRow {
  const { operation, requestBody, responseText, status } = seen;
  const answer = responseText === undefined || responseText === '' ? undefined : parsed(responseText);
  const cause = causeOf(status, answer);
  return {
    appId,
    ...(customerId === undefined ? {} : { customerId }),
    isAuthenticated: seen.isAuthenticated,
    isPortal: seen.isPortal,
    endedAt: seen.endedAt,
    durationMs: seen.durationMs,
    requestId: seen.requestId,
    method: seen.method,
    path: maskUrl(seen.url),
    ...(operation ?? {}),
    status,
    ...(cause.code === undefined ? {} : { code: maskText(cause.code) }),
    ...(cause.text === undefined ? {} : { cause: maskText(cause.text) }),
    requestHeaders: maskRequestHeaders(seen.requestHeaders),
    ...(requestBody === undefined || requestBody === null ? {} : { requestBody: maskValue(requestBody) }),
    responseHeaders: maskResponseHeaders(seen.responseHeaders),
    ...(seen.identity && { identity: seen.identity }),
    ...(answer === undefined || !seen.isAuthenticated ? {} : { responseBody: maskValue(answer) }),
  };
}

/** Text stays text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.startsWith('<') ? 'A page for a person.' : text;
  }
}
