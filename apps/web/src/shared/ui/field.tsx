/** A label above, one control, and below it a hint which an error replaces. The ids tie them together for screen readers. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

export interface ControlIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Draws the control with the ids of this field. */
  children: (ids: ControlIds) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== '';
  const below = hasError ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': below, 'aria-invalid': hasError || undefined })}
      {hasError ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
      {hint === undefined || hasError ? null : (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Octagon and sentence, as every field error. */
export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.errorText} id={id} role="alert">
      <Icon name="octagon" small />
      <span>{children}</span>
    </p>
  );
}

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Figures of equal width: codes, numbers. */
  isTabular?: boolean;
  ref?: Ref<HTMLInputElement>;
};

export function TextField({ label, hint, error, isTabular = false, type = 'text', ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <input {...rest} {...ids} type={type} className={classNames(styles.input, isTabular && styles.tab, ids['aria-invalid'] && styles.invalid)} />
      )}
    </Field>
  );
}
