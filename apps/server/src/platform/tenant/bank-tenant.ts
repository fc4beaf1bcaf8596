/** The tenant of a bank's own core. Every other tenant is a sandbox. */
export const BANK_TENANT = 'bank';
