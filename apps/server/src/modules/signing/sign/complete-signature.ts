/** What follows from the device's answer: the one commit of state, thing signed, money, audit and answer; or the way back to `open`. */

import { crashPoint } from '#platform/crash-points.ts';
import { together } from '#platform/db/prepared.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { Refusal } from '#platform/http/refusal.ts';
import type { EngineDeps } from '../deps.ts';
import { isAsShown } from '../page/show-signing.ts';
import { expireLockedIfOverdue } from '../session/expire-signing.ts';
import { alreadySigned, challengeFailed, contentChanged, signatureEndedElsewhere, terminated } from '../session/refusals.ts';
import { lockSession } from '../session/session-store.ts';
import { clearSignature } from '../session/signature-store.ts';
import { isDecoupled, type SigningSession } from '../session/signing-session.ts';
import { nextState } from '../session/signing-state.ts';
import { storedAnswer } from '../session/stored-answer.ts';
import type { AnsweredAttempt } from './attempt.ts';
import type { EndedChallenge } from './await-answer.ts';
import { recordSignature } from './record-signature.ts';
import { requirePerson, requireSamePerson } from './require-same-person.ts';

type Conclusion<Result> = { readonly end: 'signed'; readonly answer: Result } | { readonly end: 'terminated' | 'alreadySigned' | 'elsewhere' };

export async function completeSignature<Result>(deps: EngineDeps, attempt: AnsweredAttempt<Result>, challenge: EndedChallenge): Promise<Result> {
  if (challenge.state !== 'approved') {
    const isOver = await reopen(deps, attempt.session, challenge);
    if (isOver) throw terminated(attempt.session);
    const { state, method } = challenge;
    throw challengeFailed({ state, method, triesLeft: await deps.sca.triesLeft(challenge) }, attempt.kind);
  }
  const conclusion = await commitOrReopen(deps, attempt, challenge);
  if (conclusion.end !== 'signed') await deps.sca.record(challenge);
  switch (conclusion.end) {
    case 'signed':
      return conclusion.answer;
    case 'terminated':
      throw terminated(attempt.session);
    case 'alreadySigned':
      throw alreadySigned();
    case 'elsewhere':
      // A twin's commit was refused (no money any more …): the same check tells this one the same.
      await (await attempt.kind.examine(deps.platform.db, attempt.session, attempt.submission))?.check(deps.platform.db);
      throw signatureEndedElsewhere(attempt.kind);
  }
}

async function commitOrReopen<Result>(deps: EngineDeps, attempt: AnsweredAttempt<Result>, challenge: EndedChallenge): Promise<Conclusion<Result>> {
  crashPoint('signing.beforeTransaction');
  try {
    if (deps.bank.movesMoney === 'afterTheSignature') await requireSamePerson(deps, attempt, deps.platform.db);
    const conclusion = await deps.platform.write((context) => commit(deps, context, attempt, challenge));
    crashPoint('signing.committed');
    return conclusion;
  } catch (error) {
    // A known refusal undid the whole transaction; the customer may mend it. Anything else, a bank that is away too, leaves the approval to be used by a repetition.
    if (error instanceof Refusal && error.status < 500 && (await reopen(deps, attempt.session, challenge))) throw terminated(attempt.session);
    throw error;
  }
}

/** @throws UiRefusal when the approval is for other content, or the payment is refused; the transaction is then rolled back. */
async function commit<Result>(
  deps: EngineDeps,
  context: WriteContext,
  attempt: AnsweredAttempt<Result>,
  challenge: EndedChallenge,
): Promise<Conclusion<Result>> {
  const { tx } = context;
  const { kind, submission, submissionDigest } = attempt;
  const { challengeId } = challenge;
  // Locks are taken in this order.
  const [approval, session, customer] = await together([
    deps.sca.lock(tx, challenge),
    lockSession(tx, attempt.session),
    deps.bank.movesMoney === 'withTheSignature' ? deps.bank.findCustomer(attempt.session, tx) : undefined,
  ]);
  if (session === undefined || (await expireLockedIfOverdue(deps, context, session))) return { end: 'terminated' };
  if (session.state === 'signed') {
    return session.submissionDigest === submissionDigest ? { end: 'signed', answer: storedAnswer(kind, session) } : { end: 'alreadySigned' };
  }
  if (session.state === 'open') return { end: 'elsewhere' };
  if (nextState(session.state, 'sign') === undefined) return { end: 'terminated' };
  if (session.challengeId !== challengeId || session.submissionDigest !== submissionDigest) return { end: 'elsewhere' };

  if (approval === undefined || approval.isUsed || approval.state === 'started') throw contentChanged(kind);
  if (approval.state !== 'approved') throw challengeFailed({ state: approval.state, method: approval.method }, kind);
  const { now } = session;
  deps.platform.clock.know(tx, session.sandboxId, now);
  if (deps.bank.movesMoney === 'withTheSignature') requirePerson(deps, attempt, customer);
  const thing = await kind.examine(tx, session, submission, true);
  // Dynamic linking, RTS Art. 5(1): what was shown, what the phone asked for and what is booked are one content, or nothing happens.
  const contentHash = thing === undefined ? undefined : deps.sca.contentHash(thing.content);
  const isSameContent = contentHash === session.challengeContentHash && contentHash === approval.contentHash && isAsShown(kind, session, thing);
  if (thing === undefined || !isSameContent) throw contentChanged(kind);
  await deps.sca.use(context, approval);
  const { customerName, signatoryName, method, evidence } = approval;
  const deviceText = isDecoupled(session) ? approval.displayText : undefined;
  const signed = { thing, approval: { challengeId }, customerName, signatoryName, method, evidence, deviceText, now };
  return { end: 'signed', answer: await recordSignature(context, attempt, session, signed) };
}

/** Lets the customer try again after this challenge came to nothing. True: the session has ended meanwhile. */
async function reopen(deps: EngineDeps, session: SigningSession, challenge: EndedChallenge): Promise<boolean> {
  await deps.sca.record(challenge);
  return deps.platform.write(async (context) => {
    const locked = await lockSession(context.tx, session);
    if (locked === undefined || (await expireLockedIfOverdue(deps, context, locked))) return true;
    if (locked.state === 'signing' && locked.challengeId === challenge.challengeId) {
      await clearSignature(context.tx, locked, locked.now);
    }
    return locked.state === 'refused' || locked.state === 'expired';
  });
}
