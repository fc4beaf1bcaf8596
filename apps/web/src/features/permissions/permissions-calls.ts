/** The calls of the permissions page; the bank session's cookie decides whose permissions they show. */
import type { PermissionAnswer, PermissionReadings, Permissions, PermissionView } from '@portico/contract';
import { isPermissionAnswer, isPermissionReadings, isPermissions } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { createDoorCalls, type DoorCalls } from '../../shared/bank-pages/door-calls.ts';

export interface PermissionsFilter {
  readonly view: PermissionView;
  /** Empty: everything. */
  readonly search: string;
}

export interface PermissionsCalls extends DoorCalls {
  list(filter: PermissionsFilter, after: string | undefined, signal: AbortSignal): Promise<Permissions>;
  find(permissionId: string, signal: AbortSignal): Promise<PermissionAnswer>;
  /** `before`: `next` of the previous page. */
  readings(permissionId: string, before: string | undefined, signal: AbortSignal): Promise<PermissionReadings>;
  withdraw(permissionId: string): Promise<PermissionAnswer>;
}

const PATH = '/bank/permissions/given';

/** Address of the file with all permissions. */
export const pdfOf = (language: string): string => `${PATH}/pdf?language=${language}`;

export function createPermissionsCalls(api: ApiClient): PermissionsCalls {
  const base = 'root';
  const pathOf = (permissionId: string) => `${PATH}/${encodeURIComponent(permissionId)}`;
  return {
    ...createDoorCalls(api),
    list({ view, search }, after, signal) {
      const query = new URLSearchParams({ view, ...(search === '' ? {} : { search }), ...(after === undefined ? {} : { after }) });
      return api.json({ base, path: `${PATH}?${query.toString()}`, signal }, isPermissions);
    },
    find: (permissionId, signal) => api.json({ base, path: pathOf(permissionId), signal }, isPermissionAnswer),
    readings: (permissionId, before, signal) =>
      api.json(
        { base, path: `${pathOf(permissionId)}/readings${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}`, signal },
        isPermissionReadings,
      ),
    withdraw: (permissionId) => api.json({ base, path: `${pathOf(permissionId)}/withdrawal`, method: 'POST' }, isPermissionAnswer),
  };
}
