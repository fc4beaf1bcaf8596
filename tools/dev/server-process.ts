/** The Portico server as a child process that restarts when its sources change. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isListening } from '../../packages/testkit/src/ports.mjs';

/** Editors may save several files at once, so the restart waits until no file has changed for this long. */
const QUIET_MS = 150;
const POLL_MS = 100;

export interface ServerProcess {
  start(): void;
  /** Stops the running server and starts another; several calls in a row cause one restart. */
  restart(): void;
  /** Resolves to true when the server accepts requests, to false when it ended before. */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface ServerProcessOptions {
  /** Path of the server's entry file in the sources. */
  readonly entry: string;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
}

export function createServerProcess({ entry, port, env }: ServerProcessOptions): ServerProcess {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let restarting: Promise<void> = Promise.resolve();

  const hasEnded = () => child === undefined || child.exitCode !== null || child.signalCode !== null;
  const start = () => {
    child = spawn(process.execPath, [entry], { env: { ...env, PORT: String(port) }, stdio: 'inherit' });
  };
  const end = async () => {
    if (child === undefined || hasEnded()) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  const startAgain = async () => {
    await end();
    console.log('· The sources have changed; the server starts again.');
    start();
  };
  return {
    start,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarting = restarting.then(startAgain);
      }, QUIET_MS);
    },
    async isReady() {
      await restarting;
      while (!(await isListening(port))) {
        if (hasEnded()) return false;
        await pause(POLL_MS);
      }
      return true;
    },
    async stop() {
      clearTimeout(timer);
      await restarting;
      await end();
    },
  };
}
