/** Codes in groups of four that hold no space characters: what is copied or read aloud is the plain code. */
import { inFours } from '../format/in-fours.ts';
import { classNames } from './class-names.ts';
import styles from './grouped-code.module.css';
import { inPlaces } from './in-places.ts';

/** The last group is stressed: the one that people compare. */
export function Iban({ iban }: { iban: string }) {
  return <Groups code={iban} className={styles.iban} />;
}

/** Letters and digits only are grouped; what a provider divided by itself stays as it is. */
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
