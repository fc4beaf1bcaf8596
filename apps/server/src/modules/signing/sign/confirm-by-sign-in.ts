/**
 * Where a kind allows it (consents in lt and lv), the strong authentication of the sign-in that brought the customer here is the
 * signature: made in this journey, at most five minutes ago, and for no other consent. Else the phone is asked as always.
 */
import { SIGN_IN_CONFIRMS_SECONDS } from '@portico/contract/values';
import { type Customer, inWordsOf, signatoryNameOf } from '#modules/bank/index.ts';
import { crashPoint } from '#platform/crash-points.ts';
import type { EngineDeps } from '../deps.ts';
import { ownsSignIn } from '../entry/sign-in-use-store.ts';
import { isAsShown } from '../page/show-signing.ts';
import { expireLockedIfOverdue } from '../session/expire-signing.ts';
import { bankDown, contentChanged } from '../session/refusals.ts';
import { lockSession } from '../session/session-store.ts';
import { beginConfirmed } from '../session/signature-store.ts';
import { nextState } from '../session/signing-state.ts';
import { secondsUntil } from '../session/signing-time.ts';
import { AGAIN, type Attempt, GO_ON, type Verdict } from './attempt.ts';
import { recordSignature } from './record-signature.ts';
import { requireSamePerson } from './require-same-person.ts';

/** @throws UiRefusal 409 SCA_CONTENT_CHANGED, 410, 503; what `Examined.sign` refuses. */
export async function confirmBySignIn<Result>(deps: EngineDeps, attempt: Attempt<Result>): Promise<Verdict<Result>> {
  const { kind, session, bankSession } = attempt;
  if (!kind.canSignInConfirm(session.bankCountry) || session.state !== 'open') return GO_ON;
  if (secondsUntil(bankSession.signedInAt, SIGN_IN_CONFIRMS_SECONDS, session.now) < 0) return GO_ON;
  if (!(await ownsSignIn(deps.platform.db, session))) return GO_ON;
  const customer = await requireSamePerson(deps, attempt, deps.platform.db);
  await deps.sca.reach(customer).catch(inWordsOf(bankDown));
  crashPoint('signing.beforeTransaction');
  const signed = await signNow(deps, attempt, customer);
  crashPoint('signing.committed');
  return signed;
}

function signNow<Result>(deps: EngineDeps, attempt: Attempt<Result>, asked: Customer): Promise<Verdict<Result>> {
  const { kind, submission, submissionDigest, bankSession } = attempt;
  return deps.platform.write<Verdict<Result>>(async (context) => {
    const session = await lockSession(context.tx, attempt.session);
    if (session === undefined || (await expireLockedIfOverdue(deps, context, session))) return AGAIN;
    if (session.state !== 'open' || nextState(session.state, 'submit') !== 'signing') return AGAIN;
    const customer = deps.bank.movesMoney === 'withTheSignature' ? await requireSamePerson(deps, attempt, context.tx) : asked;
    const thing = await kind.examine(context.tx, session, submission, true);
    if (thing === undefined || !isAsShown(kind, session, thing)) throw contentChanged(kind);
    await beginConfirmed(context.tx, session, { submission, submissionDigest, now: session.now });
    const { sessionHash, authMethod: method } = bankSession;
    const signed = {
      thing,
      approval: { bankSession: sessionHash },
      customerName: customer.name,
      signatoryName: signatoryNameOf(customer),
      method,
      now: session.now,
    };
    return { next: 'answer', answer: await recordSignature(context, attempt, session, signed) };
  });
}
