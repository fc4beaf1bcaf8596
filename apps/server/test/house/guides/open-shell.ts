/** One bash for a whole page: what a block sets, the next ones see. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

const BLOCK_TIMEOUT_MS = 300_000;

export interface Shell {
  /** What the block printed. @throws Error when it fails, complains or does not end. */
  run(code: string): Promise<string>;
  close(): Promise<void>;
}

/** @throws Error where there is no bash, saying so */
export async function openShell(): Promise<Shell> {
  const child = spawn('bash', ['--noprofile', '--norc'], { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH ?? '' } });
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error('The guides are run in bash, with curl and openssl: install them.', { cause })));
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
        if (isOver && mark.exec(printed) === null) throw new Error(`the shell ended: ${complained}`);
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
      child.stdin.write(`${code}\nprintf '\\n%s %s\\n' ${mark} $?\n`);
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
