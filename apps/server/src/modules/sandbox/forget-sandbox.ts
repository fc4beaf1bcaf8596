/** A developer leaves: his application and all that his sandbox holds go in one transaction. What stays is ids in the audit log. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { deleteSandbox, markErased } from '../bank/index.ts';
import { deleteTokens } from '../oauth/index.ts';
import type { SandboxDeps } from './sandbox.ts';
import { forgetCurrentAndPayloads, lockDeveloper, lockSandboxRow } from './sandbox-store.ts';

export async function forgetDeveloperSandbox(deps: SandboxDeps, context: WriteContext, developerId: string): Promise<void> {
  const { tx } = context;
  await lockDeveloper(tx, developerId);
  const app = await deps.tppApps.findByDeveloper(tx, developerId);
  if (app === undefined) return;
  const { sandboxId, appId, clientId } = app;
  await lockSandboxRow(tx, sandboxId);
  await deps.eraseAudit(tx, sandboxId);
  await context.audit({ chain: `application:${appId}`, sandboxId, event: 'application.deleted', ids: { appId, clientId } });
  await markErased(tx, sandboxId);
  await forgetCurrentAndPayloads(tx, sandboxId);
  await deleteTokens(tx, { sandboxId });
  for (const forget of deps.forgetSandbox) await forget(tx, sandboxId);
  await deps.tppApps.forgetSandbox(tx, sandboxId);
  await deleteSandbox(tx, sandboxId);
}
