/** Beside a method whose app opens by a link: how the customer wants to be asked. Off, their device is notified and shows a control code. */
import { useId } from 'react';
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
  const id = useId();
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        checked={isChosen}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span id={`${id}-name`}>{isAppHere ? texts.here : texts.code}</span>
        <span className={styles.hint} id={`${id}-hint`}>
          {texts.hint}
        </span>
      </span>
    </label>
  );
}
