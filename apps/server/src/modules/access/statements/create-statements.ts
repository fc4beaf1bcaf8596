/** The module as other modules see it: one object for signing, for reading and for resets. */
import type { Bank } from '#modules/bank/index.ts';
import type { SettleDeps } from './expire-statement.ts';
import { createGivenStatements } from './past-statements.ts';
import { requireStatement } from './require-statement.ts';
import { requireOpenAccount, signStatement } from './sign-statement.ts';
import { moveStatement } from './statement-lifecycle.ts';
import { toUiStatus } from './statement-status.ts';
import { deleteStatements, findStatement, listOpenStatements, lockStatement } from './statement-store.ts';
import { toDetails } from './statement-view.ts';
import type { Statements } from './statements.ts';

interface StatementsDeps extends SettleDeps {
  readonly bank: Pick<Bank, 'listAccounts'>;
}

export function createStatements(deps: StatementsDeps): Statements {
  return {
    async details(reader, sandboxId, statementId) {
      const statement = await findStatement(reader, { sandboxId, statementId });
      return statement && toDetails(statement);
    },
    async check(reader, sandboxId, statementId) {
      const statement = await findStatement(reader, { sandboxId, statementId });
      if (statement !== undefined) await requireOpenAccount(deps.bank, reader, statement);
    },
    sign: (context, input) => signStatement(deps, context, input),
    async reject(context, sandboxId, statementId, reason) {
      const statement = await lockStatement(context.tx, { sandboxId, statementId });
      if (statement === undefined) throw new Error(`There is no statement ${statementId} to reject.`);
      const moved = await moveStatement(deps, context, statement, reason === 'refused' ? 'refuse' : 'lapse');
      return toUiStatus(moved?.status ?? statement.status);
    },
    async endOpen(context, whose) {
      for (const statementId of await listOpenStatements(context.tx, whose)) {
        const statement = await lockStatement(context.tx, { sandboxId: whose.sandboxId, statementId });
        if (statement !== undefined) await moveStatement(deps, context, statement, statement.status === 'valid' ? 'expire' : 'lapse');
      }
    },
    given: createGivenStatements(deps),
    forgetSandbox: deleteStatements,
    require: (caller, statementId) => requireStatement(deps, caller, statementId),
  };
}
