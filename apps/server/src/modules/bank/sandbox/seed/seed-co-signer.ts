/**
 * Who gives the second signature for a company: one person of his own, with his own personal code, who comes to the bank for that
 * alone. The names mean "co-signature".
 */
import { type AuthMethod, type BankCountry, IDENTITY_FIELDS_OF } from '@portico/contract/values';
import type { Tx } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import { AUTH_METHODS_OF } from '../auth-methods.ts';
import { insertCustomers, listLoneCompanies, type NewCustomer } from '../customer-store.ts';
import { coSignerPersonalCode, type SeedPosition, seedUserName } from './seed-identity.ts';

const NAMES: Readonly<Record<BankCountry, { readonly firstName: string; readonly surname: string }>> = {
  ee: { firstName: 'Kaur', surname: 'Kaasallkiri' },
  lv: { firstName: 'Ivars', surname: 'Līdzparaksts' },
  lt: { firstName: 'Jonas', surname: 'Bendraparašis' },
};

/** Every company of the sandbox that has nobody gets one. */
export async function seedCoSigners(
  { random }: { readonly random: Random },
  tx: Tx,
  { sandboxId, sandboxNumber }: { readonly sandboxId: string; readonly sandboxNumber: number },
): Promise<void> {
  const companies = await listLoneCompanies(tx, sandboxId);
  if (companies.length === 0) return;
  await insertCustomers(
    tx,
    companies.map(({ customerId, country, customerIndex }) => ({
      ...newCoSigner({ sandboxNumber, country, customerIndex }),
      sandboxId,
      customerId: random.id('cus'),
      signsFor: customerId,
    })),
  );
}

/** `position`: the company's place. */
function newCoSigner(position: SeedPosition): Omit<NewCustomer, 'sandboxId' | 'customerId' | 'signsFor'> {
  const { country, sandboxNumber, customerIndex } = position;
  const { firstName, surname } = NAMES[country];
  return {
    seedKey: undefined,
    userName: `${seedUserName(sandboxNumber, firstName, surname)}.${country}${customerIndex}`,
    country,
    name: `${firstName} ${surname}`,
    firstName,
    surname,
    nationalIdentityNumber: coSignerPersonalCode(position),
    type: 'person',
    authMethods: AUTH_METHODS_OF[country].filter(isFoundByPersonalCode),
    scenario: 'approves',
    debtorDetails: undefined,
  };
}

/** He has no phone or user number of his own to type. */
function isFoundByPersonalCode(method: AuthMethod): boolean {
  return IDENTITY_FIELDS_OF[method].every((field) => field === 'nationalIdentityNumber');
}
