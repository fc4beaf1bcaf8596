/** The history of requests sent from the explorer: the latest ones, stored in this browser. */
import type { OperationBrief } from '@portico/contract';
import { buildAddress, serializeParameter } from '@portico/contract/wire';
import { isRecord } from '../../../../shared/api/api-error.ts';
import type { KnownIds } from '../../form/known-ids.ts';
import { idsInResponse, statusUrlOf } from '../../response/response-ids.ts';
import { isMadeAnew, type ParameterValues, parameterKey, REQUEST_ID_KEY, type RequestBody, type RequestParts, typedKeys } from '../build-request.ts';
import type { NoAnswer, Outcome } from '../outcome.ts';
import { holdsMask, isSecretName, maskBody, maskText } from './mask-secrets.ts';

/** Entries for one test customer; newer entries replace older ones. */
export const KEPT_MAX = 50;
/** Characters of all entries; browsers allow a page about five million. */
export const KEPT_LENGTH_MAX = 1_000_000;
/** A longer body is not stored. */
export const BODY_LENGTH_MAX = 50_000;

/** Shown in place of a status. */
export const NO_ANSWER_WORDS: Readonly<Record<NoAnswer['reason'], string>> = {
  unprepared: 'Not sent',
  unreachable: 'No response',
  untold: 'No response',
  offline: 'Offline',
  timeout: 'Timed out',
  cancelled: 'Cancelled',
  brokenOff: 'Broken off',
  redirected: 'Redirect',
};

export interface SentRequest {
  readonly id: string;
  /** The list of the entry: developer and test customer. */
  readonly owner: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Page of the explorer. */
  readonly pageUrl: string;
  readonly apiId: string;
  readonly operationId: string;
  readonly method: string;
  /** The path that was sent, with its query. */
  readonly path: string;
  /** Status of the response, or the reason why there was none. */
  readonly outcome: number | NoAnswer['reason'];
  readonly milliseconds: number;
  readonly requestId?: string;
  /** By `parameterKey`. Without secrets, and without values that are created for each request. */
  readonly values: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** From the response, for later requests. */
  readonly ids?: KnownIds;
  /** Where to read the status of what the response asks the customer to sign. */
  readonly statusUrl?: string;
  /** True when a part was left out: the entry can fill the form, but cannot be sent again directly. */
  readonly isIncomplete: boolean;
}

interface Sent {
  readonly id: string;
  readonly owner: string;
  readonly at: string;
  readonly pageUrl: string;
  readonly parts: RequestParts;
  readonly outcome: Outcome;
  /** Secrets to mask wherever they were typed. */
  readonly secrets: readonly string[];
}

export function describeSent({ id, owner, at, pageUrl, parts, outcome, secrets: known }: Sent): SentRequest {
  const { slice, body } = parts;
  const keys = [...typedKeys(parts).values()].filter((key) => key !== '');
  const secrets = [...known, ...keys];
  const values: Record<string, string> = {};
  let isIncomplete = keys.length > 0;
  for (const parameter of slice.parameters) {
    const key = parameterKey(parameter);
    const value = parts.values.get(key) ?? '';
    if (value === '' || isMadeAnew(key)) continue;
    const masked = maskText(value, secrets);
    if (isSecretName(parameter.name) || masked !== value) isIncomplete = true;
    if (!isSecretName(parameter.name)) values[key] = masked;
  }
  const kept = body === undefined || body.text.length > BODY_LENGTH_MAX ? undefined : maskBody(body, secrets);
  const requestId = requestIdOf(parts.values, outcome);
  const created = outcome.kind === 'answer' && outcome.status < 300 ? outcome.text : undefined;
  const ids = created === undefined ? {} : idsInResponse(slice, parts.values, created);
  const statusUrl = statusUrlOf(slice, created);
  return {
    id,
    owner,
    at,
    pageUrl,
    apiId: slice.apiId,
    operationId: slice.operationId,
    method: slice.method,
    path: pathOf(slice, values),
    outcome: outcome.kind === 'answer' ? outcome.status : outcome.reason,
    milliseconds: Math.round(outcome.milliseconds),
    ...(requestId === undefined ? {} : { requestId: maskText(requestId, secrets) }),
    values,
    ...(kept === undefined ? {} : { body: kept }),
    ...(Object.keys(ids).length === 0 ? {} : { ids }),
    ...(statusUrl === undefined ? {} : { statusUrl }),
    isIncomplete: isIncomplete || (kept === undefined ? body !== undefined : holdsMask(kept.text)),
  };
}

function requestIdOf(values: ParameterValues, outcome: Outcome): string | undefined {
  const answered = outcome.kind === 'answer' ? outcome.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1] : undefined;
  return answered ?? values.get(REQUEST_ID_KEY);
}

/** Path and query without the server, decoded as far as that keeps their parts. */
function pathOf(slice: OperationBrief, values: Readonly<Record<string, string>>): string {
  const at = (place: string) =>
    slice.parameters.flatMap((parameter) => {
      const wire = parameter.in === place ? serializeParameter(parameter, values[parameterKey(parameter)] ?? '') : undefined;
      return wire === undefined ? [] : [[parameter.name, wire] as const];
    });
  return readable(
    buildAddress(
      '',
      slice.path,
      new Map(at('path')),
      at('query').map(([, wire]) => wire),
    ),
  );
}

/** A value may hold percent signs that encode no character. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Skips entries in another form, such as those of an earlier version. */
export function readSent(text: string | undefined): readonly SentRequest[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isSentRequest) : [];
  } catch {
    return [];
  }
}

/** Newest first: the last {@link KEPT_MAX} entries of each owner, and at most {@link KEPT_LENGTH_MAX} characters in total. */
export function writeSent(sent: readonly SentRequest[]): string {
  const counts = new Map<string, number>();
  const lines: string[] = [];
  let length = 2;
  for (const request of sent) {
    const count = (counts.get(request.owner) ?? 0) + 1;
    const line = JSON.stringify(request);
    if (count > KEPT_MAX || length + line.length + 1 > KEPT_LENGTH_MAX) continue;
    counts.set(request.owner, count);
    lines.push(line);
    length += line.length + 1;
  }
  return `[${lines.join(',')}]`;
}

function isSentRequest(value: unknown): value is SentRequest {
  return (
    isRecord(value) &&
    [value.id, value.owner, value.at, value.pageUrl, value.apiId, value.operationId, value.method, value.path].every(isText) &&
    (typeof value.outcome === 'number' || Object.hasOwn(NO_ANSWER_WORDS, String(value.outcome))) &&
    typeof value.milliseconds === 'number' &&
    !Number.isNaN(Date.parse(String(value.at))) &&
    (value.requestId === undefined || isText(value.requestId)) &&
    isRecord(value.values) &&
    Object.values(value.values).every(isText) &&
    (value.ids === undefined || (isRecord(value.ids) && Object.values(value.ids).every(isText))) &&
    (value.statusUrl === undefined || isText(value.statusUrl)) &&
    (value.body === undefined || (isRecord(value.body) && isText(value.body.mediaType) && isText(value.body.text))) &&
    typeof value.isIncomplete === 'boolean'
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
