/** `/bank/permissions`: the permissions to read this customer's data, and the page of one such permission. */
import type { RuntimeConfig } from '@portico/contract';
import { useMemo } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { OwnPage } from '../../shared/bank-pages/own-page.tsx';
import { usePermissionsText } from './messages.ts';
import { PermissionList } from './permission-list.tsx';
import { PermissionView } from './permission-view.tsx';
import { WITHDRAW_ALL } from './permissions-address.ts';
import { createPermissionsCalls, type PermissionsCalls } from './permissions-calls.ts';
import { WithdrawAll } from './withdraw-all.tsx';

interface PermissionsPageProps {
  /** Undefined: the list; `WITHDRAW_ALL`: the confirmation for all. */
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
      <Content permissionId={permissionId} query={query} calls={calls} config={config} />
    </OwnPage>
  );
}

function Content({ permissionId, query, calls, config }: Omit<PermissionsPageProps, 'api'> & { calls: PermissionsCalls }) {
  if (permissionId === undefined) return <PermissionList query={query} calls={calls} config={config} />;
  if (permissionId === WITHDRAW_ALL) return <WithdrawAll calls={calls} config={config} />;
  return <PermissionView permissionId={permissionId} calls={calls} config={config} />;
}
