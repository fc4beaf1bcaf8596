/** An IBAN in groups of four that hold no space characters: what is copied or read aloud is the plain IBAN. */
import { groupIban } from '../format/iban.ts';
import styles from './iban.module.css';
import { inPlaces } from './in-places.ts';

export function Iban({ iban }: { iban: string }) {
  return (
    <span className={styles.iban} translate="no">
      {inPlaces(groupIban(iban)).map(({ key, item: group }) => (
        <span key={key}>{group}</span>
      ))}
    </span>
  );
}
