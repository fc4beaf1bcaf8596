/** One command: its words in, its result to the terminal, its exit code out. */
import { readCommandLine } from './command-line.ts';
import { DONE, describeFailure, type Failure, WrongUse } from './failures.ts';
import type { Result } from './given.ts';
import { findSession } from './session-file.ts';
import { STEPS } from './steps.ts';
import { type Terminal, toJson, toLine } from './terminal.ts';

/** @returns the exit code: 0 done, 1 refused by the bank or the customer, 2 wrong use, 3 no connection, 4 not decided in time */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const line = readCommandLine(words);
  const { isJson } = line;
  if ('explanation' in line) {
    terminal.print(line.explanation);
    return DONE;
  }
  let bank: string | undefined;
  try {
    if ('mistake' in line) throw new WrongUse(line.mistake);
    const session = await findSession(terminal.env);
    bank = session?.bank;
    const { name, argument, others, options } = line.command;
    const step = STEPS[name];
    if (step === undefined) throw new WrongUse(`${name} is not made yet.`);
    return show(await step({ session, argument, others, options, terminal }), isJson, terminal);
  } catch (error) {
    return showFailure(describeFailure(error, bank), isJson, terminal);
  }
}

function show({ document, lines, exitCode = DONE }: Result, isJson: boolean, terminal: Terminal): number {
  terminal.print(isJson ? toJson(document) : lines.map(toLine).join('\n'));
  return exitCode;
}

function showFailure({ exitCode, text, document }: Failure, isJson: boolean, terminal: Terminal): number {
  if (isJson) terminal.print(toJson(document));
  terminal.say(text.split('\n').map(toLine).join('\n'));
  return exitCode;
}
