/** Rules for the payee: a name within SEPA's character set, and an address that is structured or absent. */
import { explainText } from '#modules/bank/index.ts';
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

function refuseCharacters(path: string, text: string): RuleBreach | undefined {
  const fault = explainText(text);
  return fault === undefined ? undefined : formatError(path, fault);
}
