/**
 * Reads the keys from a program instead of a file, so that a vault or a hardware module stores them (decision 0112). The program runs once in each
 * process, at its start. It prints what a keys file contains.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { SettingProblem } from './setting-reader.ts';
import { SECRET_SETTINGS, SETTINGS } from './settings.ts';

const NAME = 'PORTICO_KEYS_COMMAND';
const TIMEOUT_MS = 30_000;
/** A set of keys has 6 KiB, during a rotation 12 KiB. */
const BYTES_MAX = 64 * 1024;
const ARGUMENTS_MAX = 64;
export const KEYS_COMMAND_ACCEPTED =
  'the absolute path of a program that prints the keys, then its arguments, separated by spaces; no shell reads them';

/** The program, then its arguments. */
export type KeysCommand = readonly [program: string, ...words: readonly string[]];

/** Returns undefined for a text that is no command. Quotes and variables have no meaning: such a command belongs into a script. */
export function parseKeysCommand(given: string): KeysCommand | undefined {
  const [program = '', ...words] = given.split(/\s+/);
  return isAbsolute(program) && words.length <= ARGUMENTS_MAX && isPrintable(given) ? [program, ...words] : undefined;
}

/**
 * Runs the command and returns its output, or why there is none. The error names the program only, because arguments may contain a PIN. Standard
 * error of the program is that of this process.
 * @param timeoutMs after which the program is killed.
 */
export function readKeysByCommand([program, ...words]: KeysCommand, env: NodeJS.ProcessEnv, timeoutMs = TIMEOUT_MS): string | SettingProblem {
  const refused = (reason: string): SettingProblem => ({ name: NAME, given: program, accepted: `a program that prints the keys (${reason})` });
  try {
    accessSync(program, constants.X_OK);
  } catch (error) {
    return refused(isMissing(error) ? 'there is no such program' : 'this user may not execute it');
  }
  const { error, status, signal, stdout } = spawnSync(program, words, {
    env: withoutSettings(env),
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: BYTES_MAX,
  });
  const code = error !== undefined && 'code' in error ? String(error.code) : '';
  if (code === 'ETIMEDOUT') return refused(`it did not end within ${timeoutMs / 1000} s and was killed`);
  if (code === 'ENOBUFS') return refused(`it printed more than ${BYTES_MAX} bytes`);
  if (error !== undefined) return refused(`the system cannot start it: ${code}`);
  if (signal !== null) return refused(`it was killed by ${signal}`);
  if (status !== 0) return refused(`it ended with exit code ${status}; its own message is on standard error`);
  return stdout.toString('utf8');
}

/** The program needs its own variables (`VAULT_ADDR`, `SOFTHSM2_CONF`), and none of the secrets of this server. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = new Set<string>([...Object.values(SETTINGS).flatMap((group) => Object.keys(group)), ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name)));
}

const isPrintable = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
