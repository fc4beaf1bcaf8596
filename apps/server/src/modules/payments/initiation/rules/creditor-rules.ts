/** Rules for the payee: a name within SEPA's character set, and an address that is structured or absent. */
import { firstRefusedCharacter } from '@portico/primitives';
import { formatError, type PayeeRule, type RuleBreach } from './payment-rule.ts';

export const creditorNameTravels: PayeeRule = ({ creditorName }) => {
  if (creditorName.trim() === '') return formatError('creditorName', 'The name of the payee is empty. Send the name.');
  return refuseCharacters('creditorName', creditorName);
};

/** SEPA bans unstructured addresses since 15 Nov 2026: town and country need fields of their own. */
export const addressIsStructured: PayeeRule = ({ creditorAddress }) => {
  if (creditorAddress === undefined) return undefined;
  if (creditorAddress.townName.trim() === '') {
    return formatError('creditorAddress.townName', 'An address needs at least town and country. Send the town, or no address.');
  }
  for (const [field, value] of Object.entries(creditorAddress)) {
    const breach = refuseText(`creditorAddress.${field}`, value);
    if (breach !== undefined) return breach;
  }
  return undefined;
};

/** ISO 20022 texts have at least one character. A text of spaces alone carries no information, and a bank may trim it to an empty element. */
export function refuseText(path: string, text: string): RuleBreach | undefined {
  if (text.trim() === '') return formatError(path, 'This text is empty or has spaces alone. Send a text, or leave the field out.');
  return refuseCharacters(path, text);
}

/** EPC217-08: SEPA's characters, and those that are converted to them. */
function refuseCharacters(path: string, text: string): RuleBreach | undefined {
  const refused = firstRefusedCharacter(text);
  if (refused === undefined) return undefined;
  const name = `U+${(refused.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return formatError(
    path,
    `The character ${name} cannot travel in a SEPA payment. Accepted: a-z A-Z 0-9 / - ? : ( ) . , ' + space, Latin letters of SEPA's languages, & and €.`,
  );
}
