/** Asks for a reason before an act. The server records it with the act. */
import { CONSOLE_WORDS_MAX, CONSOLE_WORDS_MIN } from '@portico/contract/values';
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../shared/ui/button.tsx';
import fieldStyles from '../shared/ui/field.module.css';
import { ErrorText, Field } from '../shared/ui/field.tsx';
import styles from './console.module.css';
import type { PageProps } from './page-props.ts';
import { failureOf } from './use-load.ts';

interface WordsDialogProps extends Pick<PageProps, 'onEnded'> {
  readonly title: string;
  /** What the act changes. */
  readonly children: ReactNode;
  /** The button names the act. */
  readonly button: string;
  /** False: a confirmation, which needs no words. */
  readonly needsWords?: boolean;
  readonly onClose: () => void;
  /** The dialog shows the failure. */
  readonly onSubmit: (words: string) => Promise<void>;
}

export function WordsDialog({ title, children, button, needsWords = true, onEnded, onClose, onSubmit }: WordsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (needsWords && words.trim().length < CONSOLE_WORDS_MIN) {
      setFailure(`Write at least ${CONSOLE_WORDS_MIN} characters about the reason.`);
      return;
    }
    setIsBusy(true);
    try {
      await onSubmit(words.trim());
    } catch (error) {
      setIsBusy(false);
      if (!onEnded(error)) setFailure(failureOf(error));
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="words-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="words-title">{title}</h2>
        {children}
        {needsWords ? (
          <Field label="In your words" hint={`A sentence of at least ${CONSOLE_WORDS_MIN} characters. Do not write personal data.`}>
            {(ids) => (
              <textarea
                {...ids}
                className={fieldStyles.input}
                rows={3}
                maxLength={CONSOLE_WORDS_MAX}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        {failure === undefined ? null : <ErrorText>{failure}</ErrorText>}
        <div className={styles.acts}>
          <Button kind="primary" isDense type="submit" isBusy={isBusy}>
            {button}
          </Button>
          <Button kind="secondary" isDense onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  );
}
