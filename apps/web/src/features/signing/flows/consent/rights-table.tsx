/** Accounts and the data that may be read of each. On a phone each account is a block of labels and values; for screen readers it stays a table. */
import type { ReactNode } from 'react';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Iban } from '../../../../shared/ui/grouped-code.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { type SigningKey, useSigningText } from '../../messages.ts';
import styles from './consent.module.css';
import type { ConsentRow } from './consent-choice.ts';

interface Choice {
  chosen: readonly string[];
  toggle: (iban: string, isChosen: boolean) => void;
}

const COLUMNS = ['consent.iban', 'consent.currency', 'consent.viewAccount', 'consent.viewBalance', 'consent.viewTransactions'] as const;

/** `later`: rights for accounts opened later, if the consent covers them. */
export function RightsTable({ rows, choice, later }: { rows: readonly ConsentRow[]; choice?: Choice; later?: LaterRights }) {
  const text = useSigningText();
  return (
    <div className={styles.place}>
      <table className={styles.rights} aria-label={text('consent.accounts')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {text(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.iban} ${row.currency}`} row={row} choice={choice} />
          ))}
          {later === undefined ? null : <LaterRow rights={later} />}
        </tbody>
      </table>
    </div>
  );
}

type LaterRights = Pick<ConsentRow, 'hasBalance' | 'hasTransactions'>;

function LaterRow({ rights: { hasBalance, hasTransactions } }: { rights: LaterRights }) {
  const text = useSigningText();
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>{text('consent.laterAccounts')}</span>
      </th>
      <Cell label="consent.currency">{text('consent.anyCurrency')}</Cell>
      <Right label="consent.viewAccount" isGiven />
      <Right label="consent.viewBalance" isGiven={hasBalance} />
      <Right label="consent.viewTransactions" isGiven={hasTransactions} />
    </tr>
  );
}

function Row({ row, choice }: { row: ConsentRow; choice: Choice | undefined }) {
  const isLeftOut = choice !== undefined && !choice.chosen.includes(row.iban);
  return (
    <tr className={classNames(isLeftOut && styles.leftOut)}>
      <th scope="row">{choice === undefined ? <Name row={row} /> : <Box row={row} choice={choice} />}</th>
      <Cell label="consent.currency">{row.currency}</Cell>
      <Right label="consent.viewAccount" isGiven={!isLeftOut} />
      <Right label="consent.viewBalance" isGiven={row.hasBalance && !isLeftOut} />
      <Right label="consent.viewTransactions" isGiven={row.hasTransactions && !isLeftOut} />
    </tr>
  );
}

function Box({ row, choice }: { row: ConsentRow; choice: Choice }) {
  return (
    <label className={styles.box}>
      <input type="checkbox" checked={choice.chosen.includes(row.iban)} onChange={(event) => choice.toggle(row.iban, event.target.checked)} />
      <span>
        <Name row={row} />
      </span>
    </label>
  );
}

function Name({ row: { name, iban } }: { row: ConsentRow }) {
  return (
    <>
      {name === '' ? null : <span className={styles.name}>{name}</span>}
      <span className={styles.iban}>
        <Iban iban={iban} />
      </span>
    </>
  );
}

function Right({ label, isGiven }: { label: SigningKey; isGiven: boolean }) {
  const text = useSigningText();
  return (
    <Cell label={label}>
      {isGiven ? (
        <span className={styles.given}>
          <Icon name="tick" small />
          {text('consent.yes')}
        </span>
      ) : (
        <span className="muted">{text('consent.no')}</span>
      )}
    </Cell>
  );
}

/** Shows the label beside the value where the column headers are hidden. */
function Cell({ label, children }: { label: SigningKey; children: ReactNode }) {
  const text = useSigningText();
  return (
    <td>
      <span className={styles.label}>{text(label)}</span>
      {children}
    </td>
  );
}
