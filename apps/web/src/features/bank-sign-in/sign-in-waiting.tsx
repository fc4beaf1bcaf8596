/** While the customer's device is asked who they are. */
import type { SignInDetails } from '@portico/contract';
import { formatTimeLeft } from '../../shared/format/dates.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { useNow } from '../../shared/page/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { LinkOut } from '../../shared/ui/link-out.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { CodeColumns } from '../../shared/ui/sheet.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { WholeWords } from '../../shared/ui/whole-words.tsx';
import { type SignInKey, useSignInText } from './messages.ts';
import styles from './sign-in.module.css';
import type { SignInState } from './sign-in-state.ts';
import type { SignIn } from './use-sign-in.ts';

export function SignInWaiting({ signIn, details }: { signIn: SignIn; details: SignInDetails }) {
  const text = useSignInText();
  const { step, challenge } = signIn.state;
  const code = challenge?.reading.controlCode;
  const isLeaving = step === 'leaving';
  return (
    <>
      <div className={styles.centred}>
        <Headline>{text(code === undefined ? 'signIn.continueOnDevice' : 'signIn.compare')}</Headline>
        <div role="status" className="stack">
          {code === undefined ? null : <CodeColumns code={code} label={text('signIn.controlCode', { digits: Array.from(code).join(' ') })} />}
          <p>
            <WholeWords>{step === 'completing' ? text('signIn.completing') : adviceText(text, signIn.state)}</WholeWords>
          </p>
        </div>
        {step === 'waiting' ? <Waiting challenge={challenge} /> : <Spinner />}
      </div>
      {details.hasTestDevice ? (
        <p className={styles.link}>
          <LinkOut href="/bank/device" label={text('signIn.testDevice')} />
        </p>
      ) : null}
      {code === undefined ? null : (
        <Note kind="info">
          <strong>{text('signIn.anotherCode')}</strong> {text('signIn.anotherCodeAdvice')}
        </Note>
      )}
      {step === 'completing' ? null : (
        <Button kind="secondary" isBlock isBusy={isLeaving} onClick={signIn.cancel}>
          {isLeaving ? text('signIn.leaving') : text('signIn.cancel', { tppApplicationName: details.tppApplicationName })}
        </Button>
      )}
    </>
  );
}

/** Its seconds are for the eye; the code above is what is announced. */
function Waiting({ challenge }: { challenge: SignInState['challenge'] }) {
  const now = useNow();
  const secondsLeft = challenge?.reading.secondsLeft;
  if (challenge === undefined || secondsLeft === undefined) return <Spinner />;
  const time = formatTimeLeft(secondsLeft - Math.floor(Math.max(0, now - challenge.atMs) / 1000));
  return (
    <div className={styles.waiting}>
      <Spinner />
      <span>
        <RichText<SignInKey> id="signIn.waiting" values={{ time }} />
      </span>
    </div>
  );
}

function adviceText(text: ReturnType<typeof useSignInText>, { challenge }: SignInState): string {
  if (challenge?.reading.controlCode === undefined) return text('signIn.enterPin');
  return text(challenge.reading.method === 'MOBILE_ID' ? 'signIn.sameCode.MOBILE_ID' : 'signIn.sameCode.SMART_ID');
}
