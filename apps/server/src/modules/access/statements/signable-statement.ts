/** Transactions statements as orders to sign. The customer signs with the phone in every country, independent of the sign-in method. */
import { SignStatementBody, type StatementDetails, StatementSigningResult } from '@portico/contract';
import { phoneText, type ScaContent, shortenName } from '#modules/sca/index.ts';
import { defineSignable, type Signable, type SignableSubject } from '#modules/signing/index.ts';
import type { Statements } from './statements.ts';

/** The phone shows 200 characters in total. */
const NAME_LENGTH_MAX = 120;

export function signableStatement(
  statements: Pick<Statements, 'details' | 'check' | 'sign' | 'reject' | 'expireAll'>,
): Signable<StatementDetails, StatementSigningResult> {
  return defineSignable({
    kind: 'transactions-statement',
    schemas: { submission: SignStatementBody, result: StatementSigningResult },
    nothingDone: 'No transactions were shared.',
    details: (reader, { sandboxId, resourceId }) => statements.details(reader, sandboxId, resourceId),
    shownContent,
    async examine(reader, subject) {
      const { sandboxId, resourceId, customerId } = subject;
      const details = await statements.details(reader, sandboxId, resourceId);
      if (details === undefined || details.statementStatus !== 'received') return undefined;
      return {
        details,
        content: toContent(subject, details),
        check: (current) => statements.check(current, sandboxId, resourceId),
        sign: (context) => statements.sign(context, { sandboxId, statementId: resourceId, customerId }),
      };
    },
    refuse: async (context, { sandboxId, resourceId }, reason) => ({
      statementStatus: await statements.reject(context, sandboxId, resourceId, reason),
    }),
    expireAll: (context, sandboxId, statementIds) => statements.expireAll(context, sandboxId, statementIds),
  });
}

function shownContent({ statementStatus: _status, signedAt: _signedAt, ...shown }: StatementDetails) {
  return shown;
}

/** The signed content: the provider that may see transactions, the account and the period. */
function toContent({ tppName, resourceId }: SignableSubject, details: StatementDetails): ScaContent {
  const { iban, dateFrom, dateTo } = details;
  const canonical = { kind: 'transactions-statement', statementId: resourceId, tppName, ...shownContent(details) };
  return {
    canonical,
    displayText: phoneText('phone.viewTransactions', { name: shortenName(tppName, NAME_LENGTH_MAX), iban, start: dateFrom, end: dateTo }),
  };
}
