/** The module as other modules see it: one object for signing, for reading and for resets. */
import type { AccessDeps } from '../deps.ts';
import { createPastGrants } from '../grant/past-grants.ts';
import { withPresentRepresentative } from '../grant/present-representative.ts';
import { endGrants, expireGrants, rejectGrant } from '../grant/transition.ts';
import { findPastStatement, listAppsOfStatements, listPastStatements, listSignedStatements } from './past-statements-store.ts';
import { requireStatement } from './require-statement.ts';
import { requireOpenAccount, signStatement } from './sign-statement.ts';
import { STATEMENT_GRANT } from './statement-grant.ts';
import { nextStatus, toUiStatus } from './statement-status.ts';
import { deleteStatements, findStatement, listOpenStatements } from './statement-store.ts';
import { toDetails } from './statement-view.ts';
import type { Statements } from './statements.ts';

export function createStatements(deps: AccessDeps): Statements {
  return {
    async details(reader, sandboxId, statementId) {
      const statement = await findStatement(reader, { sandboxId, statementId });
      if (statement === undefined) return undefined;
      const awaitsSignature = nextStatus(statement.status, 'sign') !== undefined;
      return toDetails(awaitsSignature ? await withPresentRepresentative(deps.bank, reader, statement) : statement);
    },
    async check(reader, sandboxId, statementId) {
      const statement = await findStatement(reader, { sandboxId, statementId });
      if (statement !== undefined) await requireOpenAccount(deps.bank, reader, statement);
    },
    sign: (context, input) => signStatement(deps, context, input),
    expireAll: (context, sandboxId, ids) => expireGrants(STATEMENT_GRANT, deps, context, { sandboxId, ids }),
    reject: async (context, sandboxId, statementId, reason) =>
      toUiStatus(await rejectGrant(STATEMENT_GRANT, deps, context, { sandboxId, id: statementId }, reason)),
    endOpen: async (context, whose) => endGrants(STATEMENT_GRANT, deps, context, whose.sandboxId, await listOpenStatements(context.tx, whose)),
    past: createPastGrants(STATEMENT_GRANT, deps, {
      list: listPastStatements,
      find: findPastStatement,
      listApps: listAppsOfStatements,
      listSigned: listSignedStatements,
    }),
    forgetSandbox: deleteStatements,
    require: (caller, statementId) => requireStatement(deps, caller, statementId),
  };
}
