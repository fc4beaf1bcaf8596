/** The workbench for a visitor, or for a developer with a customer or a fallback user. The code for developers is loaded for them only. */
import type { OperationBrief, RuntimeConfig } from '@portico/contract';
import type { AuthRoot } from '../../../shared/auth/auth-slice.ts';
import { lazyComponent } from '../../../shared/page/lazy-component.tsx';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { listOf } from '../explorer-calls.ts';
import { OperationOverview } from './operation-overview.tsx';
import { Workbench } from './workbench.tsx';

interface VisitorWorkbenchProps {
  /** Path of the explorer. */
  url: string;
  slice: OperationBrief;
  config: RuntimeConfig;
}

const CustomerWorkbench = lazyComponent(async () => (await import('./customer-workbench.tsx')).CustomerWorkbench, OperationOverview);
const FallbackWorkbench = lazyComponent(async () => (await import('./fallback-workbench.tsx')).FallbackWorkbench, OperationOverview);

export function VisitorWorkbench(props: VisitorWorkbenchProps) {
  const { isAuthorized } = useAppSelector((state: AuthRoot) => state.auth);
  const list = listOf(props.url);
  if (!isAuthorized) return <Workbench {...props} list={list} customer={undefined} />;
  return list === 'fallback' ? <FallbackWorkbench {...props} /> : <CustomerWorkbench {...props} list={list} />;
}
