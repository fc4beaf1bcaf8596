/** Where a command reads and writes; tests have their own. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A person sits there and can answer. */
  readonly isInteractive: boolean;
  /** The result, to the standard output. */
  print(text: string): void;
  /** Everything else, to the standard error. */
  say(text: string): void;
  /** @param isHidden what is typed is not shown. @returns the next line; empty at the end of the input */
  ask(question: string, isHidden?: boolean): Promise<string>;
}

/** Controls, direction marks and other characters without a shape: they steer a terminal, or change how their neighbours are read. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** One line: a text of the bank cannot steer the terminal. */
export const toLine = (text: string): string => text.replaceAll(UNPRINTABLE, ' ');

/** The same value, with such characters as escapes. */
export const toJson = (document: object): string =>
  JSON.stringify(document, undefined, 2).replaceAll(/[^\n]/gu, (character) => (character.search(UNPRINTABLE) < 0 ? character : escaped(character)));

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

export const processTerminal: Terminal = {
  env: process.env,
  isInteractive: process.stdin.isTTY === true,
  print: (text) => void process.stdout.write(`${text}\n`),
  say: (text) => void process.stderr.write(`${text}\n`),
  async ask(question, isHidden = false) {
    const isTyped = process.stdin.isTTY === true;
    const lines = createInterface({ input: process.stdin, output: isHidden || !isTyped ? nowhere() : process.stderr, terminal: isTyped });
    // After the interface: before it the terminal shows what is typed.
    if (isTyped) process.stderr.write(question);
    // Ctrl+C: as a shell ends a program.
    lines.once('SIGINT', () => process.exit(130));
    try {
      for await (const line of lines) return line;
      return '';
    } finally {
      lines.close();
      if (isTyped && isHidden) process.stderr.write('\n');
    }
  },
};
