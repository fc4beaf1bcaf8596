/** How the customer opens the app (docs/decisions/0092): on a phone by a link, from another screen by a QR code; or their device is notified. */
import type { DeviceLink } from '@portico/contract';
import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../page/lazy-component.tsx';
import { useMedia } from '../page/use-media.ts';
import { useElapsed } from '../page/use-now.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import styles from './device-link.module.css';

/** An older code is not shown, because the app refuses it ("User Experience" in Smart-ID's documentation). */
const CODE_MS_MAX = 3000;

const QrCode = lazyComponent(async () => (await import('./qr-code.tsx')).QrCode);

/** True on phones and tablets, where the app can be on the device that shows the page. */
export function useAppHere(): boolean {
  return useMedia('(hover: none) and (pointer: coarse)');
}

interface DeviceLinkTexts {
  /** Opens the app. */
  readonly open: string;
  readonly code: string;
  readonly otherDevice: string;
  readonly notify: string;
}

interface DeviceLinkPaneProps {
  readonly link: DeviceLink;
  /** When the link arrived, by the page's steady clock. */
  readonly atMs: number;
  readonly texts: DeviceLinkTexts;
  readonly onNotify: () => void;
}

/** Nothing once the app has opened the challenge. */
export function DeviceLinkPane({ link, atMs, texts, onNotify }: DeviceLinkPaneProps) {
  const isAppHere = useAppHere();
  const [isCodeWanted, setCodeWanted] = useState(false);
  const { isOpened, href, qrText } = link;
  if (isOpened || href === undefined || qrText === undefined) return null;
  const hasCode = !isAppHere || isCodeWanted;
  return (
    <div className={styles.pane}>
      {isAppHere ? (
        <ButtonLink kind="primary" isBlock href={href} target="_blank" rel="noopener">
          {texts.open}
        </ButtonLink>
      ) : null}
      {hasCode ? (
        <Code text={qrText} atMs={atMs} label={texts.code} takesFocus={isCodeWanted} />
      ) : (
        <Button kind="secondary" isBlock onClick={() => setCodeWanted(true)}>
          {texts.otherDevice}
        </Button>
      )}
      <Button kind="secondary" isBlock onClick={onNotify}>
        {texts.notify}
      </Button>
    </div>
  );
}

/** `takesFocus`: the code replaces the button that had the focus. */
function Code({ text, atMs, label, takesFocus }: { text: string; atMs: number; label: string; takesFocus: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) frame.current?.focus({ preventScroll: true });
    // A camera reads only a whole code, and windows are often lower than the page.
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  const isOld = useElapsed() - atMs > CODE_MS_MAX;
  return (
    <div ref={frame} tabIndex={-1} className={styles.frame}>
      {isOld ? null : <QrCode text={text} label={label} />}
    </div>
  );
}
