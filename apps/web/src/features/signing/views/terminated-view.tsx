/** After a 410: nothing can be signed here any more. The button clears the flag and goes back (specification §4, §8). */
import { Headline } from '../../../shared/ui/headline.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { useSigningText } from '../messages.ts';
import { RequestId } from './request-id.tsx';
import { SigningFrame } from './signing-frame.tsx';
import { useSigning, useSigningPage } from './signing-page-context.tsx';
import { BackButton, WhatNext } from './ways-out.tsx';

export function TerminatedView() {
  const { config, flow } = useSigningPage();
  const wayBack = useSigning((state) => state.wayBack);
  const requestId = useSigning((state) => state.terminatedRequestId);
  const hasSubmitted = useSigning((state) => state.hasSubmitted);
  const text = useSigningText();
  return (
    <SigningFrame bankName={config.bankName} providerName={wayBack.tppName} isNarrow timeLeft={{ part: 0, isShort: false }}>
      <SheetBody>
        <div className="stack">
          <Headline>{text('signing.terminated.title')}</Headline>
          <p className="second">{text('signing.terminated.text')}</p>
          <p className="strong">{text(hasSubmitted ? 'signing.terminated.moneyUnknown' : flow.labels.nothingDone)}</p>
        </div>
        <WhatNext wayBack={wayBack} />
        <BackButton config={config} wayBack={wayBack} kind="primary" label="signing.terminated.back" />
        <RequestId requestId={requestId} />
      </SheetBody>
    </SigningFrame>
  );
}
