/** The interaction result of a completed sign-in for the library, and the person who signed in, whom the library passes on without reading. */
import type { InteractionResults } from 'oidc-provider';
import type { Owner } from '../bank/index.ts';
import { toAccountId } from './account-id.ts';

/** `consent`: granted with the sign-in, for clients that request it by `prompt=consent`. @param person `digestPerson` */
export function signedIn(owner: Owner, authMethods: readonly string[], person: string | undefined): InteractionResults {
  return {
    login: { accountId: toAccountId(owner), amr: [...authMethods], remember: false },
    consent: {},
    ...(person === undefined ? {} : { person }),
  };
}
