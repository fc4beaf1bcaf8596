/** Values of the status page: the bank's services, their states and their limits. */

/** By id, in the order of display. */
export const STATUS_SERVICES = {
  accountInformation: 'Account information',
  payments: 'Payments',
  fundsConfirmation: 'Funds confirmation',
  authorization: 'Authorization server',
  signing: 'Signing pages',
  sandbox: 'Sandbox',
  fallback: 'Fallback interface',
} as const;
export type StatusServiceId = keyof typeof STATUS_SERVICES;

export const SERVICE_STATES = ['operational', 'degraded', 'down', 'maintenance', 'noData'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** Titles of {@link SERVICE_STATES}. */
export const SERVICE_STATE_WORDS: Readonly<Record<ServiceState, string>> = {
  operational: 'Operational',
  degraded: 'Degraded',
  down: 'Down',
  maintenance: 'Maintenance',
  noData: 'No data',
};

export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** Number of days on the status page, including today. */
export const STATUS_DAYS = 90;

/** The time zone of the days. */
export const STATUS_ZONE = 'Europe/Tallinn';

/** A service is degraded from these shares of the requests in the last minutes. */
export const DEGRADED = { failedPercent: 5, slowPercent: 20, slowMs: 2_000, minutes: 5 } as const;
