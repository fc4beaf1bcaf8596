/** What is signed on the left; on the right the act, which turns into the control code while it is signed. */
import { classNames } from '../../../shared/ui/class-names.ts';
import { useSigningText } from '../messages.ts';
import { LinkChoice } from './link-choice.tsx';
import { ProgressPane } from './progress-pane.tsx';
import { SessionOwner } from './session-owner.tsx';
import { SignDock } from './sign-dock.tsx';
import styles from './signing.module.css';
import { SigningFrame } from './signing-frame.tsx';
import { useSession, useSigningPage } from './signing-page-context.tsx';
import { Stepper } from './stepper.tsx';
import { useTimeLeft } from './use-time-left.ts';

export function SignView({ isSigning, isLeaving = false }: { isSigning: boolean; isLeaving?: boolean }) {
  const { config, flow } = useSigningPage();
  const { tppName } = useSession();
  const timeLeft = useTimeLeft();
  const text = useSigningText();
  const { Document, Act, isDocumentWide = false } = flow.parts;
  return (
    <SigningFrame
      config={config}
      providerName={tppName}
      timeLeft={timeLeft}
      footnote={text(flow.labels.footnote, { bankName: config.bankName })}
      whose={isSigning ? null : <SessionOwner />}
    >
      <div className={classNames(styles.panes, isDocumentWide && styles.wideDoc, isSigning ? styles.progress : styles.info)}>
        <div className={styles.doc}>
          <Stepper at="info" />
          <Document isSigning={isSigning} />
        </div>
        {isSigning ? (
          <ProgressPane isLeaving={isLeaving} />
        ) : (
          <div className={styles.act}>
            <Act />
            <LinkChoice />
            <SignDock />
          </div>
        )}
      </div>
    </SigningFrame>
  );
}
