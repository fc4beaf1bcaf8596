/** Beside a method whose app opens by a link: how the customer wants to be asked. Off, their device is notified and shows a control code. */
import styles from './device-link.module.css';
import { useAppHere } from './device-link-pane.tsx';

interface DeviceLinkChoiceProps {
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly texts: { readonly here: string; readonly code: string; readonly hint: string };
  readonly onChange: (isChosen: boolean) => void;
}

export function DeviceLinkChoice({ isChosen, isDisabled = false, texts, onChange }: DeviceLinkChoiceProps) {
  const isAppHere = useAppHere();
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isChosen} disabled={isDisabled} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {isAppHere ? texts.here : texts.code}
        <span className={styles.hint}>{texts.hint}</span>
      </span>
    </label>
  );
}
