/**
 * Accounts under a consent, Berlin Group NextGenPSD2 1.3.11. Every call carries `Consent-ID`.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/v1/accounts` | 200 {@link AccountsAnswer} |
 * | `GET {api}/v1/accounts/{account-id}` | 200 {@link AccountAnswer} |
 * | `GET {api}/v1/accounts/{account-id}/balances` | 200 {@link BalancesAnswer} |
 * | `GET {api}/v1/accounts/{account-id}/transactions` | 200 {@link TransactionsAnswer} |
 * | `GET {api}/v1/accounts/{account-id}/transactions/{transactionId}` | 200 {@link TransactionAnswer} |
 */
import { type Static, Type } from 'typebox';
import { Amount, CurrencyCode, closed, Iban, IsoDate, Link, literals } from '../entities/common.ts';
import { BOOKING_STATUSES } from '../enumerations.ts';
import { HISTORY_DAYS_MAX, TRANSACTIONS_PAGE_DEFAULT, TRANSACTIONS_PAGE_MAX } from '../limits.ts';

/** `interimBooked`: booked entries. `interimAvailable`: the same less the amounts reserved for payments in progress. */
export const Balance = Type.Object(
  {
    balanceType: literals(['interimBooked', 'interimAvailable'], 'What is booked; or that, less what is reserved for payments under way.'),
    balanceAmount: Amount,
    referenceDate: IsoDate,
  },
  closed,
);
export type Balance = Static<typeof Balance>;

/** `balances` and the links are present only if the consent grants them. */
export const AccountInformation = Type.Object(
  {
    resourceId: Type.String({ description: 'Id of the account, for the addresses below.' }),
    iban: Iban,
    currency: CurrencyCode,
    name: Type.String({ maxLength: 70, description: 'What the customer calls the account.' }),
    ownerName: Type.Optional(Type.String({ maxLength: 140, description: 'With a consent that asks for the owner’s name.' })),
    product: Type.String({ maxLength: 35, description: 'The bank’s name for this kind of account.' }),
    cashAccountType: Type.Literal('CACC', { description: 'ISO 20022: current account.' }),
    status: literals(['enabled', 'blocked'], 'Nothing can be paid from a blocked account.'),
    bic: Type.String(),
    usage: literals(['PRIV', 'ORGA'], 'Of a person, or of a company.'),
    balances: Type.Optional(Type.Array(Balance)),
    _links: Type.Object({ balances: Type.Optional(Link), transactions: Type.Optional(Link) }, closed),
  },
  closed,
);
export type AccountInformation = Static<typeof AccountInformation>;

export const AccountsAnswer = Type.Object({ accounts: Type.Array(AccountInformation) }, closed);
export type AccountsAnswer = Static<typeof AccountsAnswer>;

export const AccountAnswer = Type.Object({ account: AccountInformation }, closed);
export type AccountAnswer = Static<typeof AccountAnswer>;

const AccountOfAnswer = Type.Object({ iban: Iban, currency: CurrencyCode }, closed);

export const BalancesAnswer = Type.Object({ account: AccountOfAnswer, balances: Type.Array(Balance) }, closed);
export type BalancesAnswer = Static<typeof BalancesAnswer>;

/** Debits are negative. A pending transaction has no `entryReference` and no dates yet. */
export const Transaction = Type.Object(
  {
    transactionId: Type.Optional(
      Type.String({ maxLength: 70, description: 'The same while it is pending and once it is booked; absent where it is not known yet.' }),
    ),
    entryReference: Type.Optional(Type.String({ maxLength: 35, description: 'For entryReferenceFrom.' })),
    endToEndId: Type.Optional(Type.String({ maxLength: 35, description: 'The payer’s reference.' })),
    bookingDate: Type.Optional(IsoDate),
    valueDate: Type.Optional(IsoDate),
    transactionAmount: Amount,
    creditorName: Type.Optional(Type.String({ maxLength: 70 })),
    creditorAccount: Type.Optional(Type.Object({ iban: Iban }, closed)),
    debtorName: Type.Optional(Type.String({ maxLength: 70 })),
    debtorAccount: Type.Optional(Type.Object({ iban: Iban }, closed)),
    remittanceInformationUnstructured: Type.Optional(Type.String()),
    remittanceInformationStructured: Type.Optional(Type.String({ maxLength: 140, description: 'The creditor reference.' })),
    remittanceInformationStructuredArray: Type.Optional(
      Type.Array(
        Type.Object(
          {
            reference: Type.String({ maxLength: 35 }),
            referenceType: Type.Optional(Type.String({ maxLength: 35 })),
            referenceIssuer: Type.Optional(Type.String({ maxLength: 35 })),
          },
          closed,
        ),
        { description: 'The creditor reference with its type and issuer, as the payer sent it.' },
      ),
    ),
    bankTransactionCode: Type.Optional(
      Type.String({ description: 'ISO 20022 domain, family and sub-family, such as PMNT-RCDT-ESCT. Absent if the bank does not know it.' }),
    ),
  },
  { ...closed, description: 'Debits carry a minus. A pending transaction has no dates yet.' },
);
export type Transaction = Static<typeof Transaction>;

const withBalance = Type.Optional(Type.Boolean({ description: 'Balances beside what is asked, as far as the consent covers them.' }));

/** `bookingStatus` and dates are parsed as text, because values that are valid but not supported have their own error. */
export const TransactionsQuery = Type.Object(
  {
    bookingStatus: Type.String({ maxLength: 20, description: `${BOOKING_STATUSES.join(', ')}.` }),
    dateFrom: Type.Optional(
      Type.String({
        maxLength: 35,
        description: `First booking date, at most ${HISTORY_DAYS_MAX} days back; needed unless entryReferenceFrom is sent.`,
      }),
    ),
    dateTo: Type.Optional(Type.String({ maxLength: 35, description: 'Last booking date; default: today.' })),
    entryReferenceFrom: Type.Optional(
      Type.String({
        maxLength: 35,
        description:
          'Returns transactions booked after the entry with this entryReference, oldest first. `dateFrom` and `dateTo` then have no effect.',
      }),
    ),
    deltaList: Type.Optional(Type.String({ description: 'Only false is offered: send entryReferenceFrom.' })),
    withBalance,
    itemsPerPage: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: TRANSACTIONS_PAGE_MAX,
        description: `How many transactions a page holds; default ${TRANSACTIONS_PAGE_DEFAULT}.`,
      }),
    ),
    pageIndex: Type.Optional(Type.String({ description: 'Not offered: follow the link next.' })),
    cursor: Type.Optional(Type.String({ maxLength: 700, description: 'Of the link next; opaque.' })),
  },
  closed,
);
export type TransactionsQuery = Static<typeof TransactionsQuery>;

export const WithBalanceQuery = Type.Object({ withBalance }, closed);

/** Newest first; with `entryReferenceFrom`, oldest first. `next` is present while there are more. */
export const TransactionsAnswer = Type.Object(
  {
    account: AccountOfAnswer,
    transactions: Type.Object(
      {
        booked: Type.Optional(Type.Array(Transaction)),
        pending: Type.Optional(Type.Array(Transaction)),
        _links: Type.Object({ account: Link, next: Type.Optional(Link) }, closed),
      },
      closed,
    ),
    balances: Type.Optional(Type.Array(Balance)),
  },
  closed,
);
export type TransactionsAnswer = Static<typeof TransactionsAnswer>;

export const TransactionAnswer = Type.Object({ transactionsDetails: Transaction }, closed);
export type TransactionAnswer = Static<typeof TransactionAnswer>;
