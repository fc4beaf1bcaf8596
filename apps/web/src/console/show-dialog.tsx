/** Asks which values an operator needs, and why. The server records both before it returns a value. */
import type { ConsoleShownValues } from '@portico/contract';
import { CONSOLE_REASONS, CONSOLE_WORDS_MAX, CONSOLE_WORDS_MIN, type ConsoleField, type ConsoleReason } from '@portico/contract/values';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../shared/api/api-error.ts';
import { SelectField } from '../shared/portal/select-field.tsx';
import { Button } from '../shared/ui/button.tsx';
import fieldStyles from '../shared/ui/field.module.css';
import { ErrorText, Field } from '../shared/ui/field.tsx';
import styles from './console.module.css';
import type { PageProps } from './page-props.ts';

export const FIELD_NAMES: Readonly<Record<ConsoleField, string>> = {
  payer: 'Payer',
  payerAccount: 'Payer’s account',
  payee: 'Payee',
  payeeAccount: 'Payee’s account',
  description: 'Description',
  holder: 'Account holder',
  representative: 'Representative',
  accounts: 'Accounts',
};

export const REASON_NAMES: Readonly<Record<ConsoleReason, string>> = {
  customerAsks: 'The customer asks or complains',
  providerAsks: 'The provider asks',
  fraudSuspected: 'Fraud is suspected',
  authorityAsks: 'An authority asks',
  faultExamined: 'A fault is examined',
};

interface ShowDialogProps extends Omit<PageProps, 'onGo'> {
  /** Of the payment or consent. */
  readonly id: string;
  readonly fields: readonly ConsoleField[];
  readonly onClose: () => void;
  readonly onShown: (shown: ConsoleShownValues) => void;
}

export function ShowDialog({ id, fields, calls, onEnded, onClose, onShown }: ShowDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<readonly ConsoleField[]>([]);
  const [reason, setReason] = useState<ConsoleReason>();
  const [words, setWords] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  const missing = whatIsMissing(chosen, reason, words);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing !== undefined || reason === undefined) {
      setFailure(missing);
      return;
    }
    setIsBusy(true);
    try {
      onShown(await calls.show({ id, fields: [...chosen], reason, words: words.trim() }));
    } catch (error) {
      setIsBusy(false);
      if (!onEnded(error)) setFailure(error instanceof ApiError ? error.message : 'The values could not be shown. Try again.');
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="show-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="show-title">Show personal data</h2>
        <p>Only you see the values, for 15 minutes. The audit log records who, what and why.</p>
        <fieldset>
          <legend>Values</legend>
          {fields.map((field) => (
            <label key={field}>
              <input
                type="checkbox"
                checked={chosen.includes(field)}
                onChange={(event) => setChosen(event.target.checked ? [...chosen, field] : chosen.filter((each) => each !== field))}
              />
              {FIELD_NAMES[field]}
            </label>
          ))}
        </fieldset>
        <SelectField
          label="Reason"
          options={CONSOLE_REASONS.map((value) => ({ value, label: REASON_NAMES[value] }))}
          value={reason}
          placeholder="Choose a reason"
          onChange={setReason}
        />
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
        {failure === undefined ? null : <ErrorText>{failure}</ErrorText>}
        <div className={styles.acts}>
          <Button kind="primary" isDense type="submit" isBusy={isBusy}>
            {chosen.length === 1 ? 'Show 1 value' : `Show ${chosen.length} values`}
          </Button>
          <Button kind="secondary" isDense onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  );
}

function whatIsMissing(chosen: readonly ConsoleField[], reason: ConsoleReason | undefined, words: string): string | undefined {
  if (chosen.length === 0) return 'Choose the values that you need.';
  if (reason === undefined) return 'Choose a reason.';
  return words.trim().length < CONSOLE_WORDS_MIN ? `Write at least ${CONSOLE_WORDS_MIN} characters about the reason.` : undefined;
}
