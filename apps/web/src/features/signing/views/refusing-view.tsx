/** The refusal was sent and the bank has not confirmed it: the device may still sign, so the page stays and says so. */
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Headline } from '../../../shared/ui/headline.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import resultStyles from '../../../shared/ui/result-head.module.css';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { signingActions } from '../engine/signing-slice.ts';
import { useSigningText } from '../messages.ts';
import { SigningFrame } from './signing-frame.tsx';
import { useSigning, useSigningPage } from './signing-page-context.tsx';

export function RefusingView() {
  const { config, flow } = useSigningPage();
  const { tppName } = useSigning((state) => state.wayBack);
  const dispatch = useAppDispatch();
  const text = useSigningText();
  return (
    <SigningFrame config={config} providerName={tppName} isNarrow>
      <SheetBody>
        <div className={resultStyles.result}>
          <Spinner />
          <Headline>{text(flow.labels.stillRefusing)}</Headline>
        </div>
        <Note kind="warn" role="alert">
          <strong>{text('signing.cancelling.pin')}</strong> {text('signing.cancelling.pinWhy')}
        </Note>
        <p>{text('signing.cancelling.text')}</p>
        <Button kind="secondary" isBlock onClick={() => dispatch(signingActions.refusalRetried())}>
          {text('signing.cancelling.again')}
        </Button>
      </SheetBody>
    </SigningFrame>
  );
}
