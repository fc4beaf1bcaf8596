/**
 * Could this amount be paid from this account now? Counted is what is booked less what is reserved (`interimAvailable`); nothing is
 * reserved by asking.
 *
 * - Whoever holds a token of the customer may ask: tokens carry no roles, the customer let this application in. So no account waits for
 *   an activation, and NO_PIIS_ACTIVATION is never sent: it would tell an account of somebody else from one that does not exist.
 * - A blocked account answers `false`: nothing can be paid from it, and yes or no is all that an issuer may learn
 *   (Directive (EU) 2015/2366 Art. 65(3)).
 */
import type { FundsConfirmationAnswer, FundsConfirmationRequest } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { Bank, Owner } from '../bank/index.ts';
import { requireFundsRules } from './funds-rules.ts';

export interface ConfirmFundsDeps {
  readonly db: Reader;
  readonly bank: Pick<Bank, 'findAccount'>;
}

/** @throws TppRefusal 400 FORMAT_ERROR, CARD_INVALID, RESOURCE_UNKNOWN or PARAMETER_NOT_SUPPORTED, with the path. */
export async function confirmFunds(deps: ConfirmFundsDeps, owner: Owner, request: FundsConfirmationRequest): Promise<FundsConfirmationAnswer> {
  const { account, instructedAmount } = request;
  const cents = requireFundsRules(request);
  const found = await deps.bank.findAccount(deps.db, owner, account.iban);
  if (found === undefined || (account.currency ?? found.currency) !== found.currency) {
    throw new TppRefusal(400, 'RESOURCE_UNKNOWN', 'The customer has no such account. Compare it with GET /v1/account-list.', {
      path: 'account.iban',
    });
  }
  if (instructedAmount.currency !== found.currency) {
    const text = `Funds are confirmed in the currency of the account. Send ${found.currency}.`;
    throw new TppRefusal(400, 'PARAMETER_NOT_SUPPORTED', text, { path: 'instructedAmount.currency' });
  }
  return { fundsAvailable: found.status === 'enabled' && found.availableCents >= cents };
}
