/** Divides the processor cores, so that calls per second show the work of the server and not that of the clients, which also pay for TLS. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

export interface DividedCores {
  readonly giveFirstTo: (server: ChildProcess) => void;
  /** Lets all processes use every core again. */
  readonly join: () => void;
}

/**
 * Keeps the first core free: this process and PostgreSQL use the others, and so do their later children (clients, nginx, connections). Call it before
 * the server opens its connections. Needs `taskset` of util-linux.
 *
 * @param dataDirectory of the database cluster; its `postmaster.pid` begins with the process id
 * @throws Error on a machine with one core
 */
export function divideCores(dataDirectory: string): DividedCores {
  const last = availableParallelism() - 1;
  if (last < 1) throw new Error('This measurement needs two processor cores: one for the server, one for its clients.');
  const postmaster = Number.parseInt(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8'), 10);
  const bindOthers = (cores: string): void => {
    for (const pid of [process.pid, postmaster]) bind(pid, cores);
  };
  bindOthers(`1-${last}`);
  return { giveFirstTo: (server) => bind(server.pid, '0'), join: () => bindOthers(`0-${last}`) };
}

/** Binds all threads of a process; `cores` as a list of `taskset`, such as `1-3`. */
function bind(pid: number | undefined, cores: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
}
