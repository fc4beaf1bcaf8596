/** Codes in groups of four without space characters, so that copying and screen readers get the plain code. */
import { inFours } from '../format/in-fours.ts';
import { classNames } from './class-names.ts';
import styles from './grouped-code.module.css';
import { inPlaces } from './in-places.ts';

/** The last group is emphasised, because people compare it. */
export function Iban({ iban }: { iban: string }) {
  return <Groups code={iban} className={styles.iban} />;
}

/** Groups letters and digits only; a reference with separators stays unchanged. */
export function Reference({ reference }: { reference: string }) {
  return /^[A-Za-z0-9]+$/.test(reference) ? <Groups code={reference} /> : <span translate="no">{reference}</span>;
}

function Groups({ code, className }: { code: string; className?: string | undefined }) {
  return (
    <span className={classNames(styles.groups, className)} translate="no">
      {inPlaces(inFours(code)).map(({ key, item: group }) => (
        <span key={key}>{group}</span>
      ))}
    </span>
  );
}
