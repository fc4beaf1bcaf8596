/** The bank's accounts and movements in the Berlin Group's words. */
import type { AccountInformation, Balance, Transaction } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import type { BookedMovement, Movement, PendingMovement, ReadableAccount } from '#modules/bank/index.ts';
import { bankTransactionCode } from './bank-transaction-code.ts';

export interface AccountView {
  readonly mayBalances: boolean;
  readonly mayTransactions: boolean;
  readonly withOwnerName: boolean;
  /** Balances were asked for; they are sent as far as granted. */
  readonly withBalance: boolean;
  /** False: the consent covers the list alone. */
  readonly hasLinks: boolean;
  /** The bank's calendar date. */
  readonly today: string;
}

/** `self`: absolute address of the account. */
export function toAccountInformation(account: ReadableAccount, self: string, view: AccountView): AccountInformation {
  return {
    resourceId: account.accountId,
    iban: account.iban,
    currency: account.currency,
    name: account.name,
    ...(view.withOwnerName ? { ownerName: account.holderName } : {}),
    product: account.product,
    cashAccountType: 'CACC',
    status: account.status,
    bic: account.bic,
    usage: account.usage,
    ...(view.withBalance && view.mayBalances ? { balances: toBalances(account, view.today) } : {}),
    _links: {
      ...(view.hasLinks && view.mayBalances ? { balances: { href: `${self}/balances` } } : {}),
      ...(view.hasLinks && view.mayTransactions ? { transactions: { href: `${self}/transactions` } } : {}),
    },
  };
}

export function toBalances({ bookedCents, availableCents, currency }: ReadableAccount, today: string): Balance[] {
  return [
    { balanceType: 'interimBooked', balanceAmount: toAmount(bookedCents, currency), referenceDate: today },
    { balanceType: 'interimAvailable', balanceAmount: toAmount(availableCents, currency), referenceDate: today },
  ];
}

export function toBookedTransaction(movement: BookedMovement): Transaction {
  const { transactionId, entryId, bookingDate, valueDate = bookingDate } = movement;
  return { transactionId, entryReference: String(entryId), bookingDate, valueDate, ...toCommon(movement) };
}

export function toPendingTransaction(movement: PendingMovement): Transaction {
  const { transactionId } = movement;
  return { ...(transactionId === undefined ? {} : { transactionId }), ...toCommon(movement) };
}

function toCommon(movement: Movement) {
  const { amountCents, currency, counterpartName, counterpartIban, remittance, remittanceStructured, endToEndId } = movement;
  const isCredit = amountCents > 0;
  const code = bankTransactionCode(movement);
  const account = counterpartIban === undefined ? undefined : { iban: counterpartIban };
  return {
    ...(endToEndId === undefined ? {} : { endToEndId }),
    transactionAmount: toAmount(amountCents, currency),
    ...(counterpartName === undefined ? {} : isCredit ? { debtorName: counterpartName } : { creditorName: counterpartName }),
    ...(account === undefined ? {} : isCredit ? { debtorAccount: account } : { creditorAccount: account }),
    ...(remittance === undefined ? {} : { remittanceInformationUnstructured: remittance }),
    // The standard has the reference as a text here, and with its type and issuer in the list.
    ...(remittanceStructured === undefined
      ? {}
      : { remittanceInformationStructured: remittanceStructured.reference, remittanceInformationStructuredArray: [remittanceStructured] }),
    ...(code === undefined ? {} : { bankTransactionCode: code }),
  };
}

function toAmount(cents: number, currency: string): { amount: string; currency: string } {
  return { amount: formatCents(cents), currency };
}
