/**
 * Checks whether a payment may be signed from an account. One table of checks, in the order in which a customer can correct the errors. They run
 * before the challenge starts and again inside the transaction that books.
 */
import type { DebtorDetails } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import { type AvailableAccount, type Bank, bankDate, type OrderDecision } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { isPrintable } from '#platform/printable-text.ts';
import { toSumText } from '../api/payment-view.ts';
import { isDayOver, isPaidWhenSigned } from '../execution/execution-day.ts';
import { decideOn, readShares } from '../model/fees.ts';
import type { AnyPayment } from '../model/payment.ts';
import type { PayeeShare } from '../store/item-store.ts';

export interface SignatureChoice {
  readonly debtorAccountIban: string;
  readonly debtorDetails: DebtorDetails | undefined;
}

interface CheckedSignature {
  readonly feeCents: number;
  readonly needsSecondSignature: boolean;
}

interface Findings extends SignatureChoice {
  readonly payment: AnyPayment;
  readonly shares: readonly PayeeShare[];
  /** Tenant time. */
  readonly now: Date;
  readonly account: AvailableAccount | undefined;
  readonly decision: OrderDecision;
  readonly feeCents: number;
}

interface AlreadyRead {
  readonly account?: AvailableAccount | undefined;
  readonly decision?: OrderDecision | undefined;
}

const ACCOUNT_PATH = 'debtorAccountIban';
const ADDRESS_FIELDS = ['street', 'townName', 'countrySubDivision', 'postCode', 'country'] as const;

const CHECKS: readonly ((findings: Findings) => UiRefusal | undefined)[] = [
  refusePassedDay,
  refuseUnknownAccount,
  refuseBlockedAccount,
  refuseOtherCurrency,
  refusePayeeAsPayer,
  refuseDetailsOutsideLithuania,
  refuseIncompleteAddress,
  refuseUnprintableDetails,
  refuseAsTheBank,
  refuseShortfall,
];

/**
 * Returns the fee, and whether a second signature is needed. `now`: tenant time. `read`: what this transaction has read already.
 *
 * @throws UiRefusal 400, see {@link CHECKS}.
 */
export async function checkSignature(
  bank: Bank,
  reader: Reader,
  payment: AnyPayment,
  choice: SignatureChoice,
  now: Date,
  read: AlreadyRead = {},
): Promise<CheckedSignature> {
  const owner = { sandboxId: payment.sandboxId, customerId: payment.customerId };
  const shares = await readShares(reader, payment);
  const decision = read.decision ?? (await decideOn(bank, reader, payment, choice.debtorAccountIban));
  const feeCents = decision.ok ? decision.feeCents : 0;
  const findings: Findings = {
    ...choice,
    payment,
    shares,
    now,
    account: read.account ?? (await bank.findAccount(reader, owner, choice.debtorAccountIban)),
    decision,
    feeCents,
  };
  for (const check of CHECKS) {
    const refusal = check(findings);
    if (refusal !== undefined) throw refusal;
  }
  return { feeCents, needsSecondSignature: findings.account?.needsSecondSignature ?? false };
}

/** Fee in cents of a payment with one payee: the signed one, or what the bank says before the signature. @throws UiRefusal where the bank refuses it. */
export async function requireFee(bank: Bank, reader: Reader, payment: AnyPayment, debtorIban: string): Promise<number> {
  const decision = await decideOn(bank, reader, payment, debtorIban);
  if (!decision.ok) throw bankRefusal(decision, payment);
  return decision.feeCents;
}

/** Text of specification §8; `{sum}` as `12.30 EUR`. */
export function fundsRefusal(availableCents: number, currency: string): UiRefusal {
  // The page translates the text and therefore needs the amount.
  const extra = { available: { amount: formatCents(availableCents), currency } };
  return new UiRefusal(400, 'FUNDS_NOT_AVAILABLE', `Not enough money, available ${toSumText(availableCents, currency)}`, {
    path: ACCOUNT_PATH,
    extra,
  });
}

export function accountUnknownRefusal(): UiRefusal {
  return refuse('ACCOUNT_UNKNOWN', 'This account is not one of yours. No money was moved. Choose another account.', ACCOUNT_PATH);
}

export function accountBlockedRefusal(): UiRefusal {
  return refuse('ACCOUNT_BLOCKED', 'This account is blocked. No money was moved. Choose another account.', ACCOUNT_PATH);
}

export function currencyRefusal(currency: string): UiRefusal {
  const text = `This account is not held in ${currency}. No money was moved. Choose an account in ${currency}.`;
  return refuse('CURRENCY_MISMATCH', text, ACCOUNT_PATH);
}

function refuseAsTheBank({ decision, payment }: Findings): UiRefusal | undefined {
  return decision.ok ? undefined : bankRefusal(decision, payment);
}

/** Neither fraud nor sanctions are named: the customer may not learn of the reason. */
function bankRefusal({ reason }: Extract<OrderDecision, { ok: false }>, { currency }: Pick<AnyPayment, 'currency'>): UiRefusal {
  switch (reason) {
    case 'accountUnknown':
      return accountUnknownRefusal();
    case 'accountBlocked':
      return accountBlockedRefusal();
    case 'currencyMismatch':
      return currencyRefusal(currency);
    case 'insufficientFunds':
      return refuse('FUNDS_NOT_AVAILABLE', 'There is not enough money on this account. No money was moved. Choose another account.', ACCOUNT_PATH);
    case 'limitExceeded':
      return refuse(
        'LIMIT_EXCEEDED',
        'The amount is above your limit at the bank. No money was moved. Choose another account, or refuse the payment.',
        ACCOUNT_PATH,
      );
    default:
      return refuse(
        'PAYMENT_REFUSED',
        'The bank does not make this payment. No money was moved. Refuse it to go back to the service provider.',
        ACCOUNT_PATH,
      );
  }
}

/** Not checked for a second signature, which may follow after the day: the bank then executes the payment as soon as possible. */
function refusePassedDay({ payment, now }: Findings): UiRefusal | undefined {
  if (!isDayOver(payment, now)) return undefined;
  const today = bankDate(now, payment.bankCountry);
  const text = `The day of this payment is over: today is ${today}. No money was moved. Go back to the service provider and send it again for a later day.`;
  return new UiRefusal(400, 'EXECUTION_DATE_INVALID', text);
}

function refuseUnknownAccount({ account }: Findings): UiRefusal | undefined {
  return account === undefined ? accountUnknownRefusal() : undefined;
}

function refuseBlockedAccount({ account }: Findings): UiRefusal | undefined {
  return account?.status === 'blocked' ? accountBlockedRefusal() : undefined;
}

function refuseOtherCurrency({ account, payment }: Findings): UiRefusal | undefined {
  return account?.currency === payment.currency ? undefined : currencyRefusal(payment.currency);
}

function refusePayeeAsPayer({ account, shares }: Findings): UiRefusal | undefined {
  if (shares.every(({ creditorIban }) => creditorIban !== account?.iban)) return undefined;
  return refuse('FORMAT_ERROR', 'The money would go to the account it comes from. No money was moved. Choose another account.', ACCOUNT_PATH);
}

function refuseDetailsOutsideLithuania({ debtorDetails, payment }: Findings): UiRefusal | undefined {
  if (debtorDetails === undefined || payment.bankCountry === 'lt') return undefined;
  return refuse('FORMAT_ERROR', 'Address and identification can be sent along in Lithuania only. Leave them out.', 'debtorDetails');
}

/** SEPA bans unstructured addresses since 15 Nov 2026: town and country need fields of their own. */
function refuseIncompleteAddress({ debtorDetails }: Findings): UiRefusal | undefined {
  if (debtorDetails === undefined || ADDRESS_FIELDS.every((field) => debtorDetails[field] === undefined)) return undefined;
  const missing = (['townName', 'country'] as const).find((field) => debtorDetails[field] === undefined);
  if (missing === undefined) return undefined;
  const text = 'An address needs at least town and country. No money was moved. Complete the address or send none.';
  return refuse('ADDRESS_INCOMPLETE', text, `debtorDetails.${missing}`);
}

function refuseUnprintableDetails({ debtorDetails = {} }: Findings): UiRefusal | undefined {
  const [field] = Object.entries(debtorDetails).find(([, text]) => !isPrintable(text)) ?? [];
  if (field === undefined) return undefined;
  return refuse('FORMAT_ERROR', 'This text has a character that shows nothing. No money was moved. Type it again.', `debtorDetails.${field}`);
}

/** A payment for a later day needs its funds on that day, not now. */
function refuseShortfall({ account, feeCents, payment, now }: Findings): UiRefusal | undefined {
  if (!isPaidWhenSigned(payment, now)) return undefined;
  const availableCents = account?.availableCents ?? 0;
  return availableCents < payment.amountCents + feeCents ? fundsRefusal(availableCents, payment.currency) : undefined;
}

function refuse(code: UiRefusal['code'], text: string, path: string): UiRefusal {
  return new UiRefusal(400, code, text, { path });
}
