/** Converts statements for the signing page, and for the responses of `/v1/transactions-statements`. */
import type { StatementCreated, StatementDetails, StatementInformation } from '@portico/contract';
import type { RequestedStatement } from './request-statement.ts';
import type { Statement } from './statement.ts';
import { readableUntil } from './statement-grant.ts';
import { toUiStatus } from './statement-status.ts';

export function toDetails(statement: Statement): StatementDetails {
  const { accountHolder, representative, iban, currency, dateFrom, dateTo, status, signedAt } = statement;
  return {
    accountHolder,
    ...(representative === undefined ? {} : { representative }),
    iban,
    currency,
    dateFrom,
    dateTo,
    statementStatus: toUiStatus(status),
    ...(signedAt === undefined ? {} : { signedAt: signedAt.toISOString() }),
  };
}

/** `self`: absolute address of the statement. */
export function toCreated({ statementId, scaRedirect }: RequestedStatement, self: string): StatementCreated {
  return {
    statementStatus: 'received',
    statementId,
    _links: { scaRedirect: { href: scaRedirect }, self: { href: self }, status: { href: `${self}/status` } },
  };
}

/** `self`: absolute address of the statement. */
export function toInformation(statement: Statement, self: string): StatementInformation {
  const { iban, currency, dateFrom, dateTo, status } = statement;
  const until = status === 'valid' ? readableUntil(statement) : undefined;
  return {
    account: { iban, currency },
    dateFrom,
    dateTo,
    statementStatus: status,
    ...(until === undefined ? {} : { readableUntil: until.toISOString(), _links: { transactions: { href: `${self}/transactions` } } }),
  };
}
