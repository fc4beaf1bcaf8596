/** The operator's side of a command: prints its lines and asks for confirmations. */
import { createInterface } from 'node:readline';
import { printableText } from '#platform/printable-text.ts';
import { EXIT } from '../exit-codes.ts';
import type { OperatorEvent, OperatorOrder } from './operator-order.ts';

/** The name of a received file cannot steer the operator's terminal. */
export const say = (text: string) => void process.stdout.write(`${printableText(text)}\n`);
export const complain = (text: string) => void process.stderr.write(`${printableText(text)}\n`);

/** Returns the exit code. `again` sends the order again, confirmed. */
export async function converse(
  events: AsyncIterable<OperatorEvent>,
  order: OperatorOrder,
  again: (confirmed: OperatorOrder) => Promise<AsyncIterable<OperatorEvent>>,
  print: (line: string) => void = say,
): Promise<number> {
  for await (const event of events) {
    if ('line' in event) print(event.line);
    else if ('confirm' in event) {
      if (!(await isTyped(event.confirm, order.about))) return EXIT.usage;
      const confirmed = { ...order, isConfirmed: true };
      return converse(await again(confirmed), confirmed, again, print);
    } else {
      if (event.text !== undefined) complain(event.text);
      return event.exitCode;
    }
  }
  return EXIT.failure;
}

async function isTyped(warning: string, wanted: string): Promise<boolean> {
  complain(warning);
  process.stderr.write(`Type ${printableText(wanted)} to go on: `);
  for await (const typed of createInterface({ input: process.stdin })) {
    if (typed.trim() === wanted) return true;
    break;
  }
  complain('\nThat was not typed. Nothing was changed. Type it, or give --yes.');
  return false;
}
