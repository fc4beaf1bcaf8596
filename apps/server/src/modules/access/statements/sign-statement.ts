/** Signs a statement: from then on the application may read it for a limited time. */

import type { StatementSigningResult } from '@portico/contract';
import type { Bank } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { Gone } from '#platform/tenant/gone.ts';
import type { AccessDeps } from '../deps.ts';
import { withPresentRepresentative } from '../grant/present-representative.ts';
import { writeStatementRepresentative } from '../grant/representative-store.ts';
import { transition } from '../grant/transition.ts';
import type { Statement } from './statement.ts';
import { STATEMENT_GRANT } from './statement-grant.ts';
import { nextStatus, toUiStatus } from './statement-status.ts';
import { lockStatement } from './statement-store.ts';
import type { SignStatement } from './statements.ts';

/** @throws UiRefusal 409 when it is already signed or has ended; 400 ACCOUNT_UNKNOWN. Nothing is granted then. */
export async function signStatement(deps: AccessDeps, context: WriteContext, input: SignStatement): Promise<StatementSigningResult> {
  const statement = await lockStatement(context.tx, input);
  if (statement === undefined || statement.customerId !== input.customerId) throw new Gone(`There is no statement ${input.statementId} to sign.`);
  requireUnsigned(statement);
  await requireOpenAccount(deps.bank, context.tx, statement);
  await writeStatementRepresentative(context.tx, await withPresentRepresentative(deps.bank, context.tx, statement));
  const { accountId, iban, currency, dateFrom, dateTo } = statement;
  const moved = await transition(STATEMENT_GRANT, deps, context, statement, 'sign', { content: { accountId, iban, currency, dateFrom, dateTo } });
  if (moved === undefined) throw new Error(`Statement ${statement.statementId} cannot be signed.`);
  return { statementStatus: toUiStatus(moved.status), signedAt: moved.at.toISOString() };
}

/** @throws UiRefusal 400 ACCOUNT_UNKNOWN when the account has been closed since the request. */
export async function requireOpenAccount(bank: Pick<Bank, 'listAccounts'>, reader: Reader, statement: Statement): Promise<void> {
  const accounts = await bank.listAccounts(reader, statement);
  if (accounts.some(({ accountId }) => accountId === statement.accountId)) return;
  throw new UiRefusal(400, 'ACCOUNT_UNKNOWN', 'This account is not open any more. Nothing was shared. Go back to the service provider.');
}

function requireUnsigned({ status, signedAt }: Statement): void {
  if (nextStatus(status, 'sign') !== undefined) return;
  if (signedAt !== undefined) throw new UiRefusal(409, 'ALREADY_SIGNED', 'This statement is already signed. Go back to the service provider.');
  const text = 'This statement was ended before it was signed. Nothing was shared. Go back to the service provider.';
  throw new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}
