/** Lists the logins of the seeded customers. */
import type { DemoLogin } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { findCoSigners, listSeededCustomers } from '../store/customer-store.ts';
import type { SandboxCustomer } from './sandbox-customer.ts';

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

function toCoSigner(customer: SandboxCustomer | undefined): DemoLogin['coSigner'] {
  return customer && { name: customer.name, nationalIdentityNumber: customer.nationalIdentityNumber };
}
