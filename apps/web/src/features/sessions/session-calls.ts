/** The calls about a developer's own sessions (contract `identity.ts`). */
import type { DeveloperSessionList } from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import { isDeveloperSessionList } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';

export interface SessionCalls {
  read(signal: AbortSignal): Promise<DeveloperSessionList>;
  end(id: string): Promise<void>;
  endOthers(): Promise<void>;
}

export function createSessionCalls(api: ApiClient): SessionCalls {
  const base = 'identity';
  const path = IDENTITY_PATHS.sessions;
  return {
    read: (signal) => api.json({ base, path, signal }, isDeveloperSessionList),
    end: (id) => api.nothing({ base, path: `${path}/${encodeURIComponent(id)}`, method: 'DELETE' }),
    endOthers: () => api.nothing({ base, path, method: 'DELETE' }),
  };
}
