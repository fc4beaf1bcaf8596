/** The receipt itself, in the bank's words: the same sections, rows and notes as in its PDF. */
import type { ReceiptRow, ReceiptView } from '@portico/contract';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { inPlaces } from '../../shared/ui/in-places.ts';
import { useReceiptsText } from './messages.ts';
import styles from './receipts.module.css';

export function ReceiptPaper({ view, bankName }: { view: ReceiptView; bankName: string }) {
  const text = useReceiptsText();
  return (
    <article className={styles.paper} lang={view.language}>
      <div className="stack-2">
        <p className={styles.bank}>
          {bankName} · {text('receipts.receipt')}
        </p>
        <Headline>{view.title}</Headline>
        <p className="second">{view.summary}</p>
      </div>
      {view.sections.map(({ title, rows }) => (
        <section key={title}>
          <h2 className={styles.heading}>{title}</h2>
          <DefinitionList>
            {inPlaces(rows).map(({ key, item }) => (
              <Row key={key} row={item} />
            ))}
          </DefinitionList>
        </section>
      ))}
      {view.items === undefined ? null : <Items items={view.items} />}
      <div className={styles.notes}>
        {view.notes.map((note) => (
          <p key={note} className={listStyles.small}>
            {note}
          </p>
        ))}
      </div>
    </article>
  );
}

/** A cell may have several lines; a code is compared letter by letter, and is nothing to translate. */
function Row({ row: { label, value, form } }: { row: ReceiptRow }) {
  return (
    <Definition label={label} isLong={form === 'code'}>
      {value.split('\n').map((line) => (
        <span key={line} className={styles[form]} translate={form === 'code' ? 'no' : undefined}>
          {line}
        </span>
      ))}
    </Definition>
  );
}

/** Each payment of a bulk payment: its payee and its amount, then everything else with its name. The first cell is the number, the last the amount. */
function Items({ items: { title, columns, rows } }: { items: NonNullable<ReceiptView['items']> }) {
  return (
    <section aria-labelledby="receipt-items">
      <h2 className={styles.heading} id="receipt-items">
        {title}
      </h2>
      <ul className={styles.items}>
        {rows.map(([number = '', payee = '', ...cells]) => (
          <li key={number}>
            <span className={styles.item}>
              <b className="strong">
                {number}. {payee}
              </b>
              <b className={styles.sum}>{cells.at(-1)}</b>
            </span>
            {inPlaces(cells.slice(0, -1)).map(({ key, place, item }) =>
              item === '' ? null : (
                <span key={key} className={listStyles.small}>
                  {columns[place + 2]}: {item}
                </span>
              ),
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
