/** The receipt itself, in the bank's words: the same sections, rows and notes as in its PDF. */
import type { ReceiptRow, ReceiptView } from '@portico/contract';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { classNames } from '../../shared/ui/class-names.ts';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { Iban } from '../../shared/ui/grouped-code.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
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
      <div className={classNames(styles.sections, view.items !== undefined && styles.pairs)}>
        {view.sections.slice(0, -1).map((section) => (
          <Section key={section.title} section={section} />
        ))}
      </div>
      {view.items === undefined ? null : <Items items={view.items} />}
      {view.sections.slice(-1).map((section) => (
        <Section key={section.title} section={section} />
      ))}
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

function Section({ section: { title, rows } }: { section: ReceiptView['sections'][number] }) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <DefinitionList>
        {inPlaces(rows).map(({ key, item }) => (
          <Row key={key} row={item} />
        ))}
      </DefinitionList>
    </section>
  );
}

/** A cell may have several lines; a code is compared letter by letter, and is nothing to translate. */
function Row({ row: { label, value, form } }: { row: ReceiptRow }) {
  return (
    <Definition label={label} isLong={form === 'code'}>
      {value.split('\n').map((line) => (
        <span key={line} className={styles[form]} translate={form === 'code' ? 'no' : undefined}>
          {HASH.test(line) ? <Groups text={line} /> : ADDRESS.test(line) ? <a href={line}>{line}</a> : line}
        </span>
      ))}
    </Definition>
  );
}

const HASH = /^[0-9a-f]{64}$/;
const ADDRESS = /^https?:\/\/[^\s]+$/;

/** A hash in groups of eight without space characters, so that copying gives the hash. */
function Groups({ text }: { text: string }) {
  return (
    <span className={styles.groups}>
      {inPlaces(text.match(/.{8}/g) ?? [text]).map(({ key, item }) => (
        <span key={key}>{item}</span>
      ))}
    </span>
  );
}

const MARK_ICONS = { paid: 'okCircle', notPaid: 'octagon', open: 'clock' } as const;

/**
 * Each payment of a bulk payment. A table on wide screens; on phones each row is a card. The first cell is the number, the last the amount, and the
 * one before it the status, if the receipt has it.
 */
function Items({ items: { title, columns, rows, marks, totals = [] } }: { items: NonNullable<ReceiptView['items']> }) {
  return (
    <section aria-labelledby="receipt-items">
      <h2 className={styles.heading} id="receipt-items">
        {title}
      </h2>
      <table className={styles.items} aria-labelledby="receipt-items">
        <thead>
          <tr>
            {inPlaces(columns).map(({ key, item }) => (
              <th key={key} scope="col">
                {item}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <ItemRow key={cells[0]} cells={cells} columns={columns} mark={marks?.[index]} />
          ))}
        </tbody>
        {totals.length === 0 ? null : (
          <tfoot>
            {totals.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row" colSpan={columns.length - 1}>
                  {label}
                </th>
                <td>{value}</td>
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  );
}

type Mark = NonNullable<NonNullable<ReceiptView['items']>['marks']>[number];

function ItemRow({ cells, columns, mark }: { cells: readonly string[]; columns: readonly string[]; mark: Mark | undefined }) {
  const statusPlace = mark === undefined ? -1 : cells.length - 2;
  return (
    <tr>
      {inPlaces(cells).map(({ key, item, place }) => (
        <td key={key} data-label={columns[place]} className={classNames(item === '' && styles.empty)}>
          {place === statusPlace && mark !== undefined ? (
            <span className={classNames(styles.mark, styles[mark])}>
              <Icon name={MARK_ICONS[mark]} small />
              {item}
            </span>
          ) : place === IBAN_PLACE ? (
            <Iban iban={item.replaceAll('\u00a0', '')} />
          ) : (
            item
          )}
        </td>
      ))}
    </tr>
  );
}

const IBAN_PLACE = 2;
