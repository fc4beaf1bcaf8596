/** Transactions statements as something to sign: with the phone in every country, whatever the sign-in was. */
import { SignStatementBody, StatementDetails, StatementSigningResult, type UiConsentStatus } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { phoneText, type ScaContent } from '../../sca/index.ts';
import { defineSignable } from '../define-signable.ts';
import type { Signable, SignableSubject } from '../signing.ts';
import { nameOnPhone } from './name-on-phone.ts';

/** What signing needs of the module that keeps statements. */
export interface StatementsToSign {
  /** What the customer sees; undefined when the sandbox has no such statement. */
  details(reader: Reader, sandboxId: string, statementId: string): Promise<StatementDetails | undefined>;
  /** @throws UiRefusal 400 when it cannot be signed any more. */
  check(reader: Reader, sandboxId: string, statementId: string): Promise<void>;
  /** The signature took place: received → valid. Inside the caller's transaction. */
  sign(context: WriteContext, input: { sandboxId: string; statementId: string; customerId: string }): Promise<StatementSigningResult>;
  /** The customer refused, or the session expired unsigned: received → rejected. Harmless when already final. */
  reject(context: WriteContext, sandboxId: string, statementId: string, reason: 'refused' | 'expired'): Promise<UiConsentStatus>;
}

export function statementKind(statements: StatementsToSign): Signable<StatementDetails, StatementSigningResult> {
  return defineSignable({
    kind: 'transactions-statement',
    modalId: 'signingTransactionsStatement',
    schemas: { details: StatementDetails, submission: SignStatementBody, result: StatementSigningResult },
    nothingDone: 'No transactions were shared.',
    details: (reader, { sandboxId, resourceId }) => statements.details(reader, sandboxId, resourceId),
    shownContent,
    async examine(reader, subject) {
      const { sandboxId, resourceId } = subject;
      const details = await statements.details(reader, sandboxId, resourceId);
      if (details === undefined || details.statementStatus !== 'received') return undefined;
      return { details, content: toContent(subject, details), check: (current) => statements.check(current, sandboxId, resourceId) };
    },
    sign: (context, { sandboxId, resourceId, customerId }) => statements.sign(context, { sandboxId, statementId: resourceId, customerId }),
    refuse: async (context, { sandboxId, resourceId }, reason) => ({
      statementStatus: await statements.reject(context, sandboxId, resourceId, reason),
    }),
  });
}

function shownContent({ statementStatus: _status, signedAt: _signedAt, ...shown }: StatementDetails) {
  return shown;
}

/** What the signature is bound to: who may see the transactions of which account and period. */
function toContent({ tppName, resourceId }: SignableSubject, details: StatementDetails): ScaContent {
  const { iban, dateFrom, dateTo } = details;
  const canonical = { kind: 'transactions-statement', statementId: resourceId, tppName, ...shownContent(details) };
  return { canonical, displayText: phoneText('phone.viewTransactions', { name: nameOnPhone(tppName), iban, start: dateFrom, end: dateTo }) };
}
