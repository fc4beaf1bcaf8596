/** The texts for each end of a session: one table of outcomes; the labels of the flow have their meaning for each kind. */
import type { SigningEnd } from '@portico/contract';
import { signedResult } from '@portico/contract/values';
import type { ResultTone } from '../../../shared/ui/result-head.tsx';
import { resultWords, unpaidRunWords } from '../engine/signed-result.ts';
import type { SigningFlow } from '../engine/signing-flow.ts';
import type { SigningKey } from '../messages.ts';

export interface EndWords {
  readonly tone: ResultTone;
  readonly title: SigningKey;
  readonly sentences: readonly SigningKey[];
}

export function endWords(end: SigningEnd, flow: SigningFlow): EndWords {
  const { nothingDone, refused } = flow.labels;
  switch (end.outcome) {
    case 'signed':
      return signedWords(end, flow);
    case 'refused':
      return { tone: 'plain', title: refused, sentences: ['signing.outcome.recordedAt', nothingDone] };
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
function signedWords({ kind, status = '', notPaidReason, unpaidRun }: SigningEnd, flow: SigningFlow): EndWords {
  const { signed: title, tookEffect } = flow.labels;
  const result = signedResult(kind, status);
  if (result === 'failure') {
    const { title: what, next } = resultWords(flow, status, notPaidReason);
    return { tone: 'error', title, sentences: [what, next] };
  }
  if (unpaidRun !== undefined) return { tone: 'warn', title, sentences: ['periodic.unpaid.run', ...unpaidRunWords(unpaidRun, status)] };
  if (result === 'success') return { tone: 'ok', title, sentences: [tookEffect] };
  if (status === 'PATC') return { tone: 'wait', title, sentences: ['payment.status.moreSignatures', 'signatories.waiting'] };
  return { tone: result === 'partly' ? 'warn' : 'wait', title, sentences: [`signing.outcome.signed.${result ?? 'unknown'}`] };
}
