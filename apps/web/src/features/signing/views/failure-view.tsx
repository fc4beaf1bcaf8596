/** A failed request: what happened, what it means for the money, 'Try again', and the way back (specification §2, §4). */
import { useEffect } from 'react';
import { useFailureTitle, useRefusalText } from '../../../shared/i18n/refusal-text.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Headline } from '../../../shared/ui/headline.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { findWayBack } from '../engine/find-way-back.ts';
import type { SigningFlow } from '../engine/signing-flow.ts';
import { type SigningFailure, signingActions } from '../engine/signing-slice.ts';
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
  const refusalText = useRefusalText({ isSignedIn: true });
  const titleOf = useFailureTitle();
  const method = useSigning((state) => state.session?.authMethod);
  const tryAgain = () => dispatch(failure?.retry === 'reopen' ? signingActions.reopened() : signingActions.reloading());
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
          <Button kind="primary" isBlock onClick={tryAgain}>
            {text('signing.error.tryAgain')}
          </Button>
          <BackButton config={config} wayBack={wayBack} kind="secondary" />
        </div>
        <RequestId requestId={failure?.requestId} />
      </SheetBody>
    </SigningFrame>
  );
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
