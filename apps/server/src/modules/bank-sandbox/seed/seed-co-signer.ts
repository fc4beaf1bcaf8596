/**
 * Who gives the second signature for a company: one person of his own, with his own personal code, who comes to the bank for that
 * alone. The names mean "co-signature".
 */
import { type AuthMethod, type BankCountry, IDENTITY_FIELDS_OF } from '@portico/contract/values';
import type { Tx } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import { drawIdentity } from '../customers/draw-identity.ts';
import { insertCustomers, listLoneCompanies, type NewCustomer } from '../store/customer-store.ts';
import { AUTH_METHODS_OF } from '../terms/auth-methods.ts';
import { publishedCoSigner } from './published-identity.ts';

const NAMES: Readonly<Record<BankCountry, { readonly firstName: string; readonly surname: string }>> = {
  ee: { firstName: 'Kaur', surname: 'Kaasallkiri' },
  lv: { firstName: 'Ivars', surname: 'Līdzparaksts' },
  lt: { firstName: 'Jonas', surname: 'Bendraparašis' },
};

/** Every company of the sandbox that has nobody gets one. `hasPublishedNumbers`: the demonstration's companies get the published ones. */
export async function seedCoSigners(
  { random }: { readonly random: Random },
  tx: Tx,
  { sandboxId, hasPublishedNumbers = false }: { readonly sandboxId: string; readonly hasPublishedNumbers?: boolean },
): Promise<void> {
  const companies = await listLoneCompanies(tx, sandboxId);
  if (companies.length === 0) return;
  await insertCustomers(
    tx,
    companies.map(({ customerId, country, customerIndex }) => {
      const coSigner = newCoSigner(country);
      const names = [coSigner.firstName, coSigner.surname];
      const published = hasPublishedNumbers ? [publishedCoSigner({ country, customerIndex }, names)] : [];
      return {
        ...coSigner,
        identify: () => published.pop() ?? drawIdentity(random, { country, sex: 'male', names, authMethods: coSigner.authMethods }),
        sandboxId,
        customerId: random.id('cus'),
        signsFor: customerId,
      };
    }),
  );
}

function newCoSigner(country: BankCountry): Omit<NewCustomer, 'sandboxId' | 'customerId' | 'signsFor' | 'identify'> {
  const { firstName, surname } = NAMES[country];
  return {
    seedKey: undefined,
    country,
    name: `${firstName} ${surname}`,
    firstName,
    surname,
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
