/** The calls of the console. The session is a cookie, so a call carries no secret. */
import type { ConsoleAuditBody, ConsoleAuditPage, ConsoleFinding, ConsoleSession, ConsoleShowBody, ConsoleShownValues } from '@portico/contract';
import type { ApiClient } from '../shared/api/api-client.ts';

export interface ConsoleCalls {
  session(): Promise<ConsoleSession>;
  signOut(): Promise<void>;
  lookUp(id: string): Promise<ConsoleFinding>;
  show(body: ConsoleShowBody): Promise<ConsoleShownValues>;
  auditPage(body: ConsoleAuditBody): Promise<ConsoleAuditPage>;
}

/** Each call throws `ApiError`. */
export function createConsoleCalls(api: Pick<ApiClient, 'json' | 'nothing'>): ConsoleCalls {
  return {
    session: () => api.json({ path: '/session' }),
    signOut: () => api.nothing({ path: '/session', method: 'DELETE' }),
    lookUp: (id) => api.json({ path: '/look-ups', method: 'POST', body: { id } }),
    show: (body) => api.json({ path: '/shown-values', method: 'POST', body }),
    auditPage: (body) => api.json({ path: '/audit-pages', method: 'POST', body }),
  };
}
