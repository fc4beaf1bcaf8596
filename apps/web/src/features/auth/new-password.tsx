/** A new password with the rules it must satisfy (specification §5), each ticked off while typing. */
import { type PasswordRule, unmetPasswordRules } from '@portico/contract/values';
import { type ReactNode, useId } from 'react';
import { PasswordField } from '../../shared/portal/password-field.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './auth.module.css';

const RULES: Readonly<Record<PasswordRule, string>> = {
  length: 'at least 8 characters',
  lowercase: 'a lowercase letter',
  special: 'a special character',
  number: 'a number',
  capital: 'a capital',
};
const RULE_IDS: readonly PasswordRule[] = ['length', 'lowercase', 'special', 'number', 'capital'];

interface NewPasswordProps {
  label: ReactNode;
  value: string;
  onChange: (password: string) => void;
  /** The server's refusal of this very password. */
  refusal?: string | undefined;
}

export function NewPassword({ label, value, onChange, refusal }: NewPasswordProps) {
  const rulesId = useId();
  const unmet = unmetPasswordRules(value);
  const isInvalid = value !== '' && unmet.length > 0;
  return (
    <div>
      <PasswordField
        label={label}
        value={value}
        autoComplete="new-password"
        describedBy={rulesId}
        error={isInvalid ? 'Invalid password!' : refusal}
        onChange={(event) => onChange(event.target.value)}
      />
      <ul className={styles.rules} id={rulesId} aria-label="A password needs">
        {RULE_IDS.map((rule) => (
          <li key={rule} className={classNames(!unmet.includes(rule) && styles.met)}>
            <Icon name={unmet.includes(rule) ? 'dash' : 'tick'} small />
            <span>
              {RULES[rule]}
              <span className="vh">{unmet.includes(rule) ? ', missing' : ', done'}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
