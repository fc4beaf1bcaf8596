/** Explains to a developer what is wrong with an IBAN. */
import { checkIban, type IbanFault, ibanCountry, ibanCountryOfTerritory, ibanLength } from '@portico/primitives';

const FACTS: Readonly<Record<Exclude<IbanFault, 'outsideSepa'>, (country: string) => string>> = {
  form: () => 'an IBAN is sent in upper case and without spaces, two letters first, then two check digits',
  country(country) {
    const other = ibanCountryOfTerritory(country);
    return other === undefined ? `no country with the code ${country} has IBANs` : `accounts in ${country} have IBANs that begin with ${other}`;
  },
  length: (country) => `it has another length than the ${ibanLength(country)} characters of ${country}`,
  characters: (country) => `it has letters or digits where an IBAN of ${country} has none`,
  checkDigits: () => 'its check digits are wrong, so a character is missing or mistyped',
};

/** Undefined for a valid IBAN in SEPA. */
export function explainIban(iban: string): string | undefined {
  const fault = checkIban(iban);
  if (fault === undefined) return undefined;
  const country = ibanCountry(iban);
  if (fault === 'outsideSepa') return `The country of this IBAN, ${country}, is not in SEPA. Send an account in a country of SEPA.`;
  return `This is no valid IBAN of its country: ${FACTS[fault](country)}. Compare it with the one its holder gave.`;
}
