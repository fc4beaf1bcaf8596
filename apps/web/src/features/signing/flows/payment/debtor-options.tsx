/** What customers of Lithuania may send along: their address and their ID, each skipped unless they add it. */

import type { DebtorDetails } from '@portico/contract';
import { useId } from 'react';
import { useAppDispatch } from '../../../../shared/store/hooks.ts';
import { signingActions } from '../../engine/signing-slice.ts';
import { useSigningText } from '../../messages.ts';
import { useSigning } from '../../views/signing-page-context.tsx';
import styles from './payment.module.css';

export function DebtorOptions() {
  const customer = useSigning((state) => state.customer);
  const hasFailed = useSigning((state) => state.hasCustomerFailed);
  const sendsAddress = useSigning((state) => state.sendsAddress);
  const sendsId = useSigning((state) => state.sendsId);
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const noteId = useId();
  const noteKey = hasFailed ? 'payment.option.failed' : customer === undefined ? 'payment.option.loading' : undefined;
  return (
    <div className={styles.options}>
      <Option
        label={text('payment.sendAddress')}
        value={addressOf(customer)}
        isAdded={sendsAddress}
        noteId={noteKey === undefined ? undefined : noteId}
        onChange={(isAdded) => dispatch(signingActions.addressChosen(isAdded))}
      />
      <Option
        label={text('payment.sendId')}
        value={customer?.debtorId}
        isAdded={sendsId}
        noteId={noteKey === undefined ? undefined : noteId}
        onChange={(isAdded) => dispatch(signingActions.idChosen(isAdded))}
      />
      {noteKey === undefined ? null : (
        <p id={noteId} className="small muted">
          {text(noteKey)}
        </p>
      )}
    </div>
  );
}

interface OptionProps {
  label: string;
  /** What would be sent; where there is nothing, it cannot be added. */
  value: string | undefined;
  isAdded: boolean;
  noteId: string | undefined;
  onChange: (isAdded: boolean) => void;
}

function Option({ label, value = '', isAdded, noteId, onChange }: OptionProps) {
  const text = useSigningText();
  const name = useId();
  return (
    <fieldset className={styles.option} disabled={value === ''} aria-describedby={noteId}>
      <legend>{label}</legend>
      <div className={styles.choices}>
        <label>
          <input type="radio" name={name} checked={!isAdded} onChange={() => onChange(false)} />
          {text('payment.option.skip')}
        </label>
        <label>
          <input type="radio" name={name} checked={isAdded} onChange={() => onChange(true)} />
          {text('payment.option.add')}
        </label>
      </div>
      {isAdded ? <p className="small second">{value}</p> : null}
    </fieldset>
  );
}

function addressOf(customer: DebtorDetails | undefined): string | undefined {
  if (customer === undefined) return undefined;
  const { street, postCode, townName, countrySubDivision, country } = customer;
  return [street, [postCode, townName].filter(Boolean).join(' '), countrySubDivision, country].filter(Boolean).join(', ');
}
