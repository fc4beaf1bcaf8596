/** Receives a statement request: makes the checks that need the clock or the bank, stores the statement, and opens its signing session. */
import type { StatementRequest } from '@portico/contract';
import { type Bank, type BankAccount, bankDate, type Customer, explainIban, signatoryNameOf } from '#modules/bank/index.ts';
import { sentBy, type Xs2aSender } from '#modules/tpp-apps/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { AccessRoutesDeps } from '../deps.ts';
import { grantChain } from '../grant/grant.ts';
import { requireDates, requirePeriod } from './require-period.ts';
import { insertStatement } from './statement-store.ts';

export interface RequestStatement extends Xs2aSender {
  readonly request: StatementRequest;
}

/** A JSON value that is stored and returned again for a repeated request. */
export interface RequestedStatement {
  readonly statementId: string;
  readonly scaRedirect: string;
}

/** @throws TppRefusal 400 with the path of the invalid value. */
export async function requestStatement(deps: AccessRoutesDeps, input: RequestStatement): Promise<RequestedStatement> {
  const { account } = input.request;
  const fault = explainIban(account.iban);
  if (fault !== undefined) throw new TppRefusal(400, 'FORMAT_ERROR', fault, { path: 'account.iban' });
  requireDates(input.request);
  const customer = await deps.bank.findCustomer(input.caller);
  if (customer === undefined) throw new TppRefusal(401, 'TOKEN_INVALID', 'The customer of this token no longer exists.');
  return deps.write((context) => receive(deps, context, input, customer), { idempotency: input.idempotency });
}

async function receive(deps: AccessRoutesDeps, context: WriteContext, input: RequestStatement, customer: Customer): Promise<RequestedStatement> {
  const { caller, request } = input;
  const { sandboxId, customerId, appId, bankCountry } = caller;
  const receivedAt = await deps.clock.now(context.tx, sandboxId);
  requirePeriod(request, bankDate(receivedAt, bankCountry));
  const { accountId, iban, currency } = await requireAccount(deps.bank, context.tx, input);
  const statementId = deps.random.id('sta');
  await insertStatement(context.tx, {
    statementId,
    sandboxId,
    customerId,
    appId,
    bankCountry,
    accountId,
    iban,
    currency,
    dateFrom: request.dateFrom,
    dateTo: request.dateTo,
    accountHolder: customer.name,
    representative: customer.type === 'company' ? signatoryNameOf(customer) : undefined,
    receivedAt,
  });
  await context.audit({
    chain: grantChain('statement', statementId),
    sandboxId,
    event: 'statement.received',
    ids: { statementId, customerId, appId },
  });
  const { scaRedirect } = await deps.signing.open(context, { ...sentBy(input), kind: 'transactions-statement', resourceId: statementId });
  return { statementId, scaRedirect };
}

/** Another customer's account gets the same error as one that does not exist. */
async function requireAccount(bank: Pick<Bank, 'listAccounts'>, tx: Tx, { caller, request }: RequestStatement): Promise<BankAccount> {
  const { iban, currency } = request.account;
  const account = (await bank.listAccounts(tx, caller)).find((each) => each.iban === iban && (currency ?? each.currency) === each.currency);
  if (account !== undefined) return account;
  throw new TppRefusal(400, 'RESOURCE_UNKNOWN', 'The customer has no such account. Name another one.', { path: 'account.iban' });
}
