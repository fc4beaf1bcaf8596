/** Ids that travel to the payee's bank: basic characters only, no leading, trailing or double slash (EPC rulebooks). */
import { isSepaIdentification } from '@portico/primitives';
import { formatError, type PayeeRule } from './payment-rule.ts';

const TEXT = "Accepted: 1 to 35 of a-z A-Z 0-9 / - ? : ( ) . , ' + and space, not of spaces alone; no / at the start or end, no //.";

export const endToEndIdIsValid: PayeeRule = ({ endToEndIdentification: id }) =>
  id === undefined || isSepaIdentification(id) ? undefined : formatError('endToEndIdentification', TEXT);

export const instructionIdIsValid: PayeeRule = ({ instructionIdentification: id }) =>
  id === undefined || isSepaIdentification(id) ? undefined : formatError('instructionIdentification', TEXT);
