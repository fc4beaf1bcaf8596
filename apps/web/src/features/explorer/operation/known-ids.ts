/** Ids that one answer gives and another call asks for, so that nobody copies them by hand. */
import { isRecord } from '../../../shared/api/api-error.ts';

/** By {@link idName}. */
export type KnownIds = Readonly<Record<string, string>>;

/** `Consent-ID`, `consentId` and `consent-id` are the same thing. */
export function idName(parameter: string): string {
  return parameter.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Where in an answer an id stands: under a name of its own, or as the `resourceId` of the first entry of a list. Tokens are no ids: they are secrets. */
const FIELDS = ['consentId', 'paymentId', 'statementId', 'authorisationId', 'transactionId', 'cancellationId'] as const;
const LISTS: Readonly<Record<string, string>> = { accounts: 'accountid' };
const ID_LISTS: Readonly<Record<string, string>> = { authorisationIds: 'authorisationid', cancellationIds: 'cancellationid' };

export function idsOfAnswer(text: string | undefined): KnownIds {
  const body = parse(text);
  if (!isRecord(body)) return {};
  const ids: Record<string, string> = {};
  for (const field of FIELDS) {
    const value = body[field];
    if (typeof value === 'string') ids[idName(field)] = value;
  }
  for (const [list, name] of Object.entries(LISTS)) {
    const entries = body[list];
    const first: unknown = Array.isArray(entries) ? entries[0] : undefined;
    if (isRecord(first) && typeof first.resourceId === 'string') ids[name] = first.resourceId;
  }
  for (const [list, name] of Object.entries(ID_LISTS)) {
    const entries = body[list];
    const first: unknown = Array.isArray(entries) ? entries[0] : undefined;
    if (typeof first === 'string') ids[name] = first;
  }
  return ids;
}

/** The page where the customer signs, out of `_links.scaRedirect` of an answer. */
export function signingLinkOf(text: string | undefined): string | undefined {
  const body = parse(text);
  const links = isRecord(body) ? body._links : undefined;
  const link = isRecord(links) ? links.scaRedirect : undefined;
  const href = isRecord(link) ? link.href : undefined;
  return typeof href === 'string' && /^(https?:\/\/|\/)/.test(href) ? href : undefined;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
