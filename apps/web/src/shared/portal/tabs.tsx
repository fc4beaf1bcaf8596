/** Tabs of a small panel: arrows move, only the chosen one is in the tab order (WAI-ARIA "Tabs"). */
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './tabs.module.css';

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { readonly id: Id; readonly label: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
  /** What stands around the tabs, when there is more in their line. */
  bar?: (tabs: ReactNode) => ReactNode;
  panelClassName?: string;
  children: ReactNode;
}

export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, bar = (list) => list, panelClassName, children }: TabsProps<Id>) {
  const prefix = useId();
  const move = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    const next = tabs.at((tabs.findIndex(({ id }) => id === chosen) + step) % tabs.length);
    if (next === undefined) return;
    onChoose(next.id);
    document.getElementById(`${prefix}-${next.id}`)?.focus();
  };
  const list = (
    <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${prefix}-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === chosen}
          aria-controls={`${prefix}-panel`}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
  return (
    <>
      {bar(list)}
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-${chosen}`} className={panelClassName}>
        {children}
      </div>
    </>
  );
}
