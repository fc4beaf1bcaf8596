/** The ends of a sign-in: the device refused, the sign-in is over, or a call failed. Each view says what happened and what to do next. */
import type { RuntimeConfig, SignInDetails } from '@portico/contract';
import type { AuthMethod } from '@portico/contract/values';
import { useFailureTitle, useRefusalText } from '../../shared/i18n/refusal-text.ts';
import { leavePage } from '../../shared/page/leave-page.ts';
import { safeLocation } from '../../shared/page/safe-url.ts';
import { DEVICE_OF, PROOF_OF } from '../../shared/sca/device-words.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { type SignInKey, useSignInText } from './messages.ts';
import styles from './sign-in.module.css';
import type { EndedReason, OwnEnd } from './sign-in-state.ts';
import type { SignIn } from './use-sign-in.ts';

/** Title and text of an end; they differ by the device and by what the customer enters on it. */
function endedKeys(reason: EndedReason, method: AuthMethod): { title: SignInKey; text: SignInKey } {
  switch (reason) {
    case 'refused':
      return { title: `signIn.refused.title.${DEVICE_OF[method]}`, text: 'signIn.refused.text' };
    case 'timedOut':
      return { title: `signIn.timedOut.title.${DEVICE_OF[method]}`, text: `signIn.timedOut.text.${DEVICE_OF[method]}` };
    case 'wrongCode':
      return { title: `signIn.wrongCode.title.${PROOF_OF[method]}`, text: `signIn.wrongCode.text.${PROOF_OF[method]}` };
    case 'unreachable':
      if (method === 'BANK_PAGE') return { title: 'signIn.unreachable.title.bankPage', text: 'signIn.unreachable.text.bankPage' };
      return { title: 'signIn.unreachable.title', text: 'signIn.unreachable.text' };
  }
}

export function EndedView({ reason, signIn, details }: { reason: EndedReason; signIn: SignIn; details: SignInDetails }) {
  const text = useSignInText();
  const reading = signIn.state.challenge?.reading;
  const keys = endedKeys(reason, reading?.bankPage === undefined ? (reading?.method ?? 'SMART_ID') : 'BANK_PAGE');
  return (
    <>
      <div className="stack" role="alert">
        <Headline>{text(keys.title)}</Headline>
        <p className="second">{text(keys.text)}</p>
      </div>
      <div className="stack-2">
        <Button kind="primary" isBlock onClick={signIn.tryAgain}>
          {text('signIn.tryAgain')}
        </Button>
        <Button kind="secondary" isBlock onClick={signIn.cancel}>
          {text('signIn.cancel', { tppApplicationName: details.tppApplicationName })}
        </Button>
      </div>
    </>
  );
}

/** 410: offers the way back if this browser opened the sign-in. For another browser the server does not reveal where the customer came from. */
export function ExpiredView({ signIn, config }: { signIn: SignIn; config: RuntimeConfig }) {
  const text = useSignInText();
  const { failure, over, step } = signIn.state;
  if (over?.isSignedIn) return <FinishedView over={over} />;
  return (
    <>
      <div className="stack">
        <Headline>{text('signIn.expired.title')}</Headline>
        <p className="second">{text('signIn.expired.text')}</p>
        <p className="strong">{text('signIn.expired.next')}</p>
      </div>
      {over?.backTo === undefined ? null : (
        <Button kind="primary" isBlock isBusy={step === 'leaving'} onClick={signIn.cancel}>
          {text('signIn.expired.back', { tppApplicationName: over.backTo })}
        </Button>
      )}
      <Support failure={failure} config={config} />
    </>
  );
}

/** The customer pressed Back on a later page. That page may be executing a payment, so this view says nothing about money. */
function FinishedView({ over }: { over: OwnEnd }) {
  const text = useSignInText();
  const { backTo } = over;
  const continueTo = over.continueTo === undefined ? undefined : safeLocation(over.continueTo);
  return (
    <>
      <div className="stack">
        <Headline>{text('signIn.finished.title')}</Headline>
        <p className="second">{text(continueTo === undefined ? 'signIn.finished.text' : 'signIn.finished.goOn')}</p>
      </div>
      {continueTo === undefined ? null : (
        <Button kind="primary" isBlock onClick={() => leavePage(continueTo)}>
          {backTo === undefined ? text('signIn.finished.continue') : text('signIn.expired.back', { tppApplicationName: backTo })}
        </Button>
      )}
    </>
  );
}

export function FailedView({ signIn, config }: { signIn: SignIn; config: RuntimeConfig }) {
  const text = useSignInText();
  const refusalText = useRefusalText();
  const titleOf = useFailureTitle();
  const { failure, details, sent } = signIn.state;
  return (
    <>
      <div className="stack" role="alert">
        <Headline>{titleOf(failure) ?? text('signIn.failed.title')}</Headline>
        <p className="second">
          {failure === undefined || failure.code === 'INTERNAL_ERROR' || failure.status === 500
            ? text('signIn.failed.text')
            : refusalText(failure, sent?.method)}
        </p>
        <p className="strong">{text('signIn.failed.money')}</p>
      </div>
      <div className="stack-2">
        <Button kind="primary" isBlock onClick={signIn.reload}>
          {text('signIn.tryAgain')}
        </Button>
        {details === undefined ? null : (
          <Button kind="secondary" isBlock onClick={signIn.cancel}>
            {text('signIn.cancel', { tppApplicationName: details.tppApplicationName })}
          </Button>
        )}
      </div>
      <Support failure={failure} config={config} />
    </>
  );
}

function Support({ failure, config }: { failure: RequestFailure | undefined; config: RuntimeConfig }) {
  const text = useSignInText();
  if (failure?.requestId === undefined) return null;
  return (
    <p className="small muted">
      {text('signIn.support', { contact: config.supportContact })} <code className={styles.requestId}>{failure.requestId}</code>
    </p>
  );
}
