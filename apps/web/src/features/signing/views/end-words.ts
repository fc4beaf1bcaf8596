/** The texts for each end of a session: one table of outcomes, with their meaning for each kind. */
import type { SigningEnd } from '@portico/contract';
import { type SigningKind, signedResult } from '@portico/contract/values';
import type { ResultTone } from '../../../shared/ui/result-head.tsx';
import { resultWords, unpaidRunWords } from '../engine/signed-result.ts';
import type { SigningKey } from '../messages.ts';

export interface EndWords {
  readonly tone: ResultTone;
  readonly title: SigningKey;
  readonly sentences: readonly SigningKey[];
}

type Group = 'payment' | 'consent' | 'statement' | 'cancellation';

const GROUPS: Readonly<Record<SigningKind, Group>> = {
  payment: 'payment',
  'periodic-payment': 'payment',
  'bulk-payment': 'payment',
  consent: 'consent',
  'transactions-statement': 'statement',
  'payment-cancellation': 'cancellation',
  'periodic-payment-cancellation': 'cancellation',
  'bulk-payment-cancellation': 'cancellation',
};

export function endWords(end: SigningEnd): EndWords {
  const group = GROUPS[end.kind];
  const nothingDone: SigningKey = `${group}.nothingDone`;
  switch (end.outcome) {
    case 'signed':
      return signedWords(end);
    case 'refused':
      return { tone: 'plain', title: `signing.outcome.refused.${group}`, sentences: ['signing.outcome.recordedAt', nothingDone] };
    case 'expired':
      return { tone: 'wait', title: 'signing.outcome.expired', sentences: ['signing.outcome.expired.text', nothingDone] };
    case 'ended':
      return { tone: 'plain', title: 'signing.outcome.ended', sentences: ['signing.outcome.ended.text', nothingDone] };
    case 'superseded':
      return { tone: 'plain', title: 'signing.outcome.superseded', sentences: ['signing.outcome.superseded.text'] };
    case 'elsewhere':
      return { tone: 'plain', title: 'signing.outcome.elsewhere', sentences: ['signing.outcome.elsewhere.text'] };
    case 'signing':
      return { tone: 'wait', title: 'signing.outcome.signing', sentences: ['signing.outcome.signing.text'] };
    case 'signedOut':
      return { tone: 'plain', title: 'signing.outcome.signedOut', sentences: ['signing.outcome.signedOut.text', nothingDone] };
  }
}

/** Texts for a successful signature where "the bank carried it out" would be ambiguous, such as a cancellation. */
const TOOK_EFFECT: Partial<Readonly<Record<SigningKind, SigningKey>>> = {
  consent: 'signing.outcome.signed.access',
  'transactions-statement': 'signing.outcome.signed.statement',
  'payment-cancellation': 'signing.outcome.signed.cancelled.payment',
  'periodic-payment-cancellation': 'signing.outcome.signed.cancelled.periodic',
  'bulk-payment-cancellation': 'signing.outcome.signed.cancelled.bulk',
};

/** A signed session stays signed after a failure of the order. Only a successful result shows a tick. */
function signedWords({ kind, status = '', notPaidReason, unpaidRun }: SigningEnd): EndWords {
  const title: SigningKey = GROUPS[kind] === 'cancellation' ? 'signing.outcome.signed.cancellation' : 'signing.outcome.signed';
  const result = signedResult(kind, status);
  if (result === 'failure') {
    const { title: what, next } = resultWords(kind, status, notPaidReason);
    return { tone: 'error', title, sentences: [what, next] };
  }
  if (unpaidRun !== undefined) return { tone: 'warn', title, sentences: ['periodic.unpaid.run', ...unpaidRunWords(unpaidRun, status)] };
  if (result === 'success') return { tone: 'ok', title, sentences: [TOOK_EFFECT[kind] ?? 'signing.outcome.signed.success'] };
  if (status === 'PATC') return { tone: 'wait', title, sentences: ['payment.status.moreSignatures', 'signatories.waiting'] };
  return { tone: result === 'partly' ? 'warn' : 'wait', title, sentences: [`signing.outcome.signed.${result ?? 'unknown'}`] };
}
