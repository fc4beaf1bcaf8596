/**
 * Each developer's application has its own sandbox, with test customers and a first token. When a developer leaves, one transaction deletes
 * both; only ids in the audit log remain.
 */
import type { Tx } from '#platform/db/database.ts';
import { deleteTenant, lockTenant, markErased } from '#platform/tenant/tenant-store.ts';
import { deleteCustomersAndLedger, seedSandbox } from '../bank-sandbox/index.ts';
import { deleteTokens } from '../oauth/index.ts';
import type { Tenancy } from '../onboarding/index.ts';
import { renewToken } from './developer/current-customer.ts';
import { forgetCurrentAndPayloads } from './developer/current-customer-store.ts';
import type { SandboxDeps } from './sandbox.ts';

type Forget = (tx: Tx, sandboxId: string) => Promise<void>;

/**
 * @param eraseAudit erases the personal content of every audit chain of the sandbox
 * @param forgetOthers functions that delete other modules' rows of a sandbox, in the order of their foreign keys
 */
export function createSandboxTenancy(platform: SandboxDeps['platform'], eraseAudit: Forget, forgetOthers: readonly Forget[]): Tenancy {
  return {
    startsSuspended: false,
    async open({ tx }) {
      const sandboxId = platform.random.id('sbx');
      await seedSandbox(platform, tx, { sandboxId, name: 'Developer', history: 'later' });
      return sandboxId;
    },
    opened: async (context, app) => void (await renewToken(platform, context, app)),
    async erase(context, { sandboxId, appId, clientId }) {
      const { tx } = context;
      await lockTenant(tx, sandboxId);
      await eraseAudit(tx, sandboxId);
      await context.audit({ chain: `application:${appId}`, sandboxId, event: 'application.deleted', ids: { appId, clientId } });
      await markErased(tx, sandboxId);
      await forgetCurrentAndPayloads(tx, sandboxId);
      await deleteTokens(tx, { sandboxId });
      for (const forget of forgetOthers) await forget(tx, sandboxId);
      await deleteCustomersAndLedger(tx, sandboxId);
      await deleteTenant(tx, sandboxId);
    },
  };
}
