/**
 * A portal modal on the native `<dialog>`, which provides focus trap, Esc and backdrop. On a phone it is a full-screen sheet. Closing takes
 * 200 ms: `isClosing` plays the animation, and the owner then removes the modal.
 */
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './modal.module.css';
import { useExtra } from './use-extra.ts';
import { useScrim } from './use-scrim.ts';

export interface ModalProps {
  title: ReactNode;
  isClosing: boolean;
  closeLabel?: string;
  /** The element with the initial focus; default: the first control of the content. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Called by Esc and the close button, and by the scrim while nothing was typed. */
  onClose: () => void;
  children: ReactNode;
}

export function Modal({ title, isClosing, closeLabel = 'Close', initialFocus, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { toasts } = useExtra();
  const hasInput = useRef(false);
  const scrim = useScrim(() => {
    if (!hasInput.current) onClose();
  });
  // Runs before the dialog leaves the document, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    initialFocus?.current?.focus();
    return () => element?.close();
  }, [initialFocus]);
  useLayoutEffect(() => (dialog.current === null ? undefined : toasts.moveInto(dialog.current)), [toasts]);
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, isClosing && styles.closing)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onInput={() => {
        hasInput.current = true;
      }}
      {...scrim}
    >
      <div className={styles.content}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        <div className={styles.close}>
          <Button isIcon aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
      </div>
    </dialog>
  );
}
