/** The end of every final view: the next step, and the button that leaves the page. */
import type { RuntimeConfig } from '@portico/contract';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { leaveSigning } from '../engine/leave-signing.ts';
import { refusalUrl, type WayBack } from '../engine/way-back.ts';
import { type SigningKey, useSigningText } from '../messages.ts';
import styles from './signing.module.css';

interface BackButtonProps {
  config: RuntimeConfig;
  wayBack: WayBack;
  kind: 'primary' | 'secondary';
  /** Default: the address for refusals. */
  url?: string | undefined;
  /** Used if the provider is known; otherwise the button leads to the portal and says so. */
  label?: SigningKey;
}

export function BackButton({ config, wayBack, url = refusalUrl(wayBack), kind, label = 'signing.error.back' }: BackButtonProps) {
  const dispatch = useAppDispatch();
  const text = useSigningText();
  return (
    <Button kind={kind} isBlock onClick={() => dispatch(leaveSigning(url))}>
      {url === undefined ? null : <Icon name="chevronLeft" />}
      {url === undefined ? text('signing.error.portal', { productName: config.productName }) : text(label)}
    </Button>
  );
}

export function WhatNext({ wayBack: { tppName } }: { wayBack: WayBack }) {
  const text = useSigningText();
  return (
    <div className={styles.next}>
      <h2>{text('signing.terminated.nextTitle')}</h2>
      <p className="second">{tppName === undefined ? text('signing.terminated.nextUnknown') : text('signing.terminated.next', { tppName })}</p>
    </div>
  );
}
