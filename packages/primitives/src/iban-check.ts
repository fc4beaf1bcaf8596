/**
 * Whether an IBAN can exist (ISO 13616): its country's length and characters from the SWIFT registry as `ibantools` keeps it, and the
 * check digits. National check digits inside the account number are the account's bank's matter: SEPA asks for the IBAN alone.
 */
import { getCountrySpecifications } from 'ibantools';
import { mod97 } from './mod97.ts';

/** `country`: no IBANs exist there. `length`, `characters`: not the form of its country. `outsideSepa`: it can exist, but SEPA does not reach it. */
export type IbanFault = 'form' | 'country' | 'length' | 'characters' | 'checkDigits' | 'outsideSepa';

/**
 * Countries whose IBANs SEPA reaches: EPC409-09, "EPC List of SEPA Scheme Countries", as it stands since Serbia joined on 22 May 2025.
 * Territories that use the IBANs of another country are reached with it: Åland with FI, Jersey, Guernsey and the Isle of Man with GB,
 * the French overseas territories with FR.
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

/** Where the library accepts more than the registry: the bank of an Irish account has letters alone. */
const STRICTER: Readonly<Record<string, RegExp>> = { IE: /^[A-Z]{4}\d{14}$/ };

/** Territories whose accounts have IBANs of another country. The library lists some of them as if they had their own. */
const IBANS_OF: Readonly<Record<string, string>> = {
  ...{ AX: 'FI', GG: 'GB', IM: 'GB', JE: 'GB' },
  ...{ BL: 'FR', GF: 'FR', GP: 'FR', MF: 'FR', MQ: 'FR', NC: 'FR', PF: 'FR', PM: 'FR', RE: 'FR', TF: 'FR', WF: 'FR', YT: 'FR' },
};

/** The country whose IBANs accounts of this territory have; undefined for a country of its own. */
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

/** The first fault of an IBAN in electronic form (upper case, no spaces); undefined when a SEPA payment can reach it. */
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

/** True for an IBAN in electronic form that a SEPA payment can reach. */
export function isIban(iban: string): boolean {
  return checkIban(iban) === undefined;
}

/** Characters of an IBAN of this country; undefined where no IBANs exist. */
export function ibanLength(country: string): number | undefined {
  return STRUCTURES.get(country)?.length;
}
