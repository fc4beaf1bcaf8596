/** The second signatory of a company: a separate person with their own personal code, without accounts. The names mean "co-signature". */
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

/** Creates a second signatory for every company of the sandbox without one. `hasPublishedNumbers`: for the demonstration, with published numbers. */
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

/** Second signatories have no phone or user number. */
function isFoundByPersonalCode(method: AuthMethod): boolean {
  return IDENTITY_FIELDS_OF[method].every((field) => field === 'nationalIdentityNumber');
}
