/** `m=signingError`: a link to the signing pages that leads nowhere any more, with the way back where this browser may know it. */
import type { RuntimeConfig } from '@portico/contract';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Headline } from '../../../shared/ui/headline.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { findWayBack } from '../engine/find-way-back.ts';
import { closeSigning } from '../engine/leave-signing.ts';
import type { WayBack } from '../engine/way-back.ts';
import { useSigningText } from '../messages.ts';
import { SigningFrame } from './signing-frame.tsx';
import { BackButton, WhatNext } from './ways-out.tsx';

export function SigningErrorPage({ config }: { config: RuntimeConfig }) {
  const text = useSigningText();
  const wayBack = useWayBack();
  useLayoutEffect(() => {
    document.title = text('signing.title', { kind: text('signing.link.title'), bankName: config.bankName });
  }, [text, config.bankName]);
  return (
    <SigningFrame config={config} providerName={wayBack.tppName} isNarrow timeLeft={{ part: 0, isShort: false }}>
      <SheetBody>
        <div className="stack">
          <Headline>{text('signing.link.title')}</Headline>
          <p className="second">{text('signing.link.text')}</p>
          <p className="strong">{text('signing.link.money')}</p>
        </div>
        <WhatNext wayBack={wayBack} />
        <BackButton config={config} wayBack={wayBack} kind="primary" />
        <p className="small muted">{text('signing.link.support', { contact: config.supportContact })}</p>
      </SheetBody>
    </SigningFrame>
  );
}

function useWayBack(): WayBack {
  const dispatch = useAppDispatch();
  const [wayBack, setWayBack] = useState<WayBack>({});
  useEffect(() => {
    let isGone = false;
    void dispatch(findWayBack())
      .unwrap()
      .then((found) => {
        if (!isGone) setWayBack(found);
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
      dispatch(closeSigning());
    };
  }, [dispatch]);
  return wayBack;
}
