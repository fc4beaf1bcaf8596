/** The application ends its statement; a signing page that is open for it ends, too. Harmless when it has ended. */

import type { Signings } from '#modules/signing/index.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { StatementKey } from './statement.ts';
import { moveStatement } from './statement-lifecycle.ts';
import { lockStatement } from './statement-store.ts';

interface DeleteStatementDeps {
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly signing: Pick<Signings, 'end'>;
}

export async function deleteStatement(deps: DeleteStatementDeps, { sandboxId, statementId }: StatementKey): Promise<void> {
  await deps.write(async (context) => {
    // The session before the statement, in the order in which a signature takes them.
    await deps.signing.end(context, { sandboxId, resourceId: statementId });
    const statement = await lockStatement(context.tx, { sandboxId, statementId });
    if (statement !== undefined) await moveStatement(deps, context, statement, 'delete');
  });
}
