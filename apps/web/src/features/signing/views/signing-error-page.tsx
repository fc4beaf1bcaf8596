/** `m=signingError`: a link to the signing pages that leads nowhere any more, with the way back where this browser may know it. */
import type { RuntimeConfig } from '@portico/contract';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Headline } from '../../../shared/ui/headline.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { findWayBack } from '../engine/find-way-back.ts';
import { closeSigning, leaveSigning } from '../engine/leave-signing.ts';
import { refusalUrl, type WayBack } from '../engine/way-back.ts';
import { useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { SigningFrame } from './signing-frame.tsx';

export function SigningErrorPage({ config }: { config: RuntimeConfig }) {
  const text = useSigningText();
  const dispatch = useAppDispatch();
  const wayBack = useWayBack();
  const url = refusalUrl(wayBack);
  const { tppName } = wayBack;
  useEffect(() => {
    document.title = text('signing.title', { kind: text('signing.link.title'), bankName: config.bankName });
  }, [text, config.bankName]);
  return (
    <SigningFrame bankName={config.bankName} providerName={tppName} isNarrow timeLeft={{ part: 0, isShort: false }}>
      <SheetBody>
        <div className="stack">
          <Headline>{text('signing.link.title')}</Headline>
          <p className="second">{text('signing.link.text')}</p>
          <p className="strong">{text('signing.link.money')}</p>
        </div>
        <div className={styles.next}>
          <h2>{text('signing.terminated.nextTitle')}</h2>
          <p className="second">{tppName === undefined ? text('signing.terminated.nextUnknown') : text('signing.terminated.next', { tppName })}</p>
        </div>
        <Button kind="primary" isBlock onClick={() => dispatch(leaveSigning(url))}>
          {url === undefined ? null : <Icon name="chevronLeft" />}
          {url === undefined ? text('signing.error.portal', { productName: config.productName }) : text('signing.error.back')}
        </Button>
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
