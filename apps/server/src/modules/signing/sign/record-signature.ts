/** The commit that every way of signing ends in: the thing signed, the session's end, its answer and the audit row, together. */

import type { AuthMethod } from '@portico/contract';
import type { Evidence } from '#modules/sca/index.ts';
import { crashPoint } from '#platform/crash-points.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { endSigned } from '../session/signature-store.ts';
import { auditChain, auditIds, type SigningSession } from '../session/signing-session.ts';
import { nextState } from '../session/signing-state.ts';
import type { Examined } from '../signing.ts';
import type { AnsweredAttempt } from './attempt.ts';

export interface SignedThing<Result> {
  readonly thing: Examined<unknown, Result>;
  /** Ids of what stands for the customer's approval. */
  readonly approval: Readonly<Record<string, string>>;
  /** As the device named the customer. */
  readonly customerName: string;
  /** The person who approved it, as the bank names that person. */
  readonly signatoryName: string;
  readonly method: AuthMethod;
  /** What the bank’s own authentication said of it. */
  readonly evidence?: Evidence | undefined;
  /** What the device showed, where no page did. */
  readonly deviceText?: string | undefined;
  /** Tenant time. */
  readonly now: Date;
}

/** Call with the session locked and in state `signing`. */
export async function recordSignature<Result>(
  context: WriteContext,
  { submission }: Pick<AnsweredAttempt<Result>, 'submission'>,
  session: SigningSession,
  { thing, approval, customerName, signatoryName, method, evidence, deviceText, now }: SignedThing<Result>,
): Promise<Result> {
  const state = nextState('signing', 'sign');
  if (state === undefined) throw new Error('The table of states allows no signature.');
  const answer = await thing.sign(context);
  await endSigned(context.tx, session, { state, answer, signedAt: now });
  await context.audit({
    chain: auditChain(session),
    sandboxId: session.sandboxId,
    event: 'signing.signed',
    ids: { ...auditIds(session), ...approval },
    content: {
      signed: thing.content.canonical,
      submission,
      answer,
      signature: {
        signatory: signatoryName,
        ...(signatoryName === customerName ? {} : { onBehalfOf: customerName }),
        method,
        ...(evidence === undefined ? {} : { bankAuthentication: toReceipt(evidence) }),
        ...(deviceText === undefined ? {} : { approach: 'decoupled', deviceText }),
        ...surroundings(session),
        signedAt: now.toISOString(),
      },
    },
  });
  crashPoint('signing.insideTransaction');
  return answer;
}

/** The evidence itself is in the entry of the approval; the receipt names it. */
function toReceipt({ method, evidence, authenticatedAt }: Evidence) {
  return { method, authenticatedAt, evidenceSha256: sha256Hex(evidence) };
}

/** What stood around it on the page. */
function surroundings({ tppName, tppApplicationName, bankCountry, locale }: SigningSession) {
  return { tppName, tppApplicationName, bankCountry, locale };
}
