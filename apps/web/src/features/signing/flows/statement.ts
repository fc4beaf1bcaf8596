/** Transactions statement: one account's transactions of a stated period, readable for a short time after the signature. */
import type { SigningFlow } from '../engine/signing-flow.ts';
import { labelsOf } from '../engine/signing-labels.ts';
import { StatementAct } from './statement/statement-act.tsx';
import { StatementBrief } from './statement/statement-brief.tsx';
import { StatementDocument } from './statement/statement-document.tsx';
import { StatementSigned } from './statement/statement-signed.tsx';

export const statementFlow: SigningFlow = {
  kind: 'transactions-statement',
  steps: ['info', 'success'],
  labels: {
    ...labelsOf('statement'),
    tookEffect: 'signing.outcome.signed.statement',
    failed: 'signing.result.noAccess',
    submit: () => 'signing.signWith',
  },
  // The provider sets all values: the customer signs them unchanged, or cancels.
  firstChoice: () => ({}),
  submission: () => ({}),
  isReady: () => true,
  blockedBy: () => undefined,
  parts: { Document: StatementDocument, Act: StatementAct, Signed: StatementSigned, Brief: StatementBrief },
};
