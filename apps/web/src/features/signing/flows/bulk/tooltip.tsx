/**
 * An explanation behind a small sign: a press opens it (keyboard, touch), a mouse by resting on it. Escape closes it, and so does
 * leaving (WCAG 2.2, 1.4.13); a screen reader hears it with the button.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { Icon } from '../../../../shared/ui/icon.tsx';
import styles from './bulk.module.css';

export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
  const [isPressed, setIsPressed] = useState(false);
  const [isRestedOn, setIsRestedOn] = useState(false);
  const id = useId();
  const close = () => {
    setIsPressed(false);
    setIsRestedOn(false);
  };
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close();
  };
  const rest = ({ pointerType }: PointerEvent) => setIsRestedOn(pointerType === 'mouse');
  return (
    <span className={styles.tip} onPointerEnter={rest} onPointerLeave={() => setIsRestedOn(false)}>
      <button
        type="button"
        aria-label={label}
        aria-describedby={id}
        aria-expanded={isPressed || isRestedOn}
        onClick={() => setIsPressed(!isPressed)}
        onKeyDown={closeByKey}
        onBlur={close}
      >
        <Icon name="info" small />
      </button>
      <span id={id} role="tooltip" hidden={!isPressed && !isRestedOn}>
        {children}
      </span>
    </span>
  );
}
