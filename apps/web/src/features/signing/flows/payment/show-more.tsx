/** 'Show more': what is not needed for the decision, folded away. */
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { useSigningText } from '../../messages.ts';
import styles from './payment.module.css';

export function ShowMore({ children }: { children: ReactNode }) {
  const text = useSigningText();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="rule">
      <button
        type="button"
        className={classNames(styles.fold, isOpen && styles.open)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="chevronDown" small />
        {text(isOpen ? 'payment.showLess' : 'payment.showMore')}
      </button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
