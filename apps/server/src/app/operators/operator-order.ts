/** The protocol between an operator's command and the process that runs it: one order, then lines of JSON up to the last event. */

import type { Config } from '#platform/config.ts';

export interface OperatorOrder {
  /** Name in the table of `operator-commands.ts`. */
  readonly command: string;
  /** The command's argument; empty where it has none. */
  readonly about: string;
  /** The operator's user name in the operating system. */
  readonly operator: string;
  /** A command that cannot be undone runs only with this. */
  readonly isConfirmed: boolean;
  /** The bytes of the command's file, as base64; empty where it has none. */
  readonly file: string;
  /** The values of the options, by name without the dashes. */
  readonly options: Readonly<Record<string, string>>;
}

/** An order as sent to a running server. The command's settings may be for another kind of bank than the server's. */
export interface SentOrder extends OperatorOrder {
  readonly bank: Config['bank'];
}

/** Enough for a receipt of 1,000 payments. */
export const FILE_BYTES_MAX = 5_000_000;

export type OperatorEvent =
  /** A line for standard output. */
  | { readonly line: string }
  /** Nothing was done. If the operator agrees to this text, the command sends the order again, confirmed. */
  | { readonly confirm: string }
  /** The last event. The text is for standard error. */
  | { readonly exitCode: number; readonly text?: string };

export function readOrder(text: string): SentOrder | undefined {
  const given = readObject(text);
  if (given === undefined || !('command' in given && 'about' in given && 'operator' in given && 'isConfirmed' in given)) return undefined;
  const { command, about, operator, isConfirmed } = given;
  const file = 'file' in given ? given.file : '';
  if (typeof command !== 'string' || typeof about !== 'string' || typeof operator !== 'string' || typeof isConfirmed !== 'boolean') return undefined;
  const options = 'options' in given ? textsOf(given.options) : {};
  const bank = 'bank' in given ? given.bank : undefined;
  if (typeof file !== 'string' || (bank !== 'sandbox' && bank !== 'adapter') || options === undefined) return undefined;
  return { command, about, operator, isConfirmed, file, options, bank };
}

export function readEvent(text: string): OperatorEvent | undefined {
  const given = readObject(text);
  if (given === undefined) return undefined;
  if ('line' in given && typeof given.line === 'string') return { line: given.line };
  if ('confirm' in given && typeof given.confirm === 'string') return { confirm: given.confirm };
  if (!('exitCode' in given && typeof given.exitCode === 'number')) return undefined;
  return { exitCode: given.exitCode, ...('text' in given && typeof given.text === 'string' ? { text: given.text } : {}) };
}

function textsOf(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const texts: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') return undefined;
    texts[name] = text;
  }
  return texts;
}

function readObject(text: string): object | undefined {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null ? given : undefined;
  } catch {
    return undefined;
  }
}
