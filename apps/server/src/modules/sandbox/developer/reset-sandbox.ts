/** Resets to the seeded state in one transaction: first ends open work, then restores balances, then deletes stored payloads. */

import type { Owner } from '#modules/bank/index.ts';
import { listTestCustomers, resetCustomer } from '#modules/bank-sandbox/index.ts';
import { deleteTokens } from '#modules/oauth/index.ts';
import type { RegisteredApp } from '#modules/tpp-apps/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { lockTenant, resetClock } from '#platform/tenant/tenant-store.ts';
import { customerUnknown } from '../refusals.ts';
import type { SandboxDeps } from '../sandbox.ts';
import { renewToken } from './current-customer.ts';
import { deletePayloads } from './current-customer-store.ts';

/** Ends what a customer and the applications have begun, so that their accounts can be emptied. */
export async function endOpenWork(deps: SandboxDeps, context: WriteContext, owner: Owner): Promise<void> {
  await deps.endSignings(context, owner);
  await deps.endBankSessions(context.tx, owner);
  await deps.endPayments(context, owner);
  await deps.endAccess(context, owner);
  await deps.liftBlocks(context.tx, owner);
  await deletePayloads(context.tx, owner);
}

export async function resetOne(deps: SandboxDeps, context: WriteContext, owner: Owner): Promise<void> {
  await endOpenWork(deps, context, owner);
  if (!(await resetCustomer(deps.platform, context.tx, owner))) throw customerUnknown();
  const { sandboxId, customerId } = owner;
  await context.audit({ chain: `sandbox:${sandboxId}`, sandboxId, event: 'sandbox.customer-reset', ids: { customerId } });
}

/** Resets the clock first, so that the new generation is dated in real time. Sessions and tokens that were dated ahead end. */
export async function resetAll(deps: SandboxDeps, context: WriteContext, app: RegisteredApp): Promise<void> {
  const { sandboxId } = app;
  await lockTenant(context.tx, sandboxId);
  await deps.endSignings(context, { sandboxId });
  await resetClock(context.tx, sandboxId);
  // Of co-signers, too, who are no test customers of their own.
  await deps.endBankSessions(context.tx, { sandboxId });
  await deleteTokens(context.tx, { sandboxId });
  for (const { customerId } of await listTestCustomers(context.tx, sandboxId)) await resetOne(deps, context, { sandboxId, customerId });
  await renewToken(deps.platform, context, app);
  await context.audit({ chain: `sandbox:${sandboxId}`, sandboxId, event: 'sandbox.real-time', ids: {} });
}
