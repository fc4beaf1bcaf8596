/**
 * What travels with the money: free text or a creditor reference, both only in Estonia, where domestic practice lets both travel, and the ids of
 * the order.
 */
import { type CreditorReferenceCheck, checkCreditorReference, ibanCountry, isSepaIdentification } from '@portico/primitives';
import { refuseText } from './creditor-rules.ts';
import { formatError, type PayeeRule } from './payment-rule.ts';

const STRUCTURED = 'remittanceInformationStructured';

export const textOrReference: PayeeRule = (initiation) => {
  const hasBoth = initiation.remittanceInformationUnstructured !== undefined && initiation.remittanceInformationStructured !== undefined;
  if (!hasBoth || ibanCountry(initiation.creditorAccount.iban) === 'EE') return undefined;
  return formatError(STRUCTURED, 'Description and reference together are accepted for payees in Estonia only. Send one of the two.');
};

export const descriptionTravels: PayeeRule = ({ remittanceInformationUnstructured: text }) =>
  text === undefined ? undefined : refuseText('remittanceInformationUnstructured', text);

export const referenceKindTravels: PayeeRule = ({ remittanceInformationStructured: structured }) => {
  for (const field of ['referenceType', 'referenceIssuer'] as const) {
    const text = structured?.[field];
    const breach = text === undefined ? undefined : refuseText(`${STRUCTURED}.${field}`, text);
    if (breach !== undefined) return breach;
  }
  return undefined;
};

export const referenceIsValid: PayeeRule = ({ remittanceInformationStructured: structured, creditorAccount }) => {
  if (structured === undefined) return undefined;
  const path = `${STRUCTURED}.reference`;
  // Spaces are for print; what travels has none.
  if (/\s/.test(structured.reference)) return formatError(path, 'A reference travels without spaces. Leave them out.');
  const check = checkCreditorReference(structured.reference, ibanCountry(creditorAccount.iban));
  return check.ok ? undefined : formatError(path, describe(check));
};

function describe({ kind, reason }: Extract<CreditorReferenceCheck, { ok: false }>): string {
  if (reason === 'slashes') return 'A reference neither starts nor ends with / and holds no //.';
  if (reason === 'characters') return "This reference holds a character that cannot travel. Accepted: a-z A-Z 0-9 / - ? : ( ) . , ' +";
  if (kind === 'iso11649')
    return 'This RF reference is wrong: its check digits do not fit, or RF is not in capitals (ISO 11649). Send it as the payee gave it.';
  if (kind === 'estonian') return 'This reference number is wrong: its last digit does not fit (7-3-1). Send it as the payee gave it.';
  return 'A reference has 1 to 35 characters.';
}

/** Basic characters only, no leading, trailing or double slash (EPC rulebooks). */
const ID_TEXT = "Accepted: 1 to 35 of a-z A-Z 0-9 / - ? : ( ) . , ' + and space, not of spaces alone; no / at the start or end, no //.";

export const endToEndIdIsValid: PayeeRule = ({ endToEndIdentification: id }) =>
  id === undefined || isSepaIdentification(id) ? undefined : formatError('endToEndIdentification', ID_TEXT);

export const instructionIdIsValid: PayeeRule = ({ instructionIdentification: id }) =>
  id === undefined || isSepaIdentification(id) ? undefined : formatError('instructionIdentification', ID_TEXT);
