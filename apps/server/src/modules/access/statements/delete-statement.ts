/** The application ends its statement; a signing page that is open for it ends, too. Harmless when it has ended. */

import type { RunWrite, WriteContext } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { StatementKey } from './statement.ts';
import { moveStatement } from './statement-lifecycle.ts';
import { lockStatement } from './statement-store.ts';

interface DeleteStatementDeps {
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly endSignings: (context: WriteContext, whose: { readonly sandboxId: string; readonly resourceId: string }) => Promise<void>;
}

export async function deleteStatement(deps: DeleteStatementDeps, { sandboxId, statementId }: StatementKey): Promise<void> {
  await deps.write(async (context) => {
    // The session before the statement, in the order in which a signature takes them.
    await deps.endSignings(context, { sandboxId, resourceId: statementId });
    const statement = await lockStatement(context.tx, { sandboxId, statementId });
    if (statement !== undefined) await moveStatement(deps, context, statement, 'delete');
  });
}
