/**
 * Every recipient: name, IBAN, amount, reference. A few at first, all of them on request in a frame of their own, so that the pay-from
 * account is never a thousand rows away; from a dozen on they can be searched.
 */
import { useDeferredValue, useId, useMemo, useState, useTransition } from 'react';
import { Button } from '../../../../shared/ui/button.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useSigningText } from '../../messages.ts';
import { useBulk } from '../../views/signing-page-context.tsx';
import styles from './bulk.module.css';
import { findItems, inOrder } from './find-items.ts';
import { Recipient } from './recipient.tsx';

/** Shown at first; more than these get a search and a frame. */
const FEW = 10;
/** A search that finds more than these is not finished. */
const FOUND_MAX = 50;

export function Recipients() {
  const { payments } = useBulk().details;
  const [query, setQuery] = useState('');
  const [isAll, setIsAll] = useState(false);
  const [isDrawing, startDrawing] = useTransition();
  const text = useSigningText();
  const titleId = useId();
  const ordered = useMemo(() => inOrder(payments), [payments]);
  // Typing stays quick: the list follows when there is time.
  const wanted = useDeferredValue(query);
  const found = findItems(ordered, wanted);
  const shown = isAll ? found : found.slice(0, wanted === '' ? FEW : FOUND_MAX);
  // A frame that scrolls must be reachable by keyboard (WCAG 2.1.1).
  const isFramed = shown.length > FEW;
  return (
    <div className={styles.recipients}>
      <h2 id={titleId}>{text('bulk.recipients')}</h2>
      {payments.length > FEW ? (
        <>
          <TextField label={text('bulk.search')} type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
          <p className={classNames(styles.shown, 'small', 'muted')} role="status">
            {text('bulk.shown', { shown: shown.length, count: payments.length })}
          </p>
        </>
      ) : null}
      <section className={classNames(isFramed && styles.frame)} aria-labelledby={titleId} tabIndex={isFramed ? 0 : undefined}>
        <ul>
          {shown.map(({ number, item }) => (
            <Recipient key={number} item={item} />
          ))}
        </ul>
      </section>
      {payments.length > FEW && wanted === '' ? (
        <Button kind="secondary" isBlock isDense isBusy={isDrawing} onClick={() => startDrawing(() => setIsAll(!isAll))}>
          {isAll ? text('bulk.showFewer') : text('bulk.showAll', { count: payments.length })}
        </Button>
      ) : null}
    </div>
  );
}
