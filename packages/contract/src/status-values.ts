/** What the bank measures and says about its services. */

/** By id, in the order in which they are shown. */
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

/** How many days the status shows, today included. */
export const STATUS_DAYS = 90;

/** Whose days are meant. */
export const STATUS_ZONE = 'Europe/Tallinn';

/** Of the requests of the last minutes: from these shares on a service is degraded. */
export const DEGRADED = { failedPercent: 5, slowPercent: 20, slowMs: 2_000, minutes: 5 } as const;
