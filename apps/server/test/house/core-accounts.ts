/** Whom the small core of `apps/demo-core` knows, and what it says of their accounts, asked directly. */
import { type CoreProcess, member } from '@portico/testkit';

/** Two persons of the core. */
export const KERSTI = { customerId: 'c-1001', name: 'Kersti Tuumik', country: 'ee', nationalIdentityNumber: '49001019999', method: 'SMART_ID' };
export const OSKAR = { customerId: 'c-1002', name: 'Oskar Näidispoeg' };

/** A company of the core: its representative signs first, another person second. */
export const COMPANY = {
  customerId: 'c-2001',
  name: 'Näidispaber OÜ',
  signatory: 'Liis Näidisjuht',
  country: 'ee',
  nationalIdentityNumber: '49001019988',
  method: 'SMART_ID',
};
export const SECOND = { name: 'Priit Kaasallkirjastaja', country: 'ee', nationalIdentityNumber: '39001019987', method: 'SMART_ID' };

export interface CoreAccountState {
  readonly iban: string;
  readonly bookedCents: number;
  readonly availableCents: number;
}

/** What the core itself says, asked past every line. */
export async function readCoreAccount(core: CoreProcess, customerId: string, position = 0): Promise<CoreAccountState> {
  const accounts = member(await core.ask('list-accounts', { customerId }), 'accounts');
  const account: unknown = Array.isArray(accounts) ? accounts[position] : undefined;
  return {
    iban: String(member(account, 'iban')),
    bookedCents: Number(member(account, 'bookedCents')),
    availableCents: Number(member(account, 'availableCents')),
  };
}
