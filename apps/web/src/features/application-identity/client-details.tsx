/** Name, redirect URIs and contacts of the application, to read. */
import type { ApplicationIdentity } from '@portico/contract';
import { Card } from '../../shared/portal/card.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { inPlaces } from '../../shared/ui/in-places.ts';
import styles from './application-identity.module.css';

const ROLES = { ais: 'account information', pis: 'payment initiation', piis: 'confirmation of funds' } as const;

export function ClientDetails({ application, onEdit }: { application: ApplicationIdentity; onEdit: () => void }) {
  return (
    <Card
      title="Application"
      aside={
        <Button kind="secondary" isDense onClick={onEdit}>
          Edit
        </Button>
      }
    >
      <DefinitionList>
        <Definition label="Client Name">{application.clientName}</Definition>
        <Definition label="Redirect Uri" isLong>
          <TextList items={application.redirectionUris} />
        </Definition>
        <Definition label="Contacts" isLong>
          <TextList items={application.contacts} />
        </Definition>
        <Definition label="Registered name">
          {application.registeredName}
          <p className="small muted">Customers see it on the signing page. The bank keeps it.</p>
        </Definition>
        {application.admission === undefined ? null : (
          <>
            <Definition label="Authorisation number">{application.admission.authorisationNumber}</Definition>
            <Definition label="Roles">{application.admission.roles.map((role) => ROLES[role]).join(', ')}</Definition>
          </>
        )}
      </DefinitionList>
    </Card>
  );
}

export function TextList({ items }: { items: readonly string[] }) {
  if (items.length === 0) return <span className="muted">None</span>;
  return (
    <ul className={styles.list} translate="no">
      {inPlaces(items).map(({ key, item }) => (
        <li key={key}>{item}</li>
      ))}
    </ul>
  );
}
