/** Which application a page is about. A developer with one application has nothing to choose. */
import type { ApplicationList } from '@portico/contract';
import { SelectField } from '../portal/select-field.tsx';
import styles from './application-select.module.css';
import type { Applications } from './use-applications.ts';

export function ApplicationSelect({ applications: { list, clientId, choose } }: { applications: Applications }) {
  if (list === null || list.length < 2) return null;
  return (
    <div className={styles.field}>
      <SelectField
        label="Application"
        options={list.map((listed) => ({ value: listed.clientId, label: applicationLabel(listed, list) }))}
        value={clientId ?? undefined}
        placeholder="Choose an application"
        onChange={choose}
      />
    </div>
  );
}

/** The name, and the client id where several applications have that name. */
export function applicationLabel({ clientId, clientName }: ApplicationList[number], list: ApplicationList): string {
  return list.filter((other) => other.clientName === clientName).length > 1 ? `${clientName} (${clientId})` : clientName;
}
