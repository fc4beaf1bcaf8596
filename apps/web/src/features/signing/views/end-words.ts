/** The texts for each end of a session: one table of outcomes; `KINDS` has their meaning for each kind. */
import type { SigningEnd } from '@portico/contract';
import { signedResult } from '@portico/contract/values';
import type { ResultTone } from '../../../shared/ui/result-head.tsx';
import { resultWords, unpaidRunWords } from '../engine/signed-result.ts';
import { KINDS } from '../engine/signing-session.ts';
import type { SigningKey } from '../messages.ts';

export interface EndWords {
  readonly tone: ResultTone;
  readonly title: SigningKey;
  readonly sentences: readonly SigningKey[];
}

export function endWords(end: SigningEnd): EndWords {
  const group = KINDS[end.kind].texts;
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

/** A signed session stays signed after a failure of the order. Only a successful result shows a tick. */
function signedWords({ kind, status = '', notPaidReason, unpaidRun }: SigningEnd): EndWords {
  const title: SigningKey = KINDS[kind].texts === 'cancellation' ? 'signing.outcome.signed.cancellation' : 'signing.outcome.signed';
  const result = signedResult(kind, status);
  if (result === 'failure') {
    const { title: what, next } = resultWords(kind, status, notPaidReason);
    return { tone: 'error', title, sentences: [what, next] };
  }
  if (unpaidRun !== undefined) return { tone: 'warn', title, sentences: ['periodic.unpaid.run', ...unpaidRunWords(unpaidRun, status)] };
  if (result === 'success') return { tone: 'ok', title, sentences: [KINDS[kind].tookEffect ?? 'signing.outcome.signed.success'] };
  if (status === 'PATC') return { tone: 'wait', title, sentences: ['payment.status.moreSignatures', 'signatories.waiting'] };
  return { tone: result === 'partly' ? 'warn' : 'wait', title, sentences: [`signing.outcome.signed.${result ?? 'unknown'}`] };
}
