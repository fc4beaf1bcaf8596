/** Files that operators' commands read and write. Every refusal names the file, the cause and what to do. */
import fs from 'node:fs';
import { EXIT } from '../exit-codes.ts';
import { FILE_BYTES_MAX } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';

/** By the code of the system's error. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder. Correct the path.',
  ENOTDIR: 'a part of the path is a file, no folder. Correct the path.',
  EISDIR: 'it is a folder. Give the path of a file.',
  EEXIST: 'it exists already. Give a name that is free.',
  ENAMETOOLONG: 'the path is too long. Give a shorter one.',
  ELOOP: 'its links lead in a circle. Give a path without them.',
  EACCES: 'this user may not. Give this user the right, or give another path.',
  EPERM: 'this user may not. Give this user the right, or give another path.',
  EROFS: 'its file system is read-only. Give another path.',
  ENOSPC: 'the disk is full. Free some space, or give another path.',
  EDQUOT: 'this user may not fill more of the disk. Free some space, or give another path.',
  EFBIG: 'a file of this size is not allowed there. Give another path.',
};
const OTHER_CAUSE = 'the system refuses it. Give another path.';
const NOT_ALLOWED: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/** In place of a path: standard input, or standard output. A read-only image has no other file. */
export const STANDARD = '-';
const STANDARD_INPUT = 0;
const CHUNK_BYTES = 64 * 1024;

/** @param path or {@link STANDARD}. @throws OperatorRefusal 66: it cannot be read; 1: it is too large. */
export function readGivenFile(path: string, bytesMax = FILE_BYTES_MAX): Buffer {
  if (path === STANDARD) return readStandardInput(bytesMax);
  const refused = { path, act: 'read', exitCode: EXIT.noInput, rest: 'Nothing was done.' };
  const stats = orRefuse(refused, () => fs.statSync(path));
  if (stats.isDirectory()) throw refusal(refused, 'EISDIR');
  // A pipe or a device may never end.
  if (!stats.isFile()) throw new OperatorRefusal(`${path} is no file. Nothing was done.`, EXIT.noInput);
  if (stats.size > bytesMax) throw new OperatorRefusal(`${path} is larger than any file that this command reads. Nothing was done.`);
  return orRefuse(refused, () => fs.readFileSync(path));
}

/** Ends as soon as there is more than any file may have. */
function readStandardInput(bytesMax: number): Buffer {
  const name = 'The standard input';
  const refused = { path: name, act: 'read', exitCode: EXIT.noInput, rest: 'Nothing was done.' };
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const count = orRefuse(refused, () => readSome(chunk));
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > bytesMax) throw new OperatorRefusal(`${name} is larger than any file that this command reads. Nothing was done.`);
    chunks.push(chunk.subarray(0, count));
  }
}

/** A pipe that is empty for the moment says EAGAIN if another process made it non-blocking; a Windows pipe ends with EOF. */
function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return fs.readSync(STANDARD_INPUT, chunk);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/**
 * Writes lines to a new file that only the operator may read. An incomplete file is removed.
 * @param work returns its exit code; the file stays only with 0
 * @throws OperatorRefusal 73: the file exists or cannot be written.
 */
export async function writeNewFile(path: string, work: (print: (line: string) => void) => Promise<number>): Promise<number> {
  const refused = { path, act: 'written', exitCode: EXIT.cannotWrite, rest: 'Nothing was exported.' };
  const file = orRefuse(refused, () => fs.openSync(path, 'wx', 0o600));
  let isComplete = false;
  try {
    // A full disk may take a part of a line; writeFileSync goes on until the system says so.
    const exitCode = await work((line) => orRefuse(refused, () => fs.writeFileSync(file, `${line}\n`)));
    isComplete = exitCode === EXIT.ok;
    return exitCode;
  } finally {
    fs.closeSync(file);
    if (!isComplete) fs.rmSync(path, { force: true });
  }
}

/** Standard output cannot be written. Undefined where its reader has ended, as with `| head`: that is no failure. */
export function outputRefusal(error: unknown): OperatorRefusal | undefined {
  const refused = { path: 'The output', act: 'written', exitCode: EXIT.cannotWrite, rest: 'What was written is incomplete.' };
  return codeOf(error) === 'EPIPE' ? undefined : refusal(refused, codeOf(error));
}

/** Whether the path exists. @throws OperatorRefusal 77: this user may not look. */
export function exists(path: string): boolean {
  try {
    fs.statSync(path);
    return true;
  } catch (error) {
    if (!NOT_ALLOWED.has(codeOf(error))) return false;
    throw new OperatorRefusal(`${path} belongs to another user. Run the command as the user who runs the server.`, EXIT.notAllowed);
  }
}

interface Refused {
  readonly path: string;
  readonly act: string;
  readonly exitCode: number;
  /** What follows from it. */
  readonly rest: string;
}

function orRefuse<Result>(refused: Refused, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const code = codeOf(error);
    throw code === '' ? error : refusal(refused, code);
  }
}

/** Of an error of the system; empty for every other. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : '';
}

function refusal({ path, act, exitCode, rest }: Refused, code: string): OperatorRefusal {
  return new OperatorRefusal(`${path} cannot be ${act} (${code}): ${CAUSES[code] ?? OTHER_CAUSE} ${rest}`, exitCode);
}
