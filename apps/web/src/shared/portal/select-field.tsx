/** A choice from a list, the platform's own. */
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import fieldStyles from '../ui/field.module.css';
import { Field } from '../ui/field.tsx';

export interface SelectFieldProps<Value extends string> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  options: readonly { value: Value; label: string }[];
  /** Undefined: nothing is chosen yet, and `placeholder` says so. */
  value: Value | undefined;
  placeholder?: string;
  isDisabled?: boolean;
  onChange: (value: Value) => void;
}

export function SelectField<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  placeholder,
  isDisabled = false,
  onChange,
}: SelectFieldProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <select
          {...ids}
          className={classNames(fieldStyles.input, ids['aria-invalid'] && fieldStyles.invalid)}
          value={value ?? ''}
          disabled={isDisabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {value === undefined ? (
            <option value="" disabled>
              {placeholder}
            </option>
          ) : null}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
