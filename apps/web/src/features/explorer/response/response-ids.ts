/** Extracts from a response what later calls need: ids, the signing page's address, a session. */
import type { OperationBrief } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';
import { idName, type KnownIds, placeOf } from '../form/known-ids.ts';
import { type ParameterValues, parameterKey } from '../request/build-request.ts';

type Called = Pick<OperationBrief, 'path' | 'parameters'>;

/** Members of responses that contain ids, at the top level or in the first entry of a list. Tokens are excluded, because they are secrets. */
const FIELDS = ['consentId', 'paymentId', 'statementId', 'authorisationId', 'transactionId', 'cancellationId', 'signInId'] as const;
const LISTS: readonly (readonly [name: string, first: (body: Readonly<Record<string, unknown>>) => unknown])[] = [
  ['accountid', ({ accounts }) => fieldOf(firstOf(accounts), 'resourceId')],
  ['iban', ({ accounts }) => fieldOf(firstOf(accounts), 'iban')],
  ['transactionid', ({ transactions }) => fieldOf(firstOf(fieldOf(transactions, 'booked')), 'transactionId')],
  ['authorisationid', ({ authorisationIds }) => firstOf(authorisationIds)],
  ['cancellationid', ({ cancellationIds }) => firstOf(cancellationIds)],
];

/** For a successful response: the ids in it and those in the request's path. */
export function idsInResponse({ path, parameters }: Called, values: ParameterValues, text: string | undefined): KnownIds {
  const ids: Record<string, string> = {};
  for (const parameter of parameters) {
    const value = values.get(parameterKey(parameter)) ?? '';
    if (parameter.in === 'path' && value !== '') ids[placeOf(path, parameter.name)] = value;
  }
  const body = parse(text);
  if (!isRecord(body)) return ids;
  for (const [name, value] of [...FIELDS.map((field) => [idName(field), body[field]]), ...LISTS.map(([name, first]) => [name, first(body)])]) {
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    ids[name] = value;
    // For paths below this address.
    ids[`${path} ${name}`] = value;
  }
  return ids;
}

/** The signing page's address from `_links.scaRedirect` of a response. */
export function signingLinkOf(text: string | undefined): string | undefined {
  const href = fieldOf(fieldOf(fieldOf(parse(text), '_links'), 'scaRedirect'), 'href');
  return typeof href === 'string' && /^(https?:\/\/|\/)/.test(href) ? href : undefined;
}

/** The address of the status of what the customer has to sign, from `_links.status`. Undefined: nothing to sign, or an address of another server. */
export function statusUrlOf({ server }: Pick<OperationBrief, 'server'>, text: string | undefined): string | undefined {
  const href = fieldOf(fieldOf(fieldOf(parse(text), '_links'), 'status'), 'href');
  if (signingLinkOf(text) === undefined || typeof href !== 'string' || !URL.canParse(href, server)) return undefined;
  const url = new URL(href, server);
  return url.origin === new URL(server).origin ? url.href : undefined;
}

/** The session of a sign-in at the fallback interface; a secret, so it is not among the ids. */
export function fallbackSessionOf(text: string | undefined): string | undefined {
  const session = fieldOf(parse(text), 'fallbackSession');
  return typeof session === 'string' ? session : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
