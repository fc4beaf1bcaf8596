import { EXIT } from '../exit-codes.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';

/** A core chooses the ids of its customers, so only the characters are checked. @param consequence what did not happen. @throws OperatorRefusal */
export function readCustomerId({ about }: Pick<OperatorOrder, 'about'>, consequence: string): string {
  const customerId = about.trim();
  if (!/^[\x21-\x7e]{1,100}$/.test(customerId)) throw new OperatorRefusal(`That is no id of a customer. ${consequence}`, EXIT.usage);
  return customerId;
}
