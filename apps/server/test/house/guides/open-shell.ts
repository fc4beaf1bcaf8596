/** One interpreter for a whole page: what a block sets, the next ones see. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const BLOCK_TIMEOUT_MS = 1_800_000;

export interface Shell {
  /** What the block printed. @throws Error when it fails, complains or does not end. */
  run(code: string): Promise<string>;
  close(): Promise<void>;
}

interface Interpreter {
  readonly command: string;
  readonly args: readonly string[];
  /** What is written to the interpreter so that it runs the block, then prints the mark, a blank and 0 or another number on a line. */
  readonly order: (code: string, mark: string) => string;
}

const asLine = (code: string, mark: string) => `${JSON.stringify({ code, mark })}\n`;

/** By the language of a block. */
const INTERPRETERS = {
  sh: { command: 'bash', args: ['--noprofile', '--norc'], order: (code, mark) => `${code}\nprintf '\\n%s %s\\n' ${mark} $?\n` },
  js: { command: process.execPath, args: [join(import.meta.dirname, 'run-blocks.mjs')], order: asLine },
  python: { command: 'python3', args: ['-u', join(import.meta.dirname, 'run_blocks.py')], order: asLine },
} as const satisfies Readonly<Record<string, Interpreter>>;

export type GuideLanguage = keyof typeof INTERPRETERS;

export const isGuideLanguage = (language: string): language is GuideLanguage => Object.hasOwn(INTERPRETERS, language);

/**
 * @param folder where the interpreter works, and the home of the reader; its node_modules has the packages that blocks in Node import
 * @throws Error where the interpreter is not installed, naming it
 */
export async function openShell(language: GuideLanguage, folder: string): Promise<Shell> {
  const { command, args, order }: Interpreter = INTERPRETERS[language];
  const child = spawn(command, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH ?? '', HOME: folder } });
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) =>
      reject(new Error(`The guides are run in bash with curl and openssl, in Node and in Python: install ${command}.`, { cause })),
    );
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let printed = '';
  let complained = '';
  let notice: () => void = () => {};
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    notice();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });

  async function untilPrinted(mark: RegExp): Promise<RegExpExecArray> {
    const timer = setTimeout(() => child.kill('SIGKILL'), BLOCK_TIMEOUT_MS);
    try {
      for (;;) {
        const found = mark.exec(printed);
        if (found !== null) return found;
        const isOver = await Promise.race([new Promise<false>((resolve) => (notice = () => resolve(false))), ended.then(() => true)]);
        if (isOver && mark.exec(printed) === null) throw new Error(`the ${command} ended: ${complained}`);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async run(code) {
      const mark = randomUUID();
      printed = '';
      complained = '';
      child.stdin.write(order(code, mark));
      const found = await untilPrinted(new RegExp(`\\n${mark} (\\d+)\\n`));
      if (found[1] !== '0' || complained !== '') throw new Error(`it ended with ${found[1]}: ${complained || printed}`);
      return printed.slice(0, found.index);
    },
    async close() {
      child.stdin.end();
      child.kill();
      await ended;
    },
  };
}
