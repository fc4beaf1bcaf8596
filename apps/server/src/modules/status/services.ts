/** What the status is about: which measured lines belong to a service, and the request that is sent when nobody else sends one. */
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
  /** Its calls wait for a person's phone: how long one takes says nothing. */
  readonly waitsForPeople?: true;
  /** A bank with its own core behind the server has none. */
  readonly ofSandboxOnly?: true;
  readonly probe: Probe;
}

/** Nobody's: the answer is a refusal, given by the same door, token store and database as every other. */
const bearer = { authorization: 'Bearer status-probe' };

const SERVICES: Readonly<Record<StatusServiceId, Omit<MeasuredService, 'serviceId'>>> = {
  accountInformation: {
    measuredAs: ['accounts', 'consents', 'transactions-statement'],
    probe: { method: 'GET', path: '/api/v1/accounts', headers: bearer },
  },
  payments: {
    measuredAs: ['payments', 'periodic-payments', 'bulk-payments'],
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

/** In the order in which they are shown. */
export const MEASURED_SERVICES: readonly MeasuredService[] = Object.keys(STATUS_SERVICES)
  .filter(isStatusService)
  .map((serviceId) => ({ serviceId, ...SERVICES[serviceId] }));
