/** The services of the status page: the measured lines that belong to each, and the probe that is sent when there are no other requests. */
import { STATUS_SERVICES, type StatusServiceId } from '@portico/contract/values';

export interface Probe {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface MeasuredService {
  readonly serviceId: StatusServiceId;
  /** Names in the measured lines (`request-log/service-of.ts`). */
  readonly measuredAs: readonly [string, ...string[]];
  /** Its calls wait for a person's phone, so their duration is no measure. */
  readonly waitsForPeople?: true;
  /** Does not exist with a bank's own core. */
  readonly ofSandboxOnly?: true;
  readonly probe: Probe;
}

/** An invalid token: the probe is refused after it has used the same route, token store and database as a real request. */
const bearer = { authorization: 'Bearer status-probe' };

const SERVICES: Readonly<Record<StatusServiceId, Omit<MeasuredService, 'serviceId'>>> = {
  accountInformation: {
    measuredAs: ['accounts', 'consents', 'transactions-statement'],
    probe: { method: 'GET', path: '/api/v1/accounts', headers: bearer },
  },
  payments: {
    measuredAs: ['payments', 'periodic-payments', 'bulk-payments', 'payee-verifications'],
    probe: { method: 'GET', path: '/api/v1/payments/instant-sepa-credit-transfers/status-probe/status', headers: bearer },
  },
  fundsConfirmation: {
    measuredAs: ['funds-confirmations'],
    probe: {
      method: 'POST',
      path: '/api/v1/funds-confirmations',
      headers: bearer,
      body: { account: { iban: 'EE869800100045081764' }, instructedAmount: { amount: '1.00', currency: 'EUR' } },
    },
  },
  authorization: { measuredAs: ['login', 'oauth2'], probe: { method: 'GET', path: '/api/v2/.well-known/openid-configuration' } },
  signing: {
    measuredAs: ['signing', 'bank-sign-in'],
    waitsForPeople: true,
    probe: { method: 'GET', path: '/api/ui/payment/details', headers: { 'signing-id': '00000000-0000-4000-8000-000000000000' } },
  },
  sandbox: { ofSandboxOnly: true, measuredAs: ['sandbox'], probe: { method: 'GET', path: '/api/v1/account-list', headers: bearer } },
  fallback: {
    ofSandboxOnly: true,
    measuredAs: ['fallback'],
    waitsForPeople: true,
    // "status-probe:status-probe"
    probe: { method: 'GET', path: '/api/fallback/v1/accounts', headers: { authorization: 'Basic c3RhdHVzLXByb2JlOnN0YXR1cy1wcm9iZQ==' } },
  },
};

export const isStatusService = (text: string): text is StatusServiceId => Object.hasOwn(STATUS_SERVICES, text);

/** In the order of the status page. */
export const MEASURED_SERVICES: readonly MeasuredService[] = Object.keys(STATUS_SERVICES)
  .filter(isStatusService)
  .map((serviceId) => ({ serviceId, ...SERVICES[serviceId] }));
