/** The person who signs is the one who is signed in, for as long as the bank says so. */
import type { Customer } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { EngineDeps } from '../deps.ts';
import { terminated } from '../session/refusals.ts';
import type { AnsweredAttempt } from './attempt.ts';

/**
 * Returns the customer as the bank names them now. A sandbox bank is asked with the transaction that signs as `reader`; a core answers over the
 * network, so it is asked before the transaction. @throws UiRefusal 410 when the bank names another person for the customer, or the customer is gone.
 */
export async function requireSamePerson<Result>(
  deps: Pick<EngineDeps, 'bank' | 'signIn'>,
  attempt: Pick<AnsweredAttempt<Result>, 'session' | 'bankSession'>,
  reader: Reader,
): Promise<Customer> {
  return requirePerson(deps, attempt, await deps.bank.findCustomer(attempt.session, reader));
}

/** As {@link requireSamePerson}, for a customer as the bank names them now. */
export function requirePerson<Result>(
  { signIn }: Pick<EngineDeps, 'signIn'>,
  { session, bankSession }: Pick<AnsweredAttempt<Result>, 'session' | 'bankSession'>,
  customer: Customer | undefined,
): Customer {
  if (customer === undefined || !signIn.isByPerson(bankSession, customer)) throw terminated(session, 'signedOut');
  return customer;
}
