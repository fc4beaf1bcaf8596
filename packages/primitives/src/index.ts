/** Money, accounts, references, texts and dates of SEPA, and files of comma-separated values: pure functions for server and browser. */
export {
  buildEstonianReference,
  buildIso11649Reference,
  type CreditorReferenceCheck,
  type CreditorReferenceKind,
  checkCreditorReference,
  formatCreditorReference,
  hasAllowedSlashes,
  isEstonianReference,
  isIso11649Reference,
} from './creditor-reference.ts';
export { type CsvCell, toCsv, unmarked } from './csv.ts';
export { buildIban, formatIban, groupIban, hasEstonianAccountCheck, ibanBankCode, ibanCountry, maskIban, normalizeIban } from './iban.ts';
export { checkIban, type IbanFault, ibanCountryOfTerritory, ibanLength, isIban, SEPA_IBAN_COUNTRIES } from './iban-check.ts';
export { addDays, instantAt, isIsoDate, isoDateIn, isoWeekday, wallTimeIn } from './iso-date.ts';
export { addCents, assertCents, formatCents, parseCents, subtractCents } from './money.ts';
export {
  buildDatedLatvianCode,
  buildLatvianCode,
  buildPersonalCode,
  formatPersonalCode,
  isPersonalCode,
  normalizePersonalCode,
  type PersonalCodeCountry,
} from './personal-code.ts';
export { firstRefusedCharacter, isSepaIdentification, isSepaText, transliterateToBasic } from './sepa-text.ts';
export { sevenThreeOneDigit } from './seven-three-one.ts';
export { easterSunday, isT2BusinessDay, nextT2BusinessDay, previousT2BusinessDay, sameOrNextT2BusinessDay } from './t2-calendar.ts';
