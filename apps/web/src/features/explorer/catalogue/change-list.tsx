/** What changes in the API, and when (RTS Art. 30(4): three months ahead). */
import type { ApiChange } from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { useId } from 'react';
import { formatDate } from '../../../shared/format/dates.ts';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { Badge, type BadgeKind } from '../../../shared/ui/badge.tsx';
import styles from './explorer-page.module.css';

const KINDS: Readonly<Record<ApiChange['kind'], { badge: BadgeKind; word: string }>> = {
  added: { badge: 'ok', word: 'Added' },
  changed: { badge: 'info', word: 'Changed' },
  corrected: { badge: 'info', word: 'Corrected' },
  deprecated: { badge: 'warn', word: 'Deprecated' },
  removed: { badge: 'error', word: 'Removed' },
};

export function ChangeList({ changes }: { changes: readonly ApiChange[] }) {
  const id = useId();
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Changes</h2>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change.id} className="small stack-2">
            <div className="row wrap">
              <Badge kind={KINDS[change.kind].badge}>{KINDS[change.kind].word}</Badge>
              <time className="tab" dateTime={change.effective}>
                {formatDate(change.effective, DEFAULT_LOCALE)}
              </time>
            </div>
            <p className="strong">{change.title}</p>
            <ProseView prose={change.text} />
            {change.sunset === undefined ? null : <p>Works until {formatDate(change.sunset, DEFAULT_LOCALE)}.</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
