import { firstRefusedCharacter } from '@portico/primitives';

/** EPC217-08: SEPA's characters, and those that are converted to them. Returns what is wrong and what is accepted; undefined: the text can travel. */
export function explainText(text: string): string | undefined {
  const refused = firstRefusedCharacter(text);
  if (refused === undefined) return undefined;
  const name = `U+${(refused.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `The character ${name} cannot travel in a SEPA payment. Accepted: a-z A-Z 0-9 / - ? : ( ) . , ' + space, Latin letters of SEPA's languages, & and €.`;
}
