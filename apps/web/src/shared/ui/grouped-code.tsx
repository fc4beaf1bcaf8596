/** Codes in groups of four without space characters, so that copying and screen readers get the plain code. */
import { inFours } from '../format/in-fours.ts';
import { classNames } from './class-names.ts';
import styles from './grouped-code.module.css';
import { inPlaces } from './in-places.ts';

const EMPHASISED = 4;

/** The last four characters are emphasised, because people compare them. They may cover parts of two printed groups. */
export function Iban({ iban }: { iban: string }) {
  return <Groups code={iban} className={styles.iban} emphasised={EMPHASISED} />;
}

/** Groups letters and digits only; a reference with separators stays unchanged. */
export function Reference({ reference }: { reference: string }) {
  return /^[A-Za-z0-9]+$/.test(reference) ? <Groups code={reference} /> : <span translate="no">{reference}</span>;
}

interface GroupsProps {
  code: string;
  className?: string | undefined;
  /** Number of characters at the end that are emphasised. */
  emphasised?: number;
}

function Groups({ code, className, emphasised = 0 }: GroupsProps) {
  const groups = inFours(code);
  const firstEmphasised = code.length - emphasised;
  const starts = groups.map((_, index) => groups.slice(0, index).join('').length);
  return (
    <span className={classNames(styles.groups, className)} translate="no">
      {inPlaces(groups).map(({ key, item: group, place }) => {
        const plain = Math.max(0, firstEmphasised - (starts[place] ?? 0));
        return (
          <span key={key}>
            {group.slice(0, plain)}
            {plain < group.length ? <b>{group.slice(plain)}</b> : null}
          </span>
        );
      })}
    </span>
  );
}
