/** The question that a cancellation begins with (specification §2). 'Go back' refuses it here already. */
import { useArmed } from '../../../shared/page/use-armed.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Headline } from '../../../shared/ui/headline.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { signingActions } from '../engine/signing-slice.ts';
import { useSigningText } from '../messages.ts';
import { SigningFrame } from './signing-frame.tsx';
import { useSession, useSigningPage } from './signing-page-context.tsx';
import { Stepper } from './stepper.tsx';
import { TimeShort } from './time-short.tsx';
import { useTimeLeft } from './use-time-left.ts';

export function ConfirmationView({ isLeaving = false }: { isLeaving?: boolean }) {
  const { config, flow } = useSigningPage();
  const { tppName } = useSession();
  const timeLeft = useTimeLeft();
  const text = useSigningText();
  const { Asked } = flow.parts;
  const { question = flow.labels.kind } = flow.labels;
  return (
    <SigningFrame config={config} providerName={tppName} timeLeft={timeLeft} isNarrow>
      <SheetBody>
        <Stepper at="confirmation" />
        <div className="stack">
          <Headline>{text(question)}</Headline>
          {Asked === undefined ? null : <Asked />}
        </div>
        <TimeShort timeLeft={timeLeft} />
        <Answers isLeaving={isLeaving} isShort={timeLeft?.isShort === true} />
      </SheetBody>
    </SigningFrame>
  );
}

function Answers({ isLeaving, isShort }: { isLeaving: boolean; isShort: boolean }) {
  const { flow } = useSigningPage();
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const isArmed = useArmed(isShort);
  const confirm = () => {
    if (isArmed) dispatch(signingActions.confirmed());
  };
  const goBack = () => {
    if (isArmed) dispatch(signingActions.refusing());
  };
  return (
    <div className="stack-2">
      <Button kind="primary" isBlock disabled={isLeaving} aria-disabled={!isArmed || undefined} onClick={confirm}>
        {text('signing.yes')}
      </Button>
      <Button kind="secondary" isBlock isBusy={isLeaving} aria-disabled={!isArmed || undefined} onClick={goBack}>
        {text(isLeaving ? flow.labels.refusing : flow.labels.refuse)}
      </Button>
    </div>
  );
}
