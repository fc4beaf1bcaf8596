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

function Items({ items: { title, columns, rows } }: { items: NonNullable<ReceiptView['items']> }) {
  return (
    <div>
      <h2 className={styles.heading} id="receipt-items">
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys. */}
      <section className={styles.scroll} aria-labelledby="receipt-items" tabIndex={0}>
        <table className={styles.items}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells[0]}>
                {inPlaces(cells).map(({ key, item }) => (
                  <td key={key}>{item}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
