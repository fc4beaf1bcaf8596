/**
 * A customer withdraws a consent at the bank. Concurrent ends of the consent (by the provider, a newer consent, another window) wait for its
 * lock; the first one takes effect, and later queries return that end.
 */
import type { Permission } from '@portico/contract';
import type { BankVisitor } from '../sign-in/index.ts';
import { giversOf } from './givers.ts';
import type { PermissionsDeps } from './permissions-deps.ts';
import { nothingToWithdraw } from './permissions-errors.ts';
import { findPermission } from './read-permissions.ts';

/** Can be repeated. @throws UiRefusal 404; 409: a statement, or unsigned. */
export async function withdrawPermission(deps: PermissionsDeps, visitor: BankVisitor, permissionId: string): Promise<Permission> {
  const consent = await deps.consents.past.find(giversOf(visitor), permissionId);
  if (consent === undefined) {
    await findPermission(deps, visitor, permissionId);
    throw nothingToWithdraw();
  }
  await deps.platform.write((context) => deps.consents.past.revoke(context, consent, permissionId, visitor.customer.customerId));
  const permission = await findPermission(deps, visitor, permissionId);
  if (permission.state === 'asked') throw nothingToWithdraw();
  return permission;
}
