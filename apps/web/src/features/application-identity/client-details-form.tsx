/** Changes name, redirect URIs and contacts. An error of the server is shown at the field that it names. */
import type { ApplicationIdentity } from '@portico/contract';
import { CLIENT_NAME_LENGTH_MAX, CONTACTS_MAX, REDIRECT_URI_LENGTH_MAX, REDIRECT_URIS_MAX } from '@portico/contract/values';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { changeApplication } from '../../shared/application/application-identity-slice.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { type FieldName, fieldOfPath } from './field-of-path.ts';
import { TextListField } from './text-list-field.tsx';

const CONTACT_LENGTH_MAX = 254;

interface ClientDetailsFormProps {
  application: ApplicationIdentity;
  onSaved: (saved: ApplicationIdentity) => void;
  onCancel: () => void;
}

export function ClientDetailsForm({ application, onSaved, onCancel }: ClientDetailsFormProps) {
  const isVetted = application.admission !== undefined || application.pendingChange !== undefined;
  // The form starts from the pending change, because saving replaces it.
  const wanted = { ...application, ...application.pendingChange };
  const [clientName, setClientName] = useState(wanted.clientName);
  const [redirectionUris, setRedirectionUris] = useState<readonly string[]>(wanted.redirectionUris);
  const [contacts, setContacts] = useState<readonly string[]>(wanted.contacts);
  const firstField = useRef<HTMLInputElement>(null);
  const dispatch = useAppDispatch();
  const { isPending, failure } = useFormRequest(changeApplication.typePrefix);
  const form = useFocusAfterRefusal(failure);
  useEffect(() => firstField.current?.focus(), []);
  const wrong = fieldOfPath(failure?.path);
  const errorAt = (name: FieldName, place = 0) => (wrong?.name === name && wrong.place === place ? failure?.message : undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const change = { clientName: clientName.trim(), redirectionUris: filledIn(redirectionUris), contacts: filledIn(contacts) };
    // The rows show exactly what is sent, so that the index in an error response is the index on the page.
    setRedirectionUris(change.redirectionUris);
    setContacts(change.contacts);
    const saved = await dispatch(changeApplication(change));
    if (changeApplication.fulfilled.match(saved)) onSaved(saved.payload);
  };
  return (
    <Card title="Application">
      <form ref={form} className="stack-5" onSubmit={(event) => void save(event)} noValidate>
        {isVetted ? (
          <p className="small muted">
            The bank vetted these values. What you change waits for the bank’s approval; until then the present values stay in force.
          </p>
        ) : null}
        <TextField
          ref={firstField}
          label="Client Name"
          value={clientName}
          maxLength={CLIENT_NAME_LENGTH_MAX}
          error={errorAt('clientName')}
          onChange={(event) => setClientName(event.target.value)}
        />
        <TextListField
          label="Redirect Uri"
          hint="Compared character by character. https, or http on this machine in development."
          items={redirectionUris}
          itemsMax={REDIRECT_URIS_MAX}
          lengthMax={REDIRECT_URI_LENGTH_MAX}
          inputMode="url"
          errorAt={(place) => errorAt('redirectionUris', place)}
          onChange={setRedirectionUris}
        />
        <TextListField
          label="Contacts"
          hint="E-mail addresses that the bank writes to about this application."
          items={contacts}
          itemsMax={CONTACTS_MAX}
          lengthMax={CONTACT_LENGTH_MAX}
          inputMode="email"
          errorAt={(place) => errorAt('contacts', place)}
          onChange={setContacts}
        />
        {failure === undefined || wrong !== undefined ? null : <ActionFailure failure={failure} />}
        <div className="row wrap">
          <Button type="submit" kind="primary" isBusy={isPending}>
            {isPending ? 'Saving' : 'Save'}
          </Button>
          <Button kind="secondary" disabled={isPending} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Drops empty rows; one remains, so that the server reports the missing entry. */
function filledIn(items: readonly string[]): string[] {
  const filled = items.map((item) => item.trim()).filter((item) => item !== '');
  return filled.length === 0 ? [''] : filled;
}
