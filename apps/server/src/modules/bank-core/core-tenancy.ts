/** All applications work for the customers of one bank, once an operator has checked who asks. */
import { BANK_TENANT, makeBankTenant } from '#modules/bank/index.ts';
import type { Tenancy } from '#modules/onboarding/index.ts';

export const coreTenancy: Tenancy = {
  startsSuspended: true,
  async open({ tx }) {
    await makeBankTenant(tx);
    return BANK_TENANT;
  },
};
