/** The two calls of the page: what is going on, by our API; what is said about it, by whatever system holds the content. */
import type { MaintenanceAnswer, MaintenancePage } from '@portico/contract';
import type { Locale } from '@portico/contract/values';
import { isMaintenanceAnswer } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { isRecord } from '../../shared/api/api-error.ts';

type Json = Pick<ApiClient, 'json'>;

/** `caller`: whoever looks at this page, nobody's session depends on it. */
export function readMaintenance(api: Json, signal?: AbortSignal): Promise<MaintenanceAnswer> {
  return api.json({ path: '/maintenance', caller: 'customer', signal }, isMaintenanceAnswer);
}

export type MaintenanceText = Pick<MaintenancePage, 'body'> & Partial<Pick<MaintenancePage, 'title'>>;

export function readText(api: Json, apiBase: string, lang: Locale, signal: AbortSignal): Promise<MaintenanceText> {
  return api.json({ base: 'content', path: '/ob-maintenance', query: { api: apiBase, lang }, caller: 'customer', signal }, isText);
}

/** Another system may have no title. */
function isText(value: unknown): value is MaintenanceText {
  return isRecord(value) && typeof value.body === 'string' && (value.title === undefined || typeof value.title === 'string');
}
