/**
 * Checks whether an IBAN can exist (ISO 13616): its country's length and characters, from the SWIFT registry in `ibantools`, and the check digits.
 * National check digits inside the account number are not checked, because SEPA requires only a valid IBAN.
 */
import { getCountrySpecifications } from 'ibantools';
import { mod97 } from './mod97.ts';

/**
 * `country`: no IBANs exist there. `length`, `characters`: not the format of its country. `outsideSepa`: it can exist, but its country is not in
 * SEPA.
 */
export type IbanFault = 'form' | 'country' | 'length' | 'characters' | 'checkDigits' | 'outsideSepa';

/**
 * Countries in SEPA: EPC409-09, "EPC List of SEPA Scheme Countries", as of the entry of Serbia on 22 May 2025. Territories that use the IBANs of
 * another country are included with it: Åland with FI, Jersey, Guernsey and the Isle of Man with GB, the French overseas territories with FR.
 */
export const SEPA_IBAN_COUNTRIES = [
  // European Union.
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  // European Economic Area.
  ...['IS', 'LI', 'NO'],
  // Others. AL and ME since November 2024, MD and MK since March 2025, RS since May 2025.
  ...['AD', 'AL', 'CH', 'GB', 'GI', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'],
] as const;

const SEPA: ReadonlySet<string> = new Set(SEPA_IBAN_COUNTRIES);

interface Structure {
  readonly length: number;
  readonly account: RegExp;
}

/** Where the library accepts more than the registry: the bank code of an Irish account has letters only. */
const STRICTER: Readonly<Record<string, RegExp>> = { IE: /^[A-Z]{4}\d{14}$/ };

/** Territories whose accounts have IBANs of another country. The library lists some of them with IBANs of their own. */
const IBANS_OF: Readonly<Record<string, string>> = {
  ...{ AX: 'FI', GG: 'GB', IM: 'GB', JE: 'GB' },
  ...{ BL: 'FR', GF: 'FR', GP: 'FR', MF: 'FR', MQ: 'FR', NC: 'FR', PF: 'FR', PM: 'FR', RE: 'FR', TF: 'FR', WF: 'FR', YT: 'FR' },
};

/** Returns the country whose IBANs this territory uses; undefined for a country with its own IBANs. */
export function ibanCountryOfTerritory(country: string): string | undefined {
  return IBANS_OF[country];
}

const STRUCTURES: ReadonlyMap<string, Structure> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { IBANRegistry: isRegistered, chars, bban_regexp: form }]) =>
    isRegistered && chars !== null && form !== null && IBANS_OF[country] === undefined
      ? [[country, { length: chars, account: STRICTER[country] ?? new RegExp(form) }] as const]
      : [],
  ),
);

/** Returns the first fault of an IBAN in electronic form (upper case, no spaces), or undefined for a valid IBAN of a SEPA country. */
export function checkIban(iban: string): IbanFault | undefined {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'form';
  const country = iban.slice(0, 2);
  const structure = STRUCTURES.get(country);
  if (structure === undefined) return 'country';
  if (iban.length !== structure.length) return 'length';
  if (!structure.account.test(iban.slice(4))) return 'characters';
  // Check digits 00, 01 and 99 give the same remainder as 97, 98 and 02 but are never issued.
  const checkDigits = Number(iban.slice(2, 4));
  if (checkDigits < 2 || checkDigits > 98 || mod97(iban.slice(4) + iban.slice(0, 4)) !== 1) return 'checkDigits';
  return SEPA.has(country) ? undefined : 'outsideSepa';
}

/** Returns true for a valid IBAN of a SEPA country, in electronic form. */
export function isIban(iban: string): boolean {
  return checkIban(iban) === undefined;
}

/** Returns the length of this country's IBANs; undefined where no IBANs exist. */
export function ibanLength(country: string): number | undefined {
  return STRUCTURES.get(country)?.length;
}
