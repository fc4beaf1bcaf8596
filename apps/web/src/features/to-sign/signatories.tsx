/** Who has signed, and who still has to. */
import type { Signatory } from '@portico/contract';
import { SignatoryList } from '../../shared/ui/signatory-list.tsx';
import { useToSignText } from './messages.ts';
import styles from './to-sign.module.css';

interface SignatoriesProps {
  signatories: readonly Signatory[];
  timeZone: string;
  isUnpaid?: boolean;
}

export function Signatories({ signatories, timeZone, isUnpaid = false }: SignatoriesProps) {
  const text = useToSignText();
  if (signatories.length === 0) return null;
  return (
    <section className="stack-2">
      <h2 className={styles.subtitle}>{text('toSign.signatories')}</h2>
      <SignatoryList signatories={signatories} timeZone={timeZone} isUnpaid={isUnpaid} textOf={(state) => text(`toSign.state.${state}`)} />
    </section>
  );
}
