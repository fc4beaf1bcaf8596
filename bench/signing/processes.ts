/** Runs the parts of a measurement that must not share a thread with others. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { NODE_SETTINGS } from '@portico/testkit';
import type { BareOrder } from './bare-server.ts';
import type { LoadOrder, LoadResult } from './load.ts';

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** @throws Error with the first refusal when not every payment was signed. */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(order)], {
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  const result: LoadResult = JSON.parse(stdout);
  if (result.failures > 0) throw new Error(`${result.failures} payments were not signed, ${result.signed} were. First: ${result.failure}`);
  return result;
}

export function startBareServer(order: BareOrder, folder: string): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  return startProcess('signing/bare-server.ts', order, folder);
}

/**
 * Starts a process with the server's Node.js settings. @param program below `bench`; it reads its order from a file and prints a line when it
 * listens.
 */
export async function startProcess<Order extends { readonly port: number }>(
  program: string,
  order: Order,
  folder: string,
): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const file = join(folder, `${basename(program, '.ts')}.json`);
  await writeFile(file, JSON.stringify(order));
  const child = spawn(process.execPath, [...NODE_SETTINGS, join(import.meta.dirname, '..', program), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}.`)));
  });
  return { port: order.port, child };
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Processor time of a process and all its threads until now, in milliseconds; undefined where the system does not report it (proc(5)). */
export function processorMs({ pid }: ChildProcess): number | undefined {
  const fields = pid === undefined ? undefined : statOf(pid);
  return fields && (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/**
 * The same for a PostgreSQL server: its own process, those it has started, and those that have ended. NaN where the system does not report it.
 * @param data its data folder.
 */
export function clusterProcessorMs(data: string): number {
  const server = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  let total = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, parent, , , , , , , , , , , , ofEndedUser, ofEndedSystem] = statOf(pid) ?? [];
    if (pid === server) total += (Number(ofEndedUser) + Number(ofEndedSystem)) * MS_PER_TICK;
    if (pid === server || parent === server) total += onProcessorMs(pid);
  }
  return total === 0 ? Number.NaN : total;
}

/** The fields of `/proc/{pid}/stat` from the process's state on (proc(5)); undefined when the process has ended. */
function statOf(pid: number | string): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Processor time of a process with one thread, finer than ticks. 0 when the process has ended; its parent then counts it. */
function onProcessorMs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** Highest resident memory of a process until now, in MB; undefined where the system does not report it (proc(5)). */
export const peakMemoryMb = (child: ChildProcess) => memoryMb(child, /VmHWM:\s+(\d+)/);

/** The present resident memory, in MB. */
export const residentMemoryMb = (child: ChildProcess) => memoryMb(child, /VmRSS:\s+(\d+)/);

function memoryMb({ pid }: ChildProcess, line: RegExp): number | undefined {
  try {
    return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return undefined;
  }
}
