/** After a 410: nothing can be signed here any more. The button clears the flag and goes back (specification §4, §8). */
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Headline } from '../../../shared/ui/headline.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { leaveSigning } from '../engine/leave-signing.ts';
import { refusalUrl } from '../engine/way-back.ts';
import { useSigningText } from '../messages.ts';
import { RequestId } from './request-id.tsx';
import styles from './signing.module.css';
import { SigningFrame } from './signing-frame.tsx';
import { useSigning, useSigningPage } from './signing-page-context.tsx';

export function TerminatedView() {
  const { config } = useSigningPage();
  const wayBack = useSigning((state) => state.wayBack);
  const requestId = useSigning((state) => state.terminatedRequestId);
  const hasSubmitted = useSigning((state) => state.hasSubmitted);
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const url = refusalUrl(wayBack);
  const { tppName } = wayBack;
  return (
    <SigningFrame bankName={config.bankName} providerName={tppName} isNarrow timeLeft={{ part: 0, isShort: false }}>
      <SheetBody>
        <div className="stack">
          <Headline>{text('signing.terminated.title')}</Headline>
          <p className="second">{text('signing.terminated.text')}</p>
          <p className="strong">{text(hasSubmitted ? 'signing.terminated.moneyUnknown' : 'signing.terminated.money')}</p>
        </div>
        <div className={styles.next}>
          <h2>{text('signing.terminated.nextTitle')}</h2>
          <p className="second">{tppName === undefined ? text('signing.terminated.nextUnknown') : text('signing.terminated.next', { tppName })}</p>
        </div>
        <Button kind="primary" isBlock onClick={() => dispatch(leaveSigning(url))}>
          {url === undefined ? null : <Icon name="chevronLeft" />}
          {url === undefined ? text('signing.error.portal', { productName: config.productName }) : text('signing.terminated.back')}
        </Button>
        <RequestId requestId={requestId} />
      </SheetBody>
    </SigningFrame>
  );
}
