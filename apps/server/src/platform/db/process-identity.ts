/** Identifies the process that wrote an entry: a pid alone is reused; a pid with start time and boot id is not. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot (Linux), or the start time printed by `ps`; empty where neither exists. */
  readonly startedAt: string;
  readonly bootId: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: startTimeOf(process.pid) ?? '', bootId: bootId() };
}

export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId() || !isRunning(identity.pid)) return false;
  return identity.startedAt === '' || startTimeOf(identity.pid) === identity.startedAt;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** proc(5): field 22 of `/proc/{pid}/stat`, counted after the name, which may contain spaces and brackets. Processes in state Z or X are dead. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform !== 'linux') return startTimeFromPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 1_000 }).trim();
  } catch {
    return undefined;
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
