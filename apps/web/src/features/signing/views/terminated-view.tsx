/**
 * After a 410: nothing can be signed here any more (specification §4, §8). What became of the session the server says; where it does not, the
 * page claims nothing.
 */
import { Headline } from '../../../shared/ui/headline.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { useSigningText } from '../messages.ts';
import { EndedView } from './ended-view.tsx';
import { RequestId } from './request-id.tsx';
import { SigningFrame } from './signing-frame.tsx';
import { useSigning, useSigningPage } from './signing-page-context.tsx';
import { BackButton, WhatNext } from './ways-out.tsx';

export function TerminatedView() {
  const { flow } = useSigningPage();
  const end = useSigning((state) => state.end);
  // The end of another kind says nothing about this page.
  return end === undefined || end.kind !== flow.kind ? <UnknownEnd /> : <EndedView end={end} />;
}

function UnknownEnd() {
  const { config } = useSigningPage();
  const wayBack = useSigning((state) => state.wayBack);
  const requestId = useSigning((state) => state.terminatedRequestId);
  const text = useSigningText();
  return (
    <SigningFrame config={config} providerName={wayBack.tppName} isNarrow timeLeft={{ part: 0, isShort: false }}>
      <SheetBody>
        <div className="stack">
          <Headline>{text('signing.terminated.title')}</Headline>
          <p className="second">{text('signing.terminated.text')}</p>
          <p className="strong">{text('signing.terminated.moneyUnknown')}</p>
        </div>
        <WhatNext wayBack={wayBack} />
        <BackButton config={config} wayBack={wayBack} kind="primary" label="signing.terminated.back" />
        <RequestId requestId={requestId} />
      </SheetBody>
    </SigningFrame>
  );
}
