/**
 * Ensures that only one process opens the embedded database: two processes would lose each other's acknowledged writes without an error. PGlite has
 * no lock for this. A holder is identified by pid, start time and boot, so another process with a reused pid is not taken for the holder.
 *
 * Lock files are numbered, and only the highest number counts. A process takes over by creating the next number, which the file system grants to one
 * process only. It releases the lock by creating the next number, marked released. The highest number never decreases, so a slow process cannot act
 * on an old reading.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameProcessAlive, type ProcessIdentity, thisProcess } from './process-identity.ts';

const NAME = /^lock\.(\d{1,12})$/;
const ATTEMPTS_MAX = 20;

export interface ExclusiveLock {
  release(): void;
}

/** Another running process holds the folder. */
export class LockedFolder extends Error {
  override readonly name = 'LockedFolder';
}

type Entry = ({ readonly state: 'held' } & ProcessIdentity) | { readonly state: 'released' };

/**
 * @param folder the data folder; created when absent.
 * @throws LockedFolder at once when a live process holds it.
 */
export function takeExclusiveLock(folder: string): ExclusiveLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
    const latest = latestNumber(folder);
    const holder = latest === 0 ? undefined : readEntry(folder, latest);
    if (holder?.state === 'held' && isSameProcessAlive(holder)) {
      throw new LockedFolder(
        `The data folder ${folder} is in use by process ${holder.pid}. Stop that server first. Several servers share one installation on PostgreSQL only (DATABASE_URL).`,
      );
    }
    if (append(folder, latest + 1, { state: 'held', ...thisProcess() })) return hold(folder, latest + 1);
  }
  throw new LockedFolder(`Other processes keep taking the data folder ${folder}. Start again when they have stopped.`);
}

function hold(folder: string, number: number): ExclusiveLock {
  removeBelow(folder, number);
  let isHeld = true;
  return {
    release() {
      if (!isHeld) return;
      isHeld = false;
      try {
        append(folder, number + 1, { state: 'released' });
        removeBelow(folder, number + 1);
      } catch {
        // The disk is full or the folder is gone. The process ends now, and the lock of an ended process does not count.
      }
    },
  };
}

/** Creates the numbered file completely or not at all. Returns false when another process created it or a higher one first. */
function append(folder: string, number: number, entry: Entry): boolean {
  const unfinished = join(folder, `lock-${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(unfinished, JSON.stringify(entry), { mode: 0o600, flag: 'wx' });
    linkSync(unfinished, fileOf(folder, number));
  } catch (error) {
    if (isExisting(error)) return false;
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  // A number below the highest was free only because its holder had deleted the file. It grants no lock.
  if (latestNumber(folder) === number) return true;
  rmSync(fileOf(folder, number), { force: true });
  return false;
}

function latestNumber(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map((name) => Number(NAME.exec(name)?.[1] ?? 0)));
}

function removeBelow(folder: string, number: number): void {
  for (const name of readdirSync(folder)) {
    const found = NAME.exec(name)?.[1];
    if (found !== undefined && Number(found) < number) rmSync(join(folder, name), { force: true });
  }
}

/** Returns undefined when the file has been deleted or is not readable (a power cut). No process then holds the lock. */
function readEntry(folder: string, number: number): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(readFileSync(fileOf(folder, number), 'utf8'));
    return isHeldEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isHeldEntry(entry: unknown): entry is Entry & { state: 'held' } {
  if (typeof entry !== 'object' || entry === null) return false;
  return 'state' in entry && entry.state === 'held' && 'pid' in entry && typeof entry.pid === 'number' && 'startedAt' in entry && 'bootId' in entry;
}

function fileOf(folder: string, number: number): string {
  return join(folder, `lock.${number}`);
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
