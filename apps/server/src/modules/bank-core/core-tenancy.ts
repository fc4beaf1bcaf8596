/** All applications serve the customers of one bank. New applications are suspended until an operator has admitted them. */
import { BANK_TENANT, makeBankTenant } from '#modules/bank/index.ts';
import type { Tenancy } from '#modules/onboarding/index.ts';

export const coreTenancy: Tenancy = {
  startsSuspended: true,
  async open({ tx }) {
    await makeBankTenant(tx);
    return BANK_TENANT;
  },
};
