/** A failed request: what happened, what it means for the money, 'Try again', and the way back (specification §2, §4). */
import type { AuthMethod, UiErrorCode } from '@portico/contract/values';
import { useEffect } from 'react';
import { OtherMethods } from '../../../shared/bank-pages/other-methods.tsx';
import { useFailureTitle, useRefusalText } from '../../../shared/i18n/refusal-text.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Headline } from '../../../shared/ui/headline.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { findWayBack } from '../engine/find-way-back.ts';
import { METHOD_KEYS, type SigningFlow } from '../engine/signing-flow.ts';
import { methodOf, type SigningFailure, type SigningState, signingActions } from '../engine/signing-slice.ts';
import { refusalUrl, type WayBack } from '../engine/way-back.ts';
import { type SigningKey, useSigningText } from '../messages.ts';
import { RequestId } from './request-id.tsx';
import { SigningFrame } from './signing-frame.tsx';
import { useSigning, useSigningPage } from './signing-page-context.tsx';
import { BackButton } from './ways-out.tsx';

export function FailureView({ failure }: { failure: SigningFailure | undefined }) {
  const { config, flow } = useSigningPage();
  const wayBack = useWayBack();
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const others = useOtherMethods(failure);
  const refusalText = useRefusalText({ isSignedIn: others.length === 0 });
  const titleOf = useFailureTitle();
  const method = useSigning(failedMethod);
  const isBlocked = others.length > 0 && (failure?.code === 'SCA_METHOD_BLOCKED' || failure?.triesLeft === 0);
  const tryAgain = () => dispatch(failure?.retry === 'reopen' ? signingActions.reopened() : signingActions.reloading());
  const labelOf = (other: AuthMethod) => text('signing.error.otherMethod', { method: text(METHOD_KEYS[other]) });
  // The button of the page then names the chosen method: nothing is asked before the customer presses it.
  const choose = (other: AuthMethod) => {
    dispatch(signingActions.methodChosen(other));
    dispatch(signingActions.reopened());
  };
  return (
    <SigningFrame config={config} providerName={wayBack.tppName} isNarrow>
      <SheetBody>
        <div className="stack" role="alert">
          <Headline>
            {failure?.status === 404 ? text('signing.error.notFound') : (titleOf(failure, failure?.isSignature) ?? text('signing.error.title'))}
          </Headline>
          {failure?.status === 404 && failure.code === undefined ? null : (
            <p className="second">{isForeseen(failure) ? refusalText(failure, method) : text('signing.error.text')}</p>
          )}
          <p className="strong">{text(outcomeKey(failure, flow))}</p>
        </div>
        <div className="stack-2">
          {isBlocked ? null : (
            <Button kind="primary" isBlock onClick={tryAgain}>
              {text('signing.error.tryAgain')}
            </Button>
          )}
          <OtherMethods methods={others} isFirstPrimary={isBlocked} labelOf={labelOf} choose={choose} />
          <BackButton config={config} wayBack={wayBack} kind="secondary" />
        </div>
        <RequestId requestId={failure?.requestId} />
      </SheetBody>
    </SigningFrame>
  );
}

const METHOD_FAILURES: ReadonlySet<string | undefined> = new Set<UiErrorCode>([
  'SCA_REFUSED',
  'SCA_TIMED_OUT',
  'SCA_WRONG_CODE',
  'SCA_UNREACHABLE',
  'SCA_METHOD_BLOCKED',
  'SCA_METHOD_UNKNOWN',
]);

/** A running signature that this page joined asks with the method with which it began. */
function failedMethod(state: SigningState): AuthMethod | undefined {
  return state.challenge?.reading.method ?? methodOf(state);
}

/** The customer's methods beside the one that failed. */
function useOtherMethods(failure: SigningFailure | undefined): readonly AuthMethod[] {
  const methods = useSigning((state) => state.session?.authMethods) ?? [];
  const failed = useSigning(failedMethod);
  return failure?.retry === 'reopen' && METHOD_FAILURES.has(failure.code) ? methods.filter((method) => method !== failed) : [];
}

/** If the details never arrived, the server may still know where this browser came from. */
function useWayBack(): WayBack {
  const dispatch = useAppDispatch();
  const wayBack = useSigning((state) => state.wayBack);
  const isUnknown = refusalUrl(wayBack) === undefined;
  useEffect(() => {
    if (!isUnknown) return undefined;
    const finding = dispatch(findWayBack());
    void finding
      .unwrap()
      .then((found) => dispatch(signingActions.wayBackFound(found)))
      .catch(() => undefined);
    return () => finding.abort();
  }, [dispatch, isUnknown]);
  return wayBack;
}

/** An error with a code has its own text; an error of this page gets the specified sentence. */
function isForeseen(failure: SigningFailure | undefined): failure is SigningFailure {
  return failure !== undefined && failure.code !== 'INTERNAL_ERROR' && failure.status !== 500;
}

/** "Nothing was signed" is shown only if the server refused the signature (404: there was none). After other errors the outcome is unknown. */
function outcomeKey(failure: SigningFailure | undefined, { labels }: SigningFlow): SigningKey {
  if (failure === undefined || !failure.isSignature) return 'signing.error.outcomeOpen';
  return failure.retry === 'reopen' || failure.status === 404 ? labels.nothingDone : labels.unknownOutcome;
}
