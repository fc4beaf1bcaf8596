/** While the customer's device is asked: the control code, how long it waits, and what to do when something differs. */
import type { SigningChallenge } from '@portico/contract';
import type { AuthMethod } from '@portico/contract/values';
import { formatTimeLeft } from '../../../shared/format/dates.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { useNow } from '../../../shared/page/use-now.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Headline } from '../../../shared/ui/headline.tsx';
import { LinkOut } from '../../../shared/ui/link-out.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { CodeColumns } from '../../../shared/ui/sheet.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { WholeWords } from '../../../shared/ui/whole-words.tsx';
import { METHOD_KEYS } from '../engine/signing-flow.ts';
import { refuseSigning } from '../engine/submit-signing.ts';
import { type SigningKey, useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { useSession, useSigning, useSigningPage } from './signing-page-context.tsx';

const SAME_CODE: Partial<Record<AuthMethod, SigningKey>> = {
  SMART_ID: 'signing.progress.sameCode.smartId',
  MOBILE_ID: 'signing.progress.sameCode.mobileId',
};
/** Methods whose device is a phone; the others say "device". */
const PHONES: ReadonlySet<AuthMethod> = new Set(['SMART_ID', 'MOBILE_ID', 'EPARAKSTS_MOBILE']);

export function ProgressPane({ isLeaving }: { isLeaving: boolean }) {
  const { flow, config } = useSigningPage();
  const { authMethod } = useSession();
  const challenge = useSigning((state) => state.challenge);
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const reading = challenge?.reading;
  const method = reading?.method ?? authMethod;
  return (
    <div className={styles.act}>
      <div className={classNames(styles.centred, 'stack')}>
        <Headline level={2}>{text(headlineKey(reading))}</Headline>
        <div role="status" className="stack">
          {reading?.controlCode === undefined ? null : <Code code={reading.controlCode} />}
          <p>
            {reading?.state === 'started' ? (
              <WholeWords>{adviceText(text, { method, hasCode: reading.controlCode !== undefined, enterPin: flow.labels.enterPin })}</WholeWords>
            ) : null}
          </p>
        </div>
        <Waiting method={method} challenge={challenge} />
      </div>
      <div className={classNames(styles.push, 'stack')}>
        {config.hasSandboxBank ? <TestDeviceLink /> : null}
        <OtherCode hasCode={reading?.controlCode !== undefined} />
        <Button kind="secondary" isBlock isBusy={isLeaving} onClick={() => dispatch(refuseSigning(flow))}>
          {text(isLeaving ? 'signing.progress.leaving' : 'signing.cancel')}
        </Button>
      </div>
    </div>
  );
}

function Code({ code }: { code: string }) {
  const text = useSigningText();
  return (
    <div className={styles.codeBox}>
      <CodeColumns code={code} label={text('signing.progress.controlCode', { digits: Array.from(code).join(' ') })} />
    </div>
  );
}

/** Outside of the live region: its seconds are not announced. */
function Waiting({ method, challenge }: { method: AuthMethod; challenge: { reading: SigningChallenge; atMs: number } | undefined }) {
  const now = useNow();
  const secondsLeft = challenge?.reading.secondsLeft;
  if (challenge === undefined || secondsLeft === undefined) return <Spinner />;
  const time = formatTimeLeft(secondsLeft - Math.floor(Math.max(0, now - challenge.atMs) / 1000));
  return (
    <div className={classNames(styles.waiting, 'small', 'second')}>
      <Spinner />
      <span>
        <RichText<SigningKey> id={PHONES.has(method) ? 'signing.progress.waitingPhone' : 'signing.progress.waitingDevice'} values={{ time }} />
      </span>
    </div>
  );
}

function OtherCode({ hasCode }: { hasCode: boolean }) {
  const { labels } = useSigningPage().flow;
  const text = useSigningText();
  return (
    <Note kind="info">
      <strong>{text(hasCode ? 'signing.progress.anotherCode' : 'signing.progress.notYours')}</strong>{' '}
      {text(hasCode ? labels.refuseOnPhone : labels.refuseOnDevice)}
    </Note>
  );
}

function TestDeviceLink() {
  const text = useSigningText();
  return (
    <p className={classNames(styles.centred, 'small')}>
      <LinkOut href="/bank/device" label={text('signing.progress.testDevice')} />
    </p>
  );
}

function headlineKey(reading: SigningChallenge | undefined): SigningKey {
  if (reading === undefined || reading.state === 'none') return 'signing.progress.starting';
  return reading.controlCode === undefined ? 'signing.progress.continue' : 'signing.progress.compare';
}

interface Advice {
  method: AuthMethod;
  hasCode: boolean;
  enterPin: SigningKey;
}

function adviceText(text: ReturnType<typeof useSigningText>, { method, hasCode, enterPin }: Advice): string {
  if (hasCode) return text(SAME_CODE[method] ?? 'signing.progress.sameCode.other');
  return text(enterPin, { method: text(METHOD_KEYS[method]) });
}
