/** A question in its place on the page, before something that cannot be taken back. It takes the focus, so that it is read out. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './confirm.module.css';

interface ConfirmProps {
  question: string;
  /** The verb that does it. */
  yes: string;
  isPending: boolean;
  onYes: () => void;
  onNo: () => void;
  /** What it means. */
  children: ReactNode;
}

export function Confirm({ question, yes, isPending, onYes, onNo, children }: ConfirmProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  useEffect(() => box.current?.focus(), []);
  return (
    <fieldset ref={box} tabIndex={-1} className={styles.confirm} aria-labelledby={`${id}-question`} aria-describedby={`${id}-meaning`}>
      <p className="strong" id={`${id}-question`}>
        {question}
      </p>
      <div className="small second stack-2" id={`${id}-meaning`}>
        {children}
      </div>
      <div className="row wrap">
        <Button kind="danger" isDense isBusy={isPending} onClick={onYes}>
          {yes}
        </Button>
        <Button kind="secondary" isDense disabled={isPending} onClick={onNo}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
