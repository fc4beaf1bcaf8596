/** The edition for a bank with its own core. */
import { BANK_TENANT, makeBankTenant } from '#modules/bank/index.ts';
import { coreTenancy, type MakeCore } from '#modules/bank-core/index.ts';
import { createApplyEvent } from './apply-core-event.ts';
import type { MakeEdition } from './edition.ts';
import { createFindOrigins } from './find-origins.ts';

export const createCoreEdition =
  (makeCore: MakeCore): MakeEdition =>
  ({ platform, modules }) => ({
    jobs: [],
    ...makeCore({ ...platform, findOrigins: createFindOrigins(modules), applyEvent: createApplyEvent(modules) }),
    tenancy: coreTenancy,
    retentions: [],
    guardCalls: (requireToken) => requireToken,
    // A core has its own customers, so no demo customers are created.
    async seedDemo() {
      await platform.write(({ tx }) => makeBankTenant(tx));
      return { sandboxId: BANK_TENANT, logins: [] };
    },
  });
