/** `organizationIdentifier` of a provider (ETSI TS 119 495 §5.2.1, EN 319 412-1 §5.1.4). */
import { isCountry } from './country.ts';

/** The number may contain hyphens: `PSDFI-FINFSA-2858394-9`. */
const PSD = /^PSD([A-Z]{2})-([A-Z]{2,8})-[!-~](?:[ -~]{0,98}[!-~])?$/;
/** National trade register and VAT number; a state may follow the country: `NTRUS+CA-12345678`. */
const REGISTER = /^(?:NTR|VAT)[A-Z]{2}(?:\+[A-Z]{2,3})?-[!-~](?:[ -~]{0,98}[!-~])?$/;
/** Legal entity identifier (ISO 17442). */
const LEI = /^LEI(?:XG|[A-Z]{2})-[A-Z0-9]{18}[0-9]{2}$/;

export type OrganizationId =
  /** `authority`: the competent authority that gave the number, as in nCAId, for example `EE-FI`; undefined for identifiers of registers. */
  { readonly id: string; readonly authority: string | undefined };

/** Undefined if the text is no identifier of a known scheme. The scheme PSD is recommended (GEN-5.2.1-3 says "should"); NTR, VAT and LEI are accepted. */
export function readOrganizationId(text: string): OrganizationId | undefined {
  const [, country, authority] = PSD.exec(text) ?? [];
  if (country !== undefined) return isCountry(country) ? { id: text, authority: `${country}-${authority}` } : undefined;
  return REGISTER.test(text) || LEI.test(text) ? { id: text, authority: undefined } : undefined;
}
