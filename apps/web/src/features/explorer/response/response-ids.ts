/** What an answer gives to later calls: ids, the page where the customer signs, a session. */
import type { OperationBrief } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';
import { idName, type KnownIds, placeOf } from '../form/known-ids.ts';
import { type ParameterValues, parameterKey } from '../request/build-request.ts';

type Called = Pick<OperationBrief, 'path' | 'parameters'>;

/** Where in an answer an id stands: under a name of its own, or in the first entry of a list. Tokens are no ids: they are secrets. */
const FIELDS = ['consentId', 'paymentId', 'statementId', 'authorisationId', 'transactionId', 'cancellationId', 'signInId'] as const;
const LISTS: readonly (readonly [name: string, first: (body: Readonly<Record<string, unknown>>) => unknown])[] = [
  ['accountid', ({ accounts }) => fieldOf(firstOf(accounts), 'resourceId')],
  ['iban', ({ accounts }) => fieldOf(firstOf(accounts), 'iban')],
  ['transactionid', ({ transactions }) => fieldOf(firstOf(fieldOf(transactions, 'booked')), 'transactionId')],
  ['authorisationid', ({ authorisationIds }) => firstOf(authorisationIds)],
  ['cancellationid', ({ cancellationIds }) => firstOf(cancellationIds)],
];

/** Of an answer that gave what was asked for: the ids in it, and those in the address that led to it. */
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
    // What stands below this address.
    ids[`${path} ${name}`] = value;
  }
  return ids;
}

/** The page where the customer signs, out of `_links.scaRedirect` of an answer. */
export function signingLinkOf(text: string | undefined): string | undefined {
  const href = fieldOf(fieldOf(fieldOf(parse(text), '_links'), 'scaRedirect'), 'href');
  return typeof href === 'string' && /^(https?:\/\/|\/)/.test(href) ? href : undefined;
}

/** Of a sign-in at the fallback interface: a secret, and no id. */
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
