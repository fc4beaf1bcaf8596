/** A statement of one account: which period the customer chose, and how the shop asks the bank for it. */
import { randomBytes } from 'node:crypto';
import { addDays, isIsoDate } from '@portico/primitives';
import { STATEMENT_PERIOD_DAYS_MAX } from '../bank-limits.ts';
import type { StatementRequest } from '../bank-types.ts';
import type { ListedAccount } from './money-answers.ts';

export interface Statement {
  /** The shop's own. */
  readonly statementId: string;
  readonly connectionId: string;
  /** Its id at the bank. */
  readonly bankId: string;
  readonly iban: string;
  readonly currency: string;
  /** `YYYY-MM-DD`, both included. */
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly createdAt: string;
}

export type StatementChoice = Pick<Statement, 'iban' | 'currency' | 'dateFrom' | 'dateTo'>;

/** What was typed, and what is wrong with it, by field. */
export interface StatementForm {
  readonly iban: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly errors: Readonly<Partial<Record<'account' | 'dateFrom' | 'dateTo', string>>>;
}

type Fields = Readonly<Record<string, unknown>>;

const YEAR_DAYS = 365;

export const newStatementId = () => randomBytes(16).toString('hex');

/** The last year of the account that the customer comes from. `today`: `YYYY-MM-DD`. */
export function firstForm(query: Fields, accounts: readonly ListedAccount[], today: string): StatementForm {
  const { iban = '' } = accounts.find((account) => account.iban === query.account) ?? accounts[0] ?? {};
  return { iban, dateFrom: addDays(today, 1 - YEAR_DAYS), dateTo: today, errors: {} };
}

/** What to ask the bank for, or the form with what is wrong. The bank checks all of it again. */
export function readStatementForm(fields: Fields, accounts: readonly ListedAccount[], today: string): StatementChoice | StatementForm {
  const [dateFrom, dateTo] = [textOf(fields.dateFrom), textOf(fields.dateTo)];
  const account = accounts.find(({ iban }) => iban === fields.account);
  const errors = { ...(account === undefined && { account: 'Choose one of the accounts.' }), ...periodErrors(dateFrom, dateTo, today) };
  if (account === undefined || Object.keys(errors).length > 0) return { iban: textOf(fields.account), dateFrom, dateTo, errors };
  return { iban: account.iban, currency: account.currency, dateFrom, dateTo };
}

function periodErrors(dateFrom: string, dateTo: string, today: string): StatementForm['errors'] {
  const malformed = {
    ...(isIsoDate(dateFrom) ? {} : { dateFrom: 'Choose the first day.' }),
    ...(isIsoDate(dateTo) ? {} : { dateTo: 'Choose the last day.' }),
  };
  if (Object.keys(malformed).length > 0) return malformed;
  if (dateTo > today) return { dateTo: 'The last day can be today at the latest.' };
  if (dateFrom > dateTo) return { dateFrom: 'The first day is after the last one.' };
  if (addDays(dateTo, 1 - STATEMENT_PERIOD_DAYS_MAX) > dateFrom)
    return { dateFrom: 'A statement covers two years at most. Choose a later first day.' };
  return {};
}

export function toStatementRequest({ iban, currency, dateFrom, dateTo }: StatementChoice): StatementRequest {
  return { account: { iban, currency }, dateFrom, dateTo };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
