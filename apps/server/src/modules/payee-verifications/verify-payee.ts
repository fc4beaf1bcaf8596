/**
 * Verifies the name of a payee for a provider, before it creates the payment (Regulation (EU) 2024/886 Art. 5c). The bank gives the same answer
 * that the signing page shows for this payee, because both ask {@link Bank.verifyPayees}.
 *
 * A close match tells the holder's name, and a mismatch tells that a guess was wrong. Two limits keep providers from collecting names:
 * - For an IBAN one developer may try a few names in a day, over all customers and applications. The same name again is no further try.
 * - For a customer a number of verifications is answered in a day, over all applications.
 */
import type { PayeeVerificationAnswer, PayeeVerificationRequest } from '@portico/contract';
import { PAYEE_NAMES_PER_DAY, PAYEE_VERIFICATIONS_PER_DAY } from '@portico/contract/values';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { Db } from '#platform/db/database.ts';
import type { Idempotency, RunWrite } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { type Bank, bankDate, explainIban, explainText, secondsUntilTomorrow } from '../bank/index.ts';
import type { TppApps, Xs2aCaller } from '../tpp-apps/index.ts';
import { countName, countVerification } from './verification-limit-store.ts';

/** What a verification needs. */
export interface Verifier {
  readonly db: Db;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly bank: Pick<Bank, 'findCustomer' | 'verifyPayees'>;
  readonly tppApps: Pick<TppApps, 'developerOf'>;
  /** Makes the digests of names and IBANs. */
  readonly key: Buffer;
}

/**
 * A request repeated with its `X-Request-ID` gets its first answer again and is not counted.
 * @throws TppRefusal 400 FORMAT_ERROR with the path; 429 ACCESS_EXCEEDED with `Retry-After`.
 */
export async function verifyPayee(
  deps: Verifier,
  caller: Xs2aCaller,
  { partyAccount: { iban }, party: { name } }: PayeeVerificationRequest,
  idempotency: Idempotency,
): Promise<PayeeVerificationAnswer> {
  requireWellFormed(explainIban(iban), 'partyAccount.iban');
  requireWellFormed(name.trim() === '' ? 'The name of the payee is empty. Send the name.' : explainText(name), 'party.name');
  const { appId, bankCountry, customerId, sandboxId } = caller;
  const customer = await deps.bank.findCustomer(caller);
  const asker = (await deps.tppApps.developerOf(appId)) ?? appId;
  // Before the transaction: with a bank's own core this is a call of another system.
  const [verification] = await deps.bank.verifyPayees(deps.db, sandboxId, [{ iban, name }]);
  return deps.write(
    async ({ tx }) => {
      const now = await deps.clock.now(tx, sandboxId);
      const askedOn = bankDate(now, bankCountry);
      const names = { sandboxId, asker, ibanDigest: digest(deps.key, iban), nameDigest: digest(deps.key, name), askedOn, limit: PAYEE_NAMES_PER_DAY };
      const perDay = PAYEE_VERIFICATIONS_PER_DAY[customer?.type ?? 'person'];
      if (!(await countName(tx, names))) {
        throw limitReached(
          now,
          caller,
          `For one IBAN ${PAYEE_NAMES_PER_DAY} different names are verified a day, for all applications of a developer together.`,
        );
      }
      if (!(await countVerification(tx, { sandboxId, customerId, askedOn, limit: perDay }))) {
        throw limitReached(now, caller, `For this customer ${perDay} payees are verified a day, for all applications together.`);
      }
      const { result: partyNameMatch, matchedName } = verification ?? { result: 'NOAP' };
      return matchedName === undefined ? { partyNameMatch } : { partyNameMatch, matchedName };
    },
    { idempotency },
  );
}

function requireWellFormed(fault: string | undefined, path: string): void {
  if (fault !== undefined) throw new TppRefusal(400, 'FORMAT_ERROR', fault, { path });
}

/** Of texts that differ in nothing that a comparison of names sees: case, spaces at the ends. */
function digest(key: Buffer, text: string): string {
  return hmacSha256Hex(key, `payee:${text.normalize('NFKC').trim().toLowerCase()}`);
}

function limitReached(now: Date, { bankCountry }: Xs2aCaller, rule: string): TppRefusal {
  const text = `${rule} Ask again tomorrow, or create the payment: the customer sees the result before signing.`;
  return new TppRefusal(429, 'ACCESS_EXCEEDED', text, { headers: { 'retry-after': String(secondsUntilTomorrow(now, bankCountry)) } });
}
