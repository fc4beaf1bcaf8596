/** Which role may do what. The pages read the result from the session; only the server decides. */
import { CONSOLE_ACTS, CONSOLE_ROLES, type ConsoleAct, type ConsoleRole } from '@portico/contract/values';

export const ROLES_OF_ACTS: Readonly<Record<ConsoleAct, readonly ConsoleRole[]>> = {
  overview: CONSOLE_ROLES,
  find: ['support', 'operations', 'provider-manager', 'auditor'],
  show: ['support', 'operations'],
  payments: ['support', 'operations', 'auditor'],
  providers: ['support', 'operations', 'provider-manager', 'auditor'],
  requests: ['operations', 'provider-manager', 'auditor'],
  suspend: ['operations', 'provider-manager'],
  decide: ['operations', 'provider-manager'],
  revoke: ['support', 'operations'],
  audit: ['auditor', 'administrator'],
};

export const isAllowed = (act: ConsoleAct, roles: readonly ConsoleRole[]): boolean => ROLES_OF_ACTS[act].some((role) => roles.includes(role));

export const actsOf = (roles: readonly ConsoleRole[]): ConsoleAct[] => CONSOLE_ACTS.filter((act) => isAllowed(act, roles));

/**
 * Returns the roles of the groups of an ID token, in the order of the table above. An unknown group gives no role.
 *
 * @param groups the claim as sent: providers send a list, or one text for one group
 */
export function rolesOfGroups(groups: unknown, map: ReadonlyMap<string, ConsoleRole>): ConsoleRole[] {
  const named = new Set((Array.isArray(groups) ? groups : [groups]).map((group) => (typeof group === 'string' ? map.get(group) : undefined)));
  return CONSOLE_ROLES.filter((role) => named.has(role));
}
