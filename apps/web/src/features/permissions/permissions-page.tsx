/** `/bank/permissions`: the permissions to read this customer's data, and the page of one such permission. */
import type { RuntimeConfig } from '@portico/contract';
import { useMemo } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { OwnPage } from '../../shared/bank-pages/own-page.tsx';
import { usePermissionsText } from './messages.ts';
import { PermissionList } from './permission-list.tsx';
import { PermissionView } from './permission-view.tsx';
import { createPermissionsCalls } from './permissions-calls.ts';

interface PermissionsPageProps {
  /** Undefined: the list. */
  readonly permissionId: string | undefined;
  /** Query of the address, which filters the list. */
  readonly query: string;
  readonly api: ApiClient;
  readonly config: RuntimeConfig;
}

export function PermissionsPage({ permissionId, query, api, config }: PermissionsPageProps) {
  const calls = useMemo(() => createPermissionsCalls(api), [api]);
  const text = usePermissionsText();
  return (
    <OwnPage name="permissions" documentTitle={text('permissions.documentTitle', { bankName: config.bankName })} config={config}>
      {permissionId === undefined ? (
        <PermissionList query={query} calls={calls} config={config} />
      ) : (
        <PermissionView permissionId={permissionId} calls={calls} config={config} />
      )}
    </OwnPage>
  );
}
