/** What the owner asked to change of what the bank vetted: it waits, and can be withdrawn. */
import type { ApplicationIdentity } from '@portico/contract';
import { withdrawChange } from '../../shared/application/application-identity-slice.ts';
import { formatDateTime } from '../../shared/format/dates.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Card } from '../../shared/portal/card.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { TextList } from './client-details.tsx';

type PendingChange = NonNullable<ApplicationIdentity['pendingChange']>;

export function WaitingChange({ change }: { change: PendingChange }) {
  const { toasts } = useExtra();
  const dispatch = useAppDispatch();
  const { isPending, failure } = useFormRequest(withdrawChange.typePrefix);
  const withdraw = async () => {
    const withdrawn = await dispatch(withdrawChange());
    if (withdrawChange.fulfilled.match(withdrawn)) toasts.show({ kind: 'ok', text: 'Your change is withdrawn.' });
  };
  const { clientName, redirectionUris, contacts, requestedAt } = change;
  return (
    <Card
      title="Waits for the bank’s approval"
      aside={
        <Button kind="secondary" isDense isBusy={isPending} onClick={() => void withdraw()}>
          Withdraw this change
        </Button>
      }
    >
      <p className="second">
        You asked for this change on {formatDateTime(requestedAt, 'en', browserTimeZone())}. The values below are not in force yet.
      </p>
      {failure === undefined ? null : <ActionFailure failure={failure} />}
      <DefinitionList>
        {clientName === undefined ? null : <Definition label="New Client Name">{clientName}</Definition>}
        {redirectionUris === undefined ? null : (
          <Definition label="New Redirect Uri" isLong>
            <TextList items={redirectionUris} />
          </Definition>
        )}
        {contacts === undefined ? null : (
          <Definition label="New Contacts" isLong>
            <TextList items={contacts} />
          </Definition>
        )}
      </DefinitionList>
    </Card>
  );
}
