/**
 * A developer leaves. In the sandbox his application and all that his sandbox holds go in one transaction; what stays is ids in the
 * audit log. At a bank with its own core the customers and their orders stay, and his application is closed.
 */

import type { WriteContext } from '#platform/db/run-write.ts';
import { deleteTenant, lockTenant, markErased } from '#platform/tenant/tenant-store.ts';
import { deleteCustomersAndLedger } from '../bank-sandbox/index.ts';
import { deleteTokens } from '../oauth/index.ts';
import type { RegisteredApp } from '../tpp-apps/index.ts';
import { forgetCurrentAndPayloads, lockDeveloper } from './developer/current-customer-store.ts';
import { endApp } from './end-app.ts';
import type { SandboxDeps } from './sandbox.ts';

export async function forgetDeveloperSandbox(deps: SandboxDeps, context: WriteContext, developerId: string): Promise<void> {
  const { tx } = context;
  await lockDeveloper(tx, developerId);
  const app = await deps.tppApps.findByDeveloper(tx, developerId);
  if (app === undefined) return;
  const forget = deps.platform.config.bank === 'sandbox' ? eraseSandbox : closeAtBank;
  await forget(deps, context, app);
}

async function closeAtBank(deps: SandboxDeps, context: WriteContext, app: RegisteredApp): Promise<void> {
  await endApp(deps, context, app);
  await deps.tppApps.close(context, app);
}

async function eraseSandbox(deps: SandboxDeps, context: WriteContext, { sandboxId, appId, clientId }: RegisteredApp): Promise<void> {
  const { tx } = context;
  await lockTenant(tx, sandboxId);
  await deps.eraseAudit(tx, sandboxId);
  await context.audit({ chain: `application:${appId}`, sandboxId, event: 'application.deleted', ids: { appId, clientId } });
  await markErased(tx, sandboxId);
  await forgetCurrentAndPayloads(tx, sandboxId);
  await deleteTokens(tx, { sandboxId });
  for (const forget of deps.forgetSandbox) await forget(tx, sandboxId);
  await deps.tppApps.forgetSandbox(tx, sandboxId);
  await deleteCustomersAndLedger(tx, sandboxId);
  await deleteTenant(tx, sandboxId);
}
