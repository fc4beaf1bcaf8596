/**
 * Creditor references: ISO 11649 (`RF…`) in all of SEPA, the 7-3-1 reference number in Estonia, free text elsewhere. The payer does not say which one
 * it is, so the text and the creditor's country decide.
 */
import { mod97, mod97CheckDigits } from './mod97.ts';
import { isSevenThreeOneValid, sevenThreeOneDigit } from './seven-three-one.ts';

export type CreditorReferenceKind = 'iso11649' | 'estonian' | 'other';

export type CreditorReferenceCheck =
  | { readonly ok: true; readonly kind: CreditorReferenceKind; readonly reference: string }
  | { readonly ok: false; readonly kind: CreditorReferenceKind; readonly reason: 'empty' | 'tooLong' | 'slashes' | 'characters' | 'checkDigits' };

const LENGTH_MAX = 35;

/**
 * Recognises and checks a reference. Spaces are for print only and are removed from the returned `reference`. `creditorCountry` is the country of the
 * creditor's IBAN, upper case.
 */
export function checkCreditorReference(typed: string, creditorCountry: string): CreditorReferenceCheck {
  const reference = typed.replaceAll(' ', '');
  const kind = recognise(reference, creditorCountry);
  if (reference === '') return { ok: false, kind, reason: 'empty' };
  if (reference.length > LENGTH_MAX) return { ok: false, kind, reason: 'tooLong' };
  if (!hasAllowedSlashes(reference)) return { ok: false, kind, reason: 'slashes' };
  if (!/^[A-Za-z0-9/\-?:().,'+]+$/.test(reference)) return { ok: false, kind, reason: 'characters' };
  if (kind === 'iso11649' && !isIso11649Reference(reference)) return { ok: false, kind, reason: 'checkDigits' };
  if (kind === 'estonian' && !isEstonianReference(reference)) return { ok: false, kind, reason: 'checkDigits' };
  return { ok: true, kind, reference };
}

/** EPC rule for references and identifiers: neither start nor end with `/`, never `//`. */
export function hasAllowedSlashes(text: string): boolean {
  return !text.startsWith('/') && !text.endsWith('/') && !text.includes('//');
}

/** `RF`, two check digits, up to 21 letters and digits; at most 25 in all. */
export function isIso11649Reference(reference: string): boolean {
  return /^RF\d{2}[A-Za-z0-9]{1,21}$/.test(reference) && mod97(reference.slice(4) + reference.slice(0, 4)) === 1;
}

/** 2 to 20 digits, the last one the 7-3-1 check digit. */
export function isEstonianReference(reference: string): boolean {
  return /^\d{2,20}$/.test(reference) && isSevenThreeOneValid(reference);
}

/** ISO 11649 reference of a body of up to 21 letters and digits. */
export function buildIso11649Reference(body: string): string {
  return `RF${mod97CheckDigits('RF', body)}${body}`;
}

/** Estonian reference number of a body of 1 to 19 digits. */
export function buildEstonianReference(body: string): string {
  return `${body}${sevenThreeOneDigit(body)}`;
}

/** Groups of four, for display: from the right for digits only (Estonian custom), from the left for `RF`. */
export function formatCreditorReference(reference: string): string {
  const group = /^\d+$/.test(reference) ? /\B(?=(?:\d{4})+$)/g : /(?<=^(?:.{4})+)(?=.)/g;
  return reference.replaceAll(group, ' ');
}

function recognise(reference: string, creditorCountry: string): CreditorReferenceKind {
  // In lower case it is probably meant as one, but invalid: the check digits cover the letters.
  if (/^RF\d{2}/i.test(reference)) return 'iso11649';
  return creditorCountry === 'EE' && /^\d+$/.test(reference) ? 'estonian' : 'other';
}
