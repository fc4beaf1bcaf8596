/** A sentence or two with a sign: information, warning, error, success, maintenance. The sign's shape says it too, not only the colour. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './note.module.css';
import tones from './tones.module.css';

export type NoteKind = 'info' | 'warn' | 'error' | 'ok' | 'maint';

const ICONS: Readonly<Record<NoteKind, IconName>> = { info: 'info', warn: 'warn', error: 'octagon', ok: 'okCircle', maint: 'barrier' };

/** `role="alert"` or `"status"` when it appears while the page is being used. */
export function Note({ kind, role, children }: { kind: NoteKind; role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <div className={classNames(styles.note, tones[kind])} role={role}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}
