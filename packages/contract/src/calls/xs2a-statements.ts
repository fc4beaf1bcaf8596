/**
 * Transactions statements: one account and one period, older than what a consent gives, readable for
 * `STATEMENT_READ_SECONDS` after the customer's signature. The bank's own addition beside Berlin Group NextGenPSD2 1.3.11, with
 * its headers, words and codes; no `Consent-ID`, the signed statement is the authority.
 *
 * | call | answer |
 * |---|---|
 * | `POST {api}/v1/transactions-statements` | {@link StatementRequest} → 201 {@link StatementCreated} |
 * | `GET {api}/v1/transactions-statements/{statementId}` | 200 {@link StatementInformation} |
 * | `GET {api}/v1/transactions-statements/{statementId}/status` | 200 {@link StatementStatusAnswer} |
 * | `GET {api}/v1/transactions-statements/{statementId}/transactions` | 200 `TransactionsAnswer`, as under a consent |
 * | `DELETE {api}/v1/transactions-statements/{statementId}` | 204 |
 *
 * Refusals: 403 `CONSENT_UNKNOWN` for an id that is unknown or another's; reading: 401 `CONSENT_INVALID` while it is not signed and
 * after a refusal or deletion, 401 `CONSENT_EXPIRED` once its time is over.
 */
import { type Static, Type } from 'typebox';
import { STATEMENT_STATUSES } from '../consent-values.ts';
import { CurrencyCode, closed, Iban, IsoDate, Link } from '../entities/common.ts';
import { BOOKING_STATUSES } from '../enumerations.ts';
import { STATEMENT_PERIOD_DAYS_MAX, STATEMENT_READ_SECONDS, TRANSACTIONS_PAGE_MAX } from '../limits.ts';
import { AccountReference } from './xs2a-payments.ts';

const READ_MINUTES = STATEMENT_READ_SECONDS / 60;
const StatementStatusField = Type.Enum([...STATEMENT_STATUSES], { description: 'Where the statement stands.' });

export const StatementRequest = Type.Object(
  { account: AccountReference, dateFrom: IsoDate, dateTo: IsoDate },
  {
    ...closed,
    description: `One account of the customer and a period, both days included: at most ${STATEMENT_PERIOD_DAYS_MAX} days, none after today.`,
  },
);
export type StatementRequest = Static<typeof StatementRequest>;

export const StatementParams = Type.Object({
  statementId: Type.String({ maxLength: 64, description: 'Id of the statement, from the answer of the request.' }),
});

export const StatementCreated = Type.Object(
  {
    statementStatus: StatementStatusField,
    statementId: Type.String({ description: 'Id of the statement.' }),
    _links: Type.Object({ scaRedirect: Link, self: Link, status: Link }, { ...closed, description: 'Send the customer to `scaRedirect` to sign.' }),
  },
  { ...closed, description: 'The statement was received and waits for the signature of the customer.' },
);
export type StatementCreated = Static<typeof StatementCreated>;

/** `readableUntil` and the link are present while the statement can be read. */
export const StatementInformation = Type.Object(
  {
    account: Type.Object({ iban: Iban, currency: CurrencyCode }, closed),
    dateFrom: IsoDate,
    dateTo: IsoDate,
    statementStatus: StatementStatusField,
    readableUntil: Type.Optional(
      Type.String({ minLength: 20, maxLength: 30, description: `When reading ends: ${READ_MINUTES} minutes after the signature.` }),
    ),
    _links: Type.Optional(Type.Object({ transactions: Link }, closed)),
  },
  { ...closed, description: 'The statement as it was asked for, and where it stands.' },
);
export type StatementInformation = Static<typeof StatementInformation>;

export const StatementStatusAnswer = Type.Object(
  { statementStatus: StatementStatusField },
  { ...closed, description: 'Where the statement stands.' },
);
export type StatementStatusAnswer = Static<typeof StatementStatusAnswer>;

/** `bookingStatus` is parsed as text, because values that are valid but not supported have their own error. */
export const StatementTransactionsQuery = Type.Object(
  {
    bookingStatus: Type.Optional(Type.String({ maxLength: 20, description: `${BOOKING_STATUSES.join(', ')}; default booked.` })),
    itemsPerPage: Type.Optional(Type.Integer({ minimum: 1, maximum: TRANSACTIONS_PAGE_MAX, description: 'How many transactions a page holds.' })),
    cursor: Type.Optional(Type.String({ maxLength: 700, description: 'Of the link next; opaque.' })),
  },
  closed,
);
export type StatementTransactionsQuery = Static<typeof StatementTransactionsQuery>;
