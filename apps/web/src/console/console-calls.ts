/** The calls of the console. The session is a cookie, so a call carries no secret. */
import type {
  ConsoleAuditBody,
  ConsoleAuditPage,
  ConsoleDecisionBody,
  ConsoleEndConsentBody,
  ConsoleEndedConsent,
  ConsoleFinding,
  ConsoleOverview,
  ConsolePaymentList,
  ConsolePaymentsBody,
  ConsoleProvider,
  ConsoleProviderList,
  ConsoleProvidersBody,
  ConsoleRequest,
  ConsoleRequestBody,
  ConsoleRequestList,
  ConsoleRequestsBody,
  ConsoleSession,
  ConsoleShowBody,
  ConsoleShownValues,
} from '@portico/contract';
import type { ApiClient } from '../shared/api/api-client.ts';

export interface ConsoleCalls {
  session(): Promise<ConsoleSession>;
  signOut(): Promise<void>;
  lookUp(id: string): Promise<ConsoleFinding>;
  show(body: ConsoleShowBody): Promise<ConsoleShownValues>;
  overview(): Promise<ConsoleOverview>;
  payments(body: ConsolePaymentsBody): Promise<ConsolePaymentList>;
  endConsent(body: ConsoleEndConsentBody): Promise<ConsoleEndedConsent>;
  auditPage(body: ConsoleAuditBody): Promise<ConsoleAuditPage>;
  providers(body: ConsoleProvidersBody): Promise<ConsoleProviderList>;
  provider(clientId: string): Promise<ConsoleProvider>;
  ask(body: ConsoleRequestBody): Promise<ConsoleRequest>;
  requests(body: ConsoleRequestsBody): Promise<ConsoleRequestList>;
  decide(body: ConsoleDecisionBody): Promise<ConsoleRequest>;
}

/** Each call throws `ApiError`. */
export function createConsoleCalls(api: Pick<ApiClient, 'json' | 'nothing'>): ConsoleCalls {
  return {
    session: () => api.json({ path: '/session' }),
    signOut: () => api.nothing({ path: '/session', method: 'DELETE' }),
    lookUp: (id) => api.json({ path: '/look-ups', method: 'POST', body: { id } }),
    show: (body) => api.json({ path: '/shown-values', method: 'POST', body }),
    overview: () => api.json({ path: '/overview' }),
    payments: (body) => api.json({ path: '/payment-lists', method: 'POST', body }),
    endConsent: (body) => api.json({ path: '/consent-ends', method: 'POST', body }),
    auditPage: (body) => api.json({ path: '/audit-pages', method: 'POST', body }),
    providers: (body) => api.json({ path: '/provider-lists', method: 'POST', body }),
    provider: (clientId) => api.json({ path: '/provider-pages', method: 'POST', body: { clientId } }),
    ask: (body) => api.json({ path: '/requests', method: 'POST', body }),
    requests: (body) => api.json({ path: '/request-lists', method: 'POST', body }),
    decide: (body) => api.json({ path: '/request-decisions', method: 'POST', body }),
  };
}
