import type { ConsoleProviderSummary } from '@portico/contract';
import { Badge } from '../shared/ui/badge.tsx';

export function ProviderState({ provider: { isSuspended, isAdmitted } }: { provider: Pick<ConsoleProviderSummary, 'isSuspended' | 'isAdmitted'> }) {
  if (isSuspended) return <Badge kind="warn">{isAdmitted ? 'Suspended' : 'Suspended, not admitted'}</Badge>;
  return <Badge kind={isAdmitted ? 'ok' : 'plain'}>{isAdmitted ? 'Active' : 'Active, not vetted'}</Badge>;
}
