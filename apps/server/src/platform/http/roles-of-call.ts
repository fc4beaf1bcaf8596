/**
 * The roles that allow an application to make a call; one of the named roles is enough. The limit applies to applications that an operator
 * admitted. `modules/tpp-apps` and `modules/fallback` refuse calls by this table, and the API documents list the refusal by it.
 */
import type { ProviderRole } from '@portico/contract/values';

/** Method and registered route. Ending is always allowed: an application that lost a role can still end what it began. */
const STOPS: readonly RegExp[] = [/^DELETE /, /\/:paymentId\/cancellation-authorisations(\/|$)/];

/** By the beginning of the registered route. */
const SERVICES: readonly (readonly [route: RegExp, roles: readonly ProviderRole[]])[] = [
  [/^\/api\/v1\/(payments|periodic-payments|bulk-payments)\//, ['pis']],
  [/^\/api\/v1\/(consents|accounts|account-list|transactions-statements)(\/|$)/, ['ais']],
  [/^\/api\/v1\/funds-confirmations$/, ['piis']],
  [/^\/api\/v1\/payee-verifications$/, ['pis']],
  [/^\/api\/fallback\/v1\/payments(\/|$)/, ['pis']],
  [/^\/api\/fallback\/v1\/accounts(\/|$)/, ['ais']],
  [/^\/api\/fallback\/v1\/sign-ins(\/|$)/, ['ais', 'pis']],
];

/** Returns the roles of a call; undefined: it needs none. */
export function rolesOfCall(method: string, route: string): readonly ProviderRole[] | undefined {
  if (STOPS.some((stop) => stop.test(`${method} ${route}`))) return undefined;
  return SERVICES.find(([service]) => service.test(route))?.[1];
}

const NAMES: Readonly<Record<ProviderRole, string>> = {
  ais: 'account information (PSP_AI)',
  pis: 'payment initiation (PSP_PI)',
  piis: 'confirmation of funds (PSP_IC)',
};

/**
 * Returns the missing role of an application for a call, as a text for its developer; undefined: it may call. `roles`: those of its admission;
 * undefined before the admission, when all calls are allowed.
 */
export function missingRole(roles: readonly ProviderRole[] | undefined, call: Call): string | undefined {
  const names = lackingNames(roles, call);
  return (
    names &&
    `This call needs the role ${names}, and the bank admitted your application without it. Nothing was done. Ask the bank’s support to change the roles of your application.`
  );
}

/** The same for the roles in the certificate of a call; undefined: the call has none. A call needs the role from both. */
export function missingRoleOfCertificate(roles: readonly ProviderRole[] | undefined, call: Call): string | undefined {
  const names = lackingNames(roles, call);
  const found = roles === undefined || roles.length === 0 ? 'no role of a provider' : roles.map((role) => NAMES[role]).join(' and ');
  return names && `This call needs the role ${names}, and the certificate has ${found}. Nothing was done. Call with a certificate that has the role.`;
}

interface Call {
  readonly method: string;
  readonly route: string;
}

function lackingNames(roles: readonly ProviderRole[] | undefined, { method, route }: Call): string | undefined {
  const needed = rolesOfCall(method, route);
  if (roles === undefined || needed === undefined || needed.some((role) => roles.includes(role))) return undefined;
  return needed.map((role) => NAMES[role]).join(' or ');
}
