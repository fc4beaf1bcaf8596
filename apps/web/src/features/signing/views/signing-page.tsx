/** One signing modal: the engine runs, and the view of its step is drawn. Knows no kind; the flow object does. */
import type { RuntimeConfig } from '@portico/contract';
import { useLayoutEffect } from 'react';
import { useJourneyLanguage } from '../../../shared/i18n/page-language-provider.tsx';
import type { SigningFlow } from '../engine/signing-flow.ts';
import { useSigningText } from '../messages.ts';
import { ConfirmationView } from './confirmation-view.tsx';
import { FailureView } from './failure-view.tsx';
import { LoadingView } from './loading-view.tsx';
import { RefusingView } from './refusing-view.tsx';
import { SignView } from './sign-view.tsx';
import { SigningPageProvider, useSigning, useSigningPage } from './signing-page-context.tsx';
import { SuccessView } from './success-view.tsx';
import { TerminatedView } from './terminated-view.tsx';
import { useSigningEngine } from './use-signing-engine.ts';

export function SigningPage({ flow, config }: { flow: SigningFlow; config: RuntimeConfig }) {
  return (
    <SigningPageProvider value={{ flow, config }}>
      <Steps />
    </SigningPageProvider>
  );
}

function Steps() {
  const { flow } = useSigningPage();
  useSigningEngine(flow);
  useDocumentTitle();
  useJourneyLanguage(useSigning((state) => state.session?.locale));
  const step = useSigning((state) => state.step);
  const session = useSigning((state) => state.session);
  const isConfirmed = useSigning((state) => state.isConfirmed || state.session?.state !== 'open');
  const failure = useSigning((state) => state.failure);
  const isRefusalOpen = useSigning((state) => state.isRefusalOpen);
  switch (step) {
    case 'loading':
      return <LoadingView />;
    case 'failed':
      return <FailureView failure={failure} />;
    case 'terminated':
      return <TerminatedView />;
    case 'success':
      return session === undefined ? <LoadingView /> : <SuccessView />;
    case 'confirmation':
      return <ConfirmationView />;
    case 'info':
    case 'signing':
      return session === undefined ? <LoadingView /> : <SignView isSigning={step === 'signing'} />;
    case 'refusing':
      if (isRefusalOpen) return <RefusingView />;
      return <LeavingView isConfirmed={isConfirmed} />;
    case 'leaving':
      return <LeavingView isConfirmed={isConfirmed} />;
  }
}

/** What was on screen stays, with nothing left to press, until the browser has gone. */
function LeavingView({ isConfirmed }: { isConfirmed: boolean }) {
  const { flow } = useSigningPage();
  const session = useSigning((state) => state.session);
  if (session === undefined) return <LoadingView />;
  if (session.state === 'signed') return <SuccessView isLeaving />;
  return flow.steps[0] === 'confirmation' && !isConfirmed ? <ConfirmationView isLeaving /> : <SignView isSigning isLeaving />;
}

function useDocumentTitle(): void {
  const { flow, config } = useSigningPage();
  const text = useSigningText();
  const name = useSigning((state) => state.session?.tppApplicationName);
  useLayoutEffect(() => {
    document.title = text('signing.title', { kind: name ?? text(flow.labels.kind), bankName: config.bankName });
  }, [text, name, flow, config]);
}
