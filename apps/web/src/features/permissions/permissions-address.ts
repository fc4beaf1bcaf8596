/** The address contains the list's filter: links and forms change it, and Back restores it. */
import { PERMISSION_VIEWS } from '@portico/contract/values';
import type { PermissionsFilter } from './permissions-calls.ts';

export const PERMISSIONS_PAGE = '/bank/permissions';

/** Stands where an id does: ids have a prefix, so none is equal to it. */
export const WITHDRAW_ALL = 'withdraw-all';
export const WITHDRAW_ALL_PAGE = `${PERMISSIONS_PAGE}/${WITHDRAW_ALL}`;

export function filterOf(query: string): PermissionsFilter {
  const params = new URLSearchParams(query);
  const view = PERMISSION_VIEWS.find((known) => known === params.get('view')) ?? 'inForce';
  return { view, search: (params.get('search') ?? '').slice(0, SEARCH_LENGTH_MAX) };
}

export const SEARCH_LENGTH_MAX = 70;

export function addressOf({ view, search }: PermissionsFilter): string {
  const params = new URLSearchParams({ ...(view === 'inForce' ? {} : { view }), ...(search === '' ? {} : { search }) });
  const query = params.toString();
  return query === '' ? PERMISSIONS_PAGE : `${PERMISSIONS_PAGE}?${query}`;
}
