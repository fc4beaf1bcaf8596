/** A further test customer: person or company, of one of the three countries. Personal code and IBAN are made by the server. */
import type { NewCustomerBody, TokenUser } from '@portico/contract';
import { BANK_COUNTRIES, type BankCountry } from '@portico/contract/values';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { SelectField } from '../../../shared/portal/select-field.tsx';
import { COUNTRY_NAMES, customerLabel } from '../../../shared/portal/test-customers/customer-texts.ts';
import { useAction } from '../../../shared/portal/use-action.ts';
import { useFocusAfterRefusal } from '../../../shared/portal/use-focus-after-refusal.ts';
import type { RequestFailure } from '../../../shared/store/request-failure.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import styles from '../tokens.module.css';

const COUNTRIES = BANK_COUNTRIES.map((value) => ({ value, label: COUNTRY_NAMES[value] }));
const TYPES = [
  { value: 'person', label: 'Private person' },
  { value: 'company', label: 'Company' },
] as const;
const PERSON_NAME_LENGTH_MAX = 35;
const COMPANY_NAME_LENGTH_MAX = 70;

const isAtField = ({ path }: RequestFailure) =>
  ['firstName', 'surname', 'companyName', 'representedBy'].some((name) => path?.includes(name) === true);

interface NewCustomerFormProps {
  /** The private test customers. */
  readonly people: readonly TokenUser[];
  readonly onAdd: (customer: NewCustomerBody) => Promise<void>;
  readonly onCancel: () => void;
}

/** In the list of persons: a new person represents the company. */
const NEW_PERSON = '';

export function NewCustomerForm({ people, onAdd, onCancel }: NewCustomerFormProps) {
  const [country, setCountry] = useState<BankCountry>('ee');
  const [type, setType] = useState<NewCustomerBody['type']>('person');
  const [firstName, setFirstName] = useState('');
  const [surname, setSurname] = useState('');
  const [companyName, setCompanyName] = useState('');
  const [personId, setPersonId] = useState(NEW_PERSON);
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const { isPending, failure, run } = useAction();
  const form = useFocusAfterRefusal(failure);
  const isCompany = type === 'company';
  const persons = people.filter((person) => person.country === country);
  const representative = isCompany ? persons.find(({ id }) => id === personId) : undefined;
  const isFilled = [...(representative === undefined ? [firstName, surname] : []), ...(isCompany ? [companyName] : [])].every(
    (text) => text.trim() !== '',
  );
  const errorAt = (name: string) => (failure?.path?.includes(name) === true ? failure.message : undefined);
  const hasPlace = failure !== undefined && isAtField(failure);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isFilled) return;
    const names = representative === undefined ? { firstName: firstName.trim(), surname: surname.trim() } : { representedBy: representative.id };
    const person = { country, type, ...names };
    void run(() => onAdd(isCompany ? { ...person, companyName: companyName.trim() } : person), isAtField);
  };
  return (
    <form ref={form} className={styles.form} onSubmit={add} noValidate>
      {representative === undefined ? (
        <>
          <TextField
            ref={firstField}
            label="First name"
            value={firstName}
            maxLength={PERSON_NAME_LENGTH_MAX}
            autoComplete="off"
            error={errorAt('firstName')}
            onChange={(event) => setFirstName(event.target.value)}
          />
          <TextField
            label="Last name"
            value={surname}
            maxLength={PERSON_NAME_LENGTH_MAX}
            autoComplete="off"
            error={errorAt('surname')}
            onChange={(event) => setSurname(event.target.value)}
          />
        </>
      ) : null}
      <SelectField label="Country" options={COUNTRIES} value={country} onChange={setCountry} />
      <SelectField label="Kind" options={TYPES} value={type} onChange={setType} />
      {isCompany ? (
        <TextField
          label="Company name"
          value={companyName}
          maxLength={COMPANY_NAME_LENGTH_MAX}
          autoComplete="off"
          error={errorAt('companyName')}
          onChange={(event) => setCompanyName(event.target.value)}
        />
      ) : null}
      {isCompany ? (
        <SelectField
          label="Acts for the company"
          options={[{ value: NEW_PERSON, label: 'A new person' }, ...persons.map((person) => ({ value: person.id, label: customerLabel(person) }))]}
          value={representative?.id ?? NEW_PERSON}
          onChange={setPersonId}
        />
      ) : null}
      {failure === undefined || hasPlace ? null : <ActionFailure failure={failure} />}
      <div className="row wrap">
        <Button type="submit" kind="secondary" isDense isBusy={isPending} disabled={!isFilled}>
          {isPending ? 'Adding' : 'Add'}
        </Button>
        <Button kind="quiet" isDense disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
