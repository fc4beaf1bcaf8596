/**
 * Confirms whether an amount could be paid from an account now. It compares with the booked balance minus holds (`interimAvailable`), and places
 * no hold.
 *
 * - An application with the customer's token may ask a limited number of times a day for each account, because every answer halves the
 * uncertainty about the balance. All applications of one developer share the limit (decision 0059).
 * - Tokens carry no roles, and no account needs an activation, so NO_PIIS_ACTIVATION is never sent: it would distinguish another customer's
 * account from one that does not exist.
 * - A blocked account gets `false`: nothing can be paid from it, and yes or no is all that an issuer may learn
 * (Directive (EU) 2015/2366 Art. 65(3)).
 */
import type { FundsConfirmationAnswer, FundsConfirmationRequest } from '@portico/contract';
import { FUNDS_CONFIRMATIONS_PER_DAY } from '@portico/contract/values';
import type { Db } from '#platform/db/database.ts';
import type { Idempotency, RunWrite } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { type Bank, bankDate, secondsUntilTomorrow } from '../bank/index.ts';
import type { TppApps, Xs2aCaller } from '../tpp-apps/index.ts';
import { countConfirmation } from './count-store.ts';
import { requireFundsRules } from './funds-rules.ts';

export interface ConfirmFundsDeps {
  readonly db: Db;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly bank: Pick<Bank, 'findAccount'>;
  readonly tppApps: Pick<TppApps, 'developerOf'>;
}

/**
 * A request repeated with its `X-Request-ID` gets its first answer again and is not counted.
 * @throws TppRefusal 400 FORMAT_ERROR, RESOURCE_UNKNOWN or PARAMETER_NOT_SUPPORTED, with the path; 429 ACCESS_EXCEEDED.
 */
export async function confirmFunds(
  deps: ConfirmFundsDeps,
  caller: Xs2aCaller,
  request: FundsConfirmationRequest,
  idempotency: Idempotency,
): Promise<FundsConfirmationAnswer> {
  const { account, instructedAmount } = request;
  const { sandboxId, appId, bankCountry } = caller;
  const cents = requireFundsRules(request);
  const found = await deps.bank.findAccount(deps.db, caller, account.iban);
  if (found === undefined || (account.currency ?? found.currency) !== found.currency) {
    throw new TppRefusal(400, 'RESOURCE_UNKNOWN', 'The customer has no such account. Compare it with GET /v1/account-list.', {
      path: 'account.iban',
    });
  }
  if (instructedAmount.currency !== found.currency) {
    const text = `Funds are confirmed in the currency of the account. Send ${found.currency}.`;
    throw new TppRefusal(400, 'PARAMETER_NOT_SUPPORTED', text, { path: 'instructedAmount.currency' });
  }
  const asker = (await deps.tppApps.developerOf(appId)) ?? appId;
  return deps.write(
    async ({ tx }) => {
      const now = await deps.clock.now(tx, sandboxId);
      const askedOn = bankDate(now, bankCountry);
      const { accountId } = found;
      const hasRoom = await countConfirmation(tx, { sandboxId, accountId, asker, askedOn, limit: FUNDS_CONFIRMATIONS_PER_DAY });
      if (!hasRoom) throw limitReached(secondsUntilTomorrow(now, bankCountry));
      return { fundsAvailable: found.status === 'enabled' && found.availableCents >= cents };
    },
    { idempotency },
  );
}

function limitReached(seconds: number): TppRefusal {
  const text = `For one account ${FUNDS_CONFIRMATIONS_PER_DAY} confirmations are answered a day, for all applications of a developer together. Ask again tomorrow.`;
  return new TppRefusal(429, 'ACCESS_EXCEEDED', text, { headers: { 'retry-after': String(seconds) } });
}
