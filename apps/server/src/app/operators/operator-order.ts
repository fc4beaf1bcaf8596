/** What an operator's command and whoever plays it say to each other: one order, then lines of JSON until the one that ends it. */

import type { Config } from '#platform/config.ts';

export interface OperatorOrder {
  /** Name in the table of `operator-commands.ts`. */
  readonly command: string;
  /** The command's one argument; empty: it has none. */
  readonly about: string;
  /** Who asks, as the operating system calls him. */
  readonly operator: string;
  /** What cannot be undone is done only then. */
  readonly isConfirmed: boolean;
  /** The bytes of the file that the command is about, as base64; empty: of none. */
  readonly file: string;
  /** By name, without the dashes: what was typed after each. */
  readonly options: Readonly<Record<string, string>>;
}

/** As it reaches a running server: the command may have been set up for another kind of bank than the server's. */
export interface SentOrder extends OperatorOrder {
  readonly bank: Config['bank'];
}

/** A receipt of 1,000 payments has one. */
export const FILE_BYTES_MAX = 5_000_000;

export type OperatorEvent =
  /** For standard output. */
  | { readonly line: string }
  /** Nothing was done: send the order again, confirmed, when the operator wants what this text says. */
  | { readonly confirm: string }
  /** The last one. The text is for standard error. */
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
