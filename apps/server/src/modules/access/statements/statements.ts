/** Transactions statements: requested by the application, signed or refused by the customer, readable for a while, ended by either or by time. */
import type { StatementDetails, StatementSigningResult, UiConsentStatus } from '@portico/contract';
import type { Xs2aCaller } from '#modules/tpp-apps/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PastGrants } from '../grant/past-grants.ts';
import type { StatementMatch } from './past-statements-store.ts';
import type { GrantedStatement } from './require-statement.ts';
import type { Statement } from './statement.ts';
import type { WhoseStatements } from './statement-store.ts';

export interface SignStatement {
  readonly sandboxId: string;
  readonly statementId: string;
  readonly customerId: string;
}

export interface Statements {
  /** The details for the customer; undefined when the sandbox has no such statement. */
  details(reader: Reader, sandboxId: string, statementId: string): Promise<StatementDetails | undefined>;
  /** @throws UiRefusal 400 ACCOUNT_UNKNOWN when the account has been closed since the request. */
  check(reader: Reader, sandboxId: string, statementId: string): Promise<void>;
  /**
   * Signs the statement inside the caller's transaction: received → valid.
   * @throws UiRefusal 409 ALREADY_SIGNED, SIGNING_STATE_INVALID; 400 ACCOUNT_UNKNOWN.
   */
  sign(context: WriteContext, input: SignStatement): Promise<StatementSigningResult>;
  /** Rejects the statement after a refusal or expiry. Returns the status afterwards; does nothing for a statement that has ended. */
  /** As `reject` with `expired`, for many of one sandbox with a constant number of statements. */
  expireAll(context: WriteContext, sandboxId: string, statementIds: readonly string[]): Promise<void>;
  reject(context: WriteContext, sandboxId: string, statementId: string, reason: 'refused' | 'expired'): Promise<UiConsentStatus>;
  /** Ends the open statements of a customer (reset) or of an application (suspension). */
  endOpen(context: WriteContext, whose: WhoseStatements): Promise<void>;
  /** For the bank's own pages. */
  readonly past: PastGrants<Statement, StatementMatch>;
  /** Deletes the statements of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
  /**
   * Returns the statement of a reading.
   * @throws TppRefusal 403 CONSENT_UNKNOWN; 401 CONSENT_INVALID, CONSENT_EXPIRED.
   */
  require(caller: Xs2aCaller, statementId: string): Promise<GrantedStatement>;
}
