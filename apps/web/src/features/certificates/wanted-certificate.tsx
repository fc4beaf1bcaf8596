/** Roles and lifetime of a test certificate, which both ways to get one ask for. */
import type { ProviderRole, TestLifetime } from '@portico/contract/values';
import { useId } from 'react';
import { ErrorText } from '../../shared/ui/field.tsx';
import { ROLE_NAMES } from './certificate-texts.ts';
import styles from './certificates.module.css';
import { Segments } from './segments.tsx';

export interface WantedCertificate {
  readonly roles: readonly ProviderRole[];
  readonly lifetime: TestLifetime;
}

export const FIRST_WISH: WantedCertificate = { roles: ['pis', 'ais'], lifetime: 'year' };

/** Payments first, as providers name their roles. */
const ORDER: readonly ProviderRole[] = ['pis', 'ais', 'piis'];

const LIFETIMES = [
  { value: 'year', label: '1 year' },
  { value: 'day', label: '1 day' },
  { value: 'expired', label: 'Expired' },
] as const;

interface WantedProps {
  wanted: WantedCertificate;
  onChange: (wanted: WantedCertificate) => void;
}

export function WantedFields({ wanted, onChange }: WantedProps) {
  const id = useId();
  const { roles, lifetime } = wanted;
  const hasNone = roles.length === 0;
  const change = (role: ProviderRole, isChosen: boolean) =>
    onChange({ ...wanted, roles: ORDER.filter((other) => (other === role ? isChosen : roles.includes(other))) });
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>Roles</legend>
        {ORDER.map((role) => (
          <label key={role} className="check">
            <input
              type="checkbox"
              checked={roles.includes(role)}
              aria-invalid={hasNone || undefined}
              aria-describedby={hasNone ? id : undefined}
              onChange={(event) => change(role, event.target.checked)}
            />
            {ROLE_NAMES[role].long}
          </label>
        ))}
        {hasNone ? <ErrorText id={id}>Choose one role at least.</ErrorText> : null}
      </fieldset>
      <Segments label="Lifetime" options={LIFETIMES} value={lifetime} onChange={(value) => onChange({ ...wanted, lifetime: value })} />
    </>
  );
}
