import { isIban, isPersonalCode } from '@portico/primitives';
import { describe, expect, it } from 'vitest';
import { AUTH_METHODS_OF } from '../terms/auth-methods.ts';
import { publishedCoSigner, publishedIban, publishedIdentity } from './published-identity.ts';
import { SEED_CUSTOMERS } from './seed-customers.ts';

const everybody = Object.values(SEED_CUSTOMERS).flatMap((customers) =>
  customers.map((seed, customerIndex) => {
    const position = { country: seed.country, customerIndex };
    const person = { ...seed, names: [seed.firstName, seed.surname], authMethods: seed.authMethods ?? AUTH_METHODS_OF[seed.country] };
    return { seed, position, identity: publishedIdentity(position, person) };
  }),
);
/** Of the seeded company in each country. */
const COMPANY_INDEX = 2;

describe('the numbers of the development demonstration', () => {
  it('pass the check rules of their country and differ, those of second signatories included', () => {
    const coSigners = (['ee', 'lv', 'lt'] as const).map((country) => ({
      country,
      code: publishedCoSigner({ country, customerIndex: COMPANY_INDEX }, ['Kaur', 'Kaasallkiri']).nationalIdentityNumber,
    }));
    const codes = [...everybody.map(({ seed, identity }) => ({ country: seed.country, code: identity.nationalIdentityNumber })), ...coSigners];
    expect(codes.filter(({ country, code }) => !isPersonalCode(country, code))).toEqual([]);
    expect(new Set(codes.map(({ country, code }) => `${country}:${code}`)).size).toBe(codes.length);
    const ibans = everybody.flatMap(({ seed, position }) => seed.accounts.map((_, index) => publishedIban(position, index)));
    expect(ibans.filter((iban) => !isIban(iban))).toEqual([]);
    expect(new Set(ibans).size).toBe(ibans.length);
  });

  it('are those that the guides and the journeys name', () => {
    expect(everybody[0]?.identity).toEqual({
      userName: 'liis.naidis.1',
      nationalIdentityNumber: '60001019906',
      phoneNumber: '+37200000016',
      userNumber: undefined,
    });
    expect(publishedIban({ country: 'ee', customerIndex: 0 }, 0)).toBe('EE749900111313760010');
    expect(publishedCoSigner({ country: 'lv', customerIndex: COMPANY_INDEX }, ['Ivars', 'Līdzparaksts']).nationalIdentityNumber).toBe('329000-00118');
    expect(publishedCoSigner({ country: 'lt', customerIndex: COMPANY_INDEX }, ['Jonas', 'Bendraparašis']).nationalIdentityNumber).toBe('35705199906');
  });
});
