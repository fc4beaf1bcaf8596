/** A state in few words, with its sign; where there is no room they take two lines. */
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import tones from './tones.module.css';

export type BadgeKind = 'ok' | 'warn' | 'error' | 'info' | 'maint' | 'plain';

const ICONS: Readonly<Record<BadgeKind, IconName>> = {
  ok: 'okCircle',
  warn: 'warn',
  error: 'octagon',
  info: 'info',
  maint: 'barrier',
  plain: 'dash',
};

export function Badge({ kind, icon = ICONS[kind], children }: { kind: BadgeKind; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classNames(styles.badge, kind === 'plain' ? styles.plain : tones[kind])}>
      <Icon name={icon} small />
      {children}
    </span>
  );
}
