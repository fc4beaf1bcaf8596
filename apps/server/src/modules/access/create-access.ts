/** The module as other modules see it: consents and statements. */
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { WhoseConsents } from './consents/consent-store.ts';
import type { Consents } from './consents/consents.ts';
import { createConsents } from './consents/create-consents.ts';
import type { AccessDeps } from './deps.ts';
import { createStatements } from './statements/create-statements.ts';
import type { Statements } from './statements/statements.ts';

export interface Access {
  readonly consents: Consents;
  readonly statements: Statements;
  /** A reset ends those of a customer, a suspension those of an application. */
  endOpen(context: WriteContext, whose: WhoseConsents): Promise<void>;
  /** Deletes the consents and statements of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
}

export function createAccess(deps: AccessDeps): Access {
  const [consents, statements] = [createConsents(deps), createStatements(deps)];
  return {
    consents,
    statements,
    async endOpen(context, whose) {
      await consents.endOpen(context, whose);
      await statements.endOpen(context, whose);
    },
    async forgetSandbox(tx, sandboxId) {
      await consents.forgetSandbox(tx, sandboxId);
      await statements.forgetSandbox(tx, sandboxId);
    },
  };
}
