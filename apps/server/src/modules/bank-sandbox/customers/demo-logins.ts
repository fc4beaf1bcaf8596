/** What somebody needs to sign in as a seeded customer; printed at the start of a development server, never shown elsewhere. */
import type { AuthMethod, BankCountry, CustomerScenario } from '@portico/contract';
import type { Customer } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { findCoSigners, listSeededCustomers } from '../store/customer-store.ts';

export interface DemoLogin {
  readonly country: BankCountry;
  readonly name: string;
  readonly userName: string;
  readonly nationalIdentityNumber: string;
  readonly phoneNumber?: string | undefined;
  readonly userNumber?: string | undefined;
  readonly type: 'person' | 'company';
  readonly authMethods: readonly AuthMethod[];
  readonly scenario: CustomerScenario;
  /** Of a company: who gives the second signature. */
  readonly coSigner?: { readonly name: string; readonly nationalIdentityNumber: string } | undefined;
}

/** By country, the ordinary person of each country first. */
export async function listDemoLogins(reader: Reader, sandboxId: string): Promise<readonly DemoLogin[]> {
  const customers = await listSeededCustomers(reader, sandboxId);
  const coSigners = await findCoSigners(reader, sandboxId);
  return customers.map(({ customerId, country, name, userName, nationalIdentityNumber, phoneNumber, userNumber, type, authMethods, scenario }) => ({
    country,
    name,
    userName,
    nationalIdentityNumber,
    phoneNumber,
    userNumber,
    type,
    authMethods,
    scenario,
    coSigner: toCoSigner(coSigners.get(customerId)),
  }));
}

function toCoSigner(customer: Customer | undefined): DemoLogin['coSigner'] {
  return customer && { name: customer.name, nationalIdentityNumber: customer.nationalIdentityNumber };
}
