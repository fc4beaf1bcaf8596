/** A password with a button that reveals it. Pasting is allowed, password managers know it by `autoComplete`. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import fieldStyles from '../ui/field.module.css';
import { Field } from '../ui/field.tsx';
import styles from './password-field.module.css';
import { PortalIcon } from './portal-icon.tsx';

export interface PasswordFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  label: ReactNode;
  error?: ReactNode;
  /** Also its name, by which password managers know it. */
  autoComplete: 'current-password' | 'new-password';
  /** Id of what else describes it, e.g. the rules below. */
  describedBy?: string;
  ref?: Ref<HTMLInputElement>;
}

export function PasswordField({ label, error, describedBy, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <div className={styles.password}>
          <input
            {...input}
            {...ids}
            name={input.autoComplete}
            aria-describedby={classNames(ids['aria-describedby'], describedBy) || undefined}
            className={classNames(fieldStyles.input, ids['aria-invalid'] && fieldStyles.invalid)}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <div className={styles.reveal}>
            <Button isIcon aria-label={isShown ? 'Hide password' : 'Show password'} onClick={() => setIsShown(!isShown)}>
              <PortalIcon name={isShown ? 'eyeOff' : 'eye'} />
            </Button>
          </div>
        </div>
      )}
    </Field>
  );
}
