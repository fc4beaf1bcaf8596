/** `--reason`: why an operator gives a command, for the audit log. */
import { isPrintable } from '#platform/printable-text.ts';
import { EXIT } from '../exit-codes.ts';
import { OperatorRefusal } from './operator-refusal.ts';

const REASON_LENGTH_MAX = 500;

/** @throws OperatorRefusal */
export function readReason(typed: string): string {
  const reason = typed.trim();
  if (reason === '' || reason.length > REASON_LENGTH_MAX) {
    throw new OperatorRefusal(`--reason has 1 to ${REASON_LENGTH_MAX} characters. Nothing was changed.`, EXIT.usage);
  }
  if (!isPrintable(reason))
    throw new OperatorRefusal('--reason holds a character that shows nothing. Leave it out. Nothing was changed.', EXIT.usage);
  return reason;
}
