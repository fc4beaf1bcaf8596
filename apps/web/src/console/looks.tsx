/** Who looked at the subject of a page, and who saw which values of it. */
import type { ConsoleLook } from '@portico/contract';
import { formatMoment } from '../shared/format/dates.ts';
import styles from './console.module.css';
import { TIME_ZONE } from './page-props.ts';
import { FIELD_NAMES, REASON_NAMES } from './show-dialog.tsx';

export function Looks({ looks }: { looks: readonly ConsoleLook[] }) {
  return (
    <>
      <h3 className={styles.sub}>Looked at by</h3>
      <ul className={styles.looks}>
        {looks.map(({ position, at, operator, shown, reason }) => (
          <li key={position}>
            <b>{operator}</b> <time dateTime={at}>{formatMoment(at, TIME_ZONE)}</time>
            <small>
              {shown === undefined ? 'no personal value' : `showed ${shown.map((field) => FIELD_NAMES[field].toLowerCase()).join(', ')}`}
              {reason === undefined ? '' : `: ${REASON_NAMES[reason]}`}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
