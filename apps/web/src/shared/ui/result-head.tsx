/** The largest line of an end: a sign, what happened, and what it means. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Headline } from './headline.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './result-head.module.css';

export type ResultTone = 'ok' | 'wait' | 'warn' | 'error' | 'plain';

interface ResultHeadProps {
  tone: ResultTone;
  title: string;
  /** Default: that of the tone. */
  icon?: IconName;
  children?: ReactNode;
}

const ICONS: Readonly<Record<ResultTone, IconName>> = { ok: 'okCircle', wait: 'clock', warn: 'warn', error: 'octagon', plain: 'dash' };

export function ResultHead({ tone, title, icon = ICONS[tone], children }: ResultHeadProps) {
  return (
    <div className="stack">
      <div className={classNames(styles.result, styles[tone])}>
        <Icon name={icon} />
        <Headline>{title}</Headline>
      </div>
      {children}
    </div>
  );
}
