/** The two calls of the page: what is going on, by our API; what is said about it, by whatever system holds the content. */
import type { MaintenanceAnswer, MaintenancePage, MaintenanceWindow } from '@portico/contract';
import type { Locale } from '@portico/contract/values';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { isRecord } from '../../shared/api/api-error.ts';

type Json = Pick<ApiClient, 'json'>;

/** `caller`: whoever looks at this page, nobody's session depends on it. */
export function readMaintenance(api: Json, signal?: AbortSignal): Promise<MaintenanceAnswer> {
  return api.json({ path: '/maintenance', caller: 'customer', signal }, isAnswer);
}

export type MaintenanceText = Pick<MaintenancePage, 'body'> & Partial<Pick<MaintenancePage, 'title'>>;

export function readText(api: Json, apiBase: string, lang: Locale, signal: AbortSignal): Promise<MaintenanceText> {
  return api.json({ base: 'content', path: '/ob-maintenance', query: { api: apiBase, lang }, caller: 'customer', signal }, isText);
}

function isAnswer(value: unknown): value is MaintenanceAnswer {
  if (!isRecord(value) || !Array.isArray(value.planned)) return false;
  return (value.running === null || isWindow(value.running)) && value.planned.every(isWindow);
}

function isWindow(value: unknown): value is MaintenanceWindow {
  return isRecord(value) && isInstant(value.startsAt) && (value.endsAt === undefined || isInstant(value.endsAt));
}

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Another system may have no title. */
function isText(value: unknown): value is MaintenanceText {
  return isRecord(value) && typeof value.body === 'string' && (value.title === undefined || typeof value.title === 'string');
}
