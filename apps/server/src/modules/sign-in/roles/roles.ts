/**
 * The roles of the person who signs in (docs/decisions/0110). The bank lists them; the browser only chooses one of the list. The role is the customer of
 * the bank session, so that every page, consent and payment of the session is that customer's.
 */
import type { RolesToChoose } from '@portico/contract';
import { type Customer, digestPerson, type Owner, type Role } from '../../bank/index.ts';
import type { SignInDeps } from '../sign-in-deps.ts';
import { roleUnknown } from '../sign-in-refusals.ts';
import type { SignInAuthentication, StoredSignIn } from '../sign-in-store.ts';

type RoleSource = {
  readonly platform: Pick<SignInDeps['platform'], 'config' | 'db'>;
  readonly bank: Pick<SignInDeps['bank'], 'findCustomer' | 'listRoles'>;
};

/** Second signatories have no accounts, so they can sign in only to the bank's own pages. */
const isOfferedFor = (purpose: StoredSignIn['purpose'], signsSecond: boolean | undefined) => signsSecond !== true || purpose === 'bank';

/** The customer whom the device is asked for: the role that the sign-in is for, otherwise the first that it offers. Undefined: the person has none. */
export async function findRoleOf(
  deps: RoleSource,
  { onlyCustomerId, purpose }: Pick<StoredSignIn, 'onlyCustomerId' | 'purpose'>,
  found: Customer,
): Promise<Customer | undefined> {
  const isItself = onlyCustomerId === undefined || onlyCustomerId === found.customerId;
  if (isItself && isOfferedFor(purpose, found.signsFor !== undefined)) return found;
  const roles = await deps.bank.listRoles(deps.platform.db, found);
  const role = roles.find(
    ({ customerId, signsSecond }) => isOfferedFor(purpose, signsSecond) && (onlyCustomerId === undefined || customerId === onlyCustomerId),
  );
  return role && findOwnRole(deps, { sandboxId: found.sandboxId, customerId: role.customerId }, digestPerson(deps.platform.config.keys, found));
}

/**
 * The role in which the person signs in: the only one, or the chosen one. Call it only after the person was authenticated, because it names companies.
 * @throws UiRefusal 409 ROLE_UNKNOWN.
 */
export async function takeRole(
  deps: RoleSource,
  { onlyCustomerId, purpose }: StoredSignIn,
  { sandboxId, customerId, person }: SignInAuthentication,
  chosen: string | undefined,
): Promise<Pick<Owner, 'customerId'> | RolesToChoose> {
  // What the customer was sent for fixes the role.
  const isFixed = onlyCustomerId !== undefined;
  const roles = isFixed
    ? []
    : (await deps.bank.listRoles(deps.platform.db, { sandboxId, customerId })).filter((role) => isOfferedFor(purpose, role.signsSecond));
  const [only, another] = roles;
  const roleId = chosen ?? (another === undefined ? (only?.customerId ?? customerId) : undefined);
  if (roleId === undefined) return toChoices(roles);
  const isOffered = roles.some((role) => role.customerId === roleId);
  if (roleId === customerId && (isOffered || roles.length === 0)) return { customerId };
  const role = isOffered ? await findOwnRole(deps, { sandboxId, customerId: roleId }, person) : undefined;
  if (role === undefined) throw roleUnknown();
  return role;
}

export function toChoices(roles: readonly Role[]): RolesToChoose {
  return { roles: roles.map(({ customerId, name, type }) => ({ roleId: customerId, name, type })) };
}

/** Undefined: the bank no longer has the role, or names another person for it. `person`: `digestPerson`. */
export async function findOwnRole({ platform, bank }: RoleSource, owner: Owner, person: string | undefined): Promise<Customer | undefined> {
  const customer = await bank.findCustomer(owner);
  return customer !== undefined && digestPerson(platform.config.keys, customer) === person ? customer : undefined;
}
