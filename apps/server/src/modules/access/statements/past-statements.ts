/** Statements as customers look back at them at the bank's own pages. Reading first writes down what time has ended: never inside a write. */

import { type SettleDeps, settleStatement } from './expire-statement.ts';
import { findGiven, type GivenStatementsQuery, listGiven, listGivenApps, listPerhapsDue, type StatementGivers } from './past-statements-store.ts';
import type { Statement } from './statement.ts';

export interface GivenStatements {
  list(query: GivenStatementsQuery): Promise<readonly Statement[]>;
  find(givers: StatementGivers, statementId: string): Promise<Statement | undefined>;
  /** Of which applications they are. */
  listApps(givers: StatementGivers): Promise<readonly string[]>;
}

export function createGivenStatements(deps: SettleDeps): GivenStatements {
  async function settle(givers: StatementGivers): Promise<void> {
    for (const { statement, now } of await listPerhapsDue(deps.db, givers)) await settleStatement(deps, statement, now);
  }
  return {
    async list(query) {
      await settle(query);
      return listGiven(deps.db, query);
    },
    async find(givers, statementId) {
      await settle(givers);
      return findGiven(deps.db, givers, statementId);
    },
    listApps: (givers) => listGivenApps(deps.db, givers),
  };
}
