/** A form that sends a text in PEM form. A private key never leaves the browser. */
import { PEM_LENGTH_MAX } from '@portico/contract/values';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import styles from './certificates.module.css';

interface PemFormProps {
  label: string;
  hint: string;
  placeholder: string;
  button: string;
  /** Of the button during the request. */
  pending: string;
  /** False: another field has a problem, which it shows. */
  isReady?: boolean;
  /** Runs an action, after a question where it would replace something. */
  guard?: (action: () => void) => void;
  /** The field is emptied when it succeeded. */
  send: (pem: string) => Promise<void>;
  /** More fields. */
  children?: ReactNode;
}

const PRIVATE_KEY = 'This is a private key, and it was not sent. Remove it; paste only what belongs here.';
const isOfField = ({ code }: RequestFailure) => code === 'FORMAT_ERROR';

export function PemForm({ label, hint, placeholder, button, pending, isReady = true, guard = (action) => action(), send, children }: PemFormProps) {
  const [pem, setPem] = useState('');
  const { isPending, failure, run } = useAction();
  const form = useFocusAfterRefusal(failure);
  const hasPrivateKey = pem.includes('PRIVATE KEY');
  const refused = failure !== undefined && isOfField(failure) ? failure.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || hasPrivateKey) return;
    guard(
      () =>
        void run(async () => {
          await send(pem);
          setPem('');
        }, isOfField),
    );
  };
  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate>
      <Field label={label} hint={hint} error={hasPrivateKey ? PRIVATE_KEY : refused}>
        {(ids) => (
          <textarea
            {...ids}
            className={styles.pem}
            rows={5}
            maxLength={PEM_LENGTH_MAX}
            placeholder={placeholder}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={pem}
            onChange={(event) => setPem(event.target.value)}
          />
        )}
      </Field>
      {children}
      {failure === undefined || refused !== undefined ? null : <ActionFailure failure={failure} />}
      <Button type="submit" kind="secondary" isBlock isBusy={isPending}>
        {isPending ? pending : button}
      </Button>
    </form>
  );
}
