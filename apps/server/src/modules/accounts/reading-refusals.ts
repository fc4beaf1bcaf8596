/** Reads the headers of a reading, and refuses what its consent does not cover. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccountRights, GrantedConsent } from '#modules/access/index.ts';
import { isIpAddress } from '#platform/http/ip-address.ts';
import { TppRefusal } from '#platform/http/refusal.ts';

const PSU_IP_ADDRESS = 'PSU-IP-Address';

/** NextGenPSD2 1.3.11 §6.5: the header is sent if and only if the customer requested this reading. @throws TppRefusal 400 FORMAT_ERROR. */
export function isCustomerThere(headers: IncomingHttpHeaders): boolean {
  const given = headers[PSU_IP_ADDRESS.toLowerCase()];
  if (given === undefined) return false;
  if (typeof given === 'string' && isIpAddress(given)) return true;
  const text = `The header ${PSU_IP_ADDRESS} holds no IPv4 or IPv6 address. Leave it out when the customer is not there.`;
  throw new TppRefusal(400, 'FORMAT_ERROR', text, { path: `header:${PSU_IP_ADDRESS}` });
}

export function consentIdOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['consent-id'];
  return typeof given === 'string' ? given : undefined;
}

/** An account outside the consent gets the same error as one that does not exist. @throws TppRefusal 404. */
export function requireRights(granted: GrantedConsent, accountId: string): AccountRights {
  const rights = granted.rightsOf(accountId);
  if (rights === undefined) throw accountUnknown();
  return rights;
}

export function accountUnknown(): TppRefusal {
  return new TppRefusal(404, 'RESOURCE_UNKNOWN', 'There is no such account under this consent. GET /v1/accounts lists those there are.');
}

export function entryUnknown(): TppRefusal {
  const text = 'This account has no such entry. Send the entryReference of one of its booked transactions.';
  return new TppRefusal(400, 'RESOURCE_UNKNOWN', text, { path: 'query:entryReferenceFrom' });
}

/** The account was closed after the signature. */
export function statementAccountClosed(): TppRefusal {
  return new TppRefusal(404, 'RESOURCE_UNKNOWN', 'The account of this statement is not open any more.');
}

export function transactionUnknown(): TppRefusal {
  return new TppRefusal(404, 'RESOURCE_UNKNOWN', 'This account has no such booked transaction that can be read under a consent.');
}

/** The consent covers the account, but not these data. */
export function notGranted(what: 'balances' | 'transactions'): TppRefusal {
  const text = `This consent does not cover the ${what} of this account. Ask for a consent that does.`;
  return new TppRefusal(401, 'CONSENT_INVALID', text, { path: 'header:Consent-ID', headers: { 'www-authenticate': 'Bearer realm="psd2"' } });
}
