/** The status of the bank's services (contract `status.ts`). */
import type { ApiStatus } from '@portico/contract';
import { SERVICE_STATES } from '@portico/contract/values';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { isRecord } from '../../shared/api/api-error.ts';

export const STATUS_PATH = '/specs/api-status';

export const readStatus = (api: ApiClient, signal: AbortSignal): Promise<ApiStatus> => api.json({ path: STATUS_PATH, signal }, isApiStatus);

const isState = (value: unknown): boolean => SERVICE_STATES.some((state) => state === value);
const isText = (value: unknown): boolean => typeof value === 'string';

/** Also of what this browser has kept: it may be older than the page. */
export function isApiStatus(value: unknown): value is ApiStatus {
  if (!isRecord(value) || !isState(value.state) || !isText(value.summary) || !isText(value.today)) return false;
  const { services, incidents, maintenance } = value;
  return isListOf(services, isService) && isListOf(incidents, isIncident) && isListOf(maintenance, isMaintenance);
}

const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(isOne);

const isService = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.serviceId) &&
  isText(value.title) &&
  isState(value.state) &&
  isListOf(value.days, (day) => isRecord(day) && isText(day.date) && isState(day.state) && typeof day.downSeconds === 'number');

const isIncident = (value: unknown): boolean =>
  isRecord(value) &&
  [value.incidentId, value.title, value.state, value.startedAt].every(isText) &&
  isListOf(value.services, isText) &&
  isListOf(value.updates, (update) => isRecord(update) && [update.at, update.state, update.text].every(isText));

const isMaintenance = (value: unknown): boolean => isRecord(value) && isText(value.maintenanceId) && isText(value.startsAt) && isRecord(value.texts);
