/** How and when a permission ended: from the stored event that ended it, or from its status where it ended before events were stored. */
import type { Permission, PermissionEnd } from '@portico/contract';
import type { PastConsent } from '#modules/access/index.ts';
import { readableUntil, type Statement } from '#modules/access/index.ts';
import { bankDate } from '../bank/index.ts';

type End = NonNullable<Permission['end']>;

/** Name of the person who withdrew the consent; undefined when the visitor of the page did. */
export type WithdrawnBy = (consent: Pick<PastConsent, 'customerId' | 'accountHolder' | 'ended'>) => string | undefined;

/** These ends happen on a day. The moment at which the server recorded them is meaningless and not shown. */
const BY_TIME: ReadonlySet<PermissionEnd> = new Set<PermissionEnd>(['expired', 'used', 'notSigned']);

/** Undefined: the consent is valid, or can still be signed. */
export function endOfConsent(consent: PastConsent, withdrawnBy: WithdrawnBy): End | undefined {
  const how = howConsentEnded(consent);
  if (how === undefined) return undefined;
  const by = how === 'withdrawn' ? withdrawnBy(consent) : undefined;
  const replacedBy = how === 'replaced' ? consent.ended?.replacedBy : undefined;
  return {
    how,
    on: lastDayOf(consent, how),
    ...momentOf(how, consent.ended?.at),
    ...(by === undefined ? {} : { by }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
  };
}

function howConsentEnded(consent: PastConsent): PermissionEnd | undefined {
  switch (consent.status) {
    case 'received':
    case 'partiallyAuthorised':
    case 'valid':
      return undefined;
    case 'revokedByPsu':
      return 'withdrawn';
    case 'terminatedByTpp':
      return 'provider';
    case 'rejected':
      return howUnsignedEnded(consent.ended);
    case 'expired':
      return howExpired(consent);
  }
}

function howUnsignedEnded(ended: { readonly by: string } | undefined): PermissionEnd {
  return ended?.by === 'refuse' ? 'refused' : 'notSigned';
}

/** A sandbox reset or a suspension expires a consent that would otherwise still be valid. */
function howExpired({ ended, isRecurring, firstUsedOn, validUntil, lastActionDate }: PastConsent): PermissionEnd {
  if (ended?.by === 'replace') return 'replaced';
  if (ended?.by === 'useUp') return 'used';
  if (validUntil < lastActionDate) return 'expired';
  if (!isRecurring && firstUsedOn !== undefined && firstUsedOn < lastActionDate) return 'used';
  return ended === undefined ? 'expired' : 'bank';
}

function lastDayOf({ validUntil, firstUsedOn, lastActionDate }: PastConsent, how: PermissionEnd): string {
  if (how === 'expired') return validUntil;
  return how === 'used' ? (firstUsedOn ?? lastActionDate) : lastActionDate;
}

/** Undefined: the statement can be read, or can still be signed. */
export function endOfStatement(statement: Statement): End | undefined {
  const how = howStatementEnded(statement);
  if (how === undefined) return undefined;
  const { ended, receivedAt, bankCountry } = statement;
  const at = how === 'expired' ? readableUntil(statement) : ended?.at;
  return { how, on: bankDate(at ?? receivedAt, bankCountry), ...(at === undefined ? {} : { at: at.toISOString() }) };
}

function howStatementEnded(statement: Statement): PermissionEnd | undefined {
  switch (statement.status) {
    case 'received':
    case 'valid':
      return undefined;
    case 'terminatedByTpp':
      return 'provider';
    case 'rejected':
      return howUnsignedEnded(statement.ended);
    case 'expired':
      return wasCutShort(statement) ? 'bank' : 'expired';
  }
}

function wasCutShort(statement: Statement): boolean {
  const until = readableUntil(statement);
  return until !== undefined && statement.ended !== undefined && statement.ended.at.getTime() < until.getTime();
}

function momentOf(how: PermissionEnd, at: Date | undefined): { at?: string } {
  return at === undefined || BY_TIME.has(how) ? {} : { at: at.toISOString() };
}
