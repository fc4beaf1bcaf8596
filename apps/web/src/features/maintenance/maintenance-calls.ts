/** The page's two calls: the maintenance windows from our API, and the text from the content base, which may be another system. */
import type { MaintenanceAnswer, MaintenancePage } from '@portico/contract';
import type { Locale } from '@portico/contract/values';
import { isMaintenanceAnswer } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { isRecord } from '../../shared/api/api-error.ts';

type Json = Pick<ApiClient, 'json'>;

/** `caller`: the page works without a developer's session, so an error response must not end one. */
export function readMaintenance(api: Json, signal?: AbortSignal): Promise<MaintenanceAnswer> {
  return api.json({ path: '/maintenance', caller: 'customer', signal }, isMaintenanceAnswer);
}

export type MaintenanceText = Pick<MaintenancePage, 'body'> & Partial<Pick<MaintenancePage, 'title'>>;

export function readText(api: Json, apiBase: string, lang: Locale, signal: AbortSignal): Promise<MaintenanceText> {
  return api.json({ base: 'content', path: '/ob-maintenance', query: { api: apiBase, lang }, caller: 'customer', signal }, isText);
}

/** Another content system may send no title. */
function isText(value: unknown): value is MaintenanceText {
  return isRecord(value) && typeof value.body === 'string' && (value.title === undefined || typeof value.title === 'string');
}
