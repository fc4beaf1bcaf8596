/**
 * Finds the customer of an authorization request, code or refresh token for the library. The bank may name another representative
 * for a company; a sign-in of the former one then gives no code and no token.
 */
import { type AdapterPayload, errors, type FindAccount, type InteractionResults } from 'oidc-provider';
import type { Keys } from '#platform/config.ts';
import { type Bank, digestPerson } from '../bank/index.ts';
import { parseAccountId } from './account-id.ts';
import { currentTokenCall } from './token-family.ts';

/** In the stored payload of a company's grant: the person who signed in for it (`digestPerson`). */
const REPRESENTATIVE = 'portico.representative';

const REMOVED = 'The bank no longer knows this customer since the sign-in. Nothing was given.';
const REPLACED = 'Another person represents this company at the bank since the sign-in. Nothing was given.';

export function createFindAccount(keys: Keys, findCustomer: Bank['findCustomer']): FindAccount {
  return async (ctx, accountId) => {
    const { grant } = currentTokenCall();
    const representative = grant === undefined ? undefined : representativeOf(grant.payload);
    // A code lives 60 s, so its private customer was found moments ago and is not read again. A company is: the bank may have replaced its
    // representative. Removing a customer also removes their codes.
    const isKnown = ctx.oidc.params?.grant_type === 'authorization_code' && grant?.bankCountry !== undefined && representative === undefined;
    const owner = isKnown ? undefined : parseAccountId(accountId);
    const customer = owner && (await findCustomer(owner));
    if (customer === undefined && !isKnown) {
      // Of a sign-in that the customer has just completed; of a refresh token the library answers `invalid_grant`.
      if (ctx.oidc.result !== undefined) throw new errors.AccessDenied(REMOVED);
      return undefined;
    }
    const isBy = (person: unknown) => person === undefined || customer === undefined || person === digestPerson(keys, customer);
    // The library answers `invalid_grant`.
    if (!isBy(representative)) return undefined;
    const signedInBy = personOf(ctx.oidc.result);
    if (!isBy(signedInBy)) throw new errors.AccessDenied(REPLACED);
    return {
      accountId,
      claims: async () => ({ sub: accountId, bank_country: grant?.bankCountry ?? customer?.country }),
      ...(customer?.type === 'company' && { [REPRESENTATIVE]: signedInBy }),
    };
  };
}

/** The payload of a new grant with the representative of the account that was found for this request. */
export function withRepresentative(payload: AdapterPayload, account: Readonly<Record<string, unknown>> | undefined): AdapterPayload {
  const representative = account?.[REPRESENTATIVE];
  return representative === undefined ? payload : { ...payload, [REPRESENTATIVE]: representative };
}

const representativeOf = (payload: Readonly<Record<string, unknown>>): unknown => payload[REPRESENTATIVE];

const personOf = (result: InteractionResults | undefined): unknown => result?.person;
