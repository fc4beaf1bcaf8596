/** The developer's session between two commands: one file that only its owner can read. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { WrongUse } from './failures.ts';

export interface Session {
  /** Origin of the portal. */
  readonly bank: string;
  readonly email: string;
  /** Values by name. They sign in: never print them. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Client id of the application that commands are about; absent: the oldest one. */
  readonly application?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** In the configuration folder of the user (XDG Base Directory Specification). */
function fileOf(env: Env): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'portico-tpp', 'session.json');
}

/** Undefined before the first login, and for a file that is no session. @throws WrongUse for one that cannot be read */
export async function findSession(env: Env): Promise<Session | undefined> {
  const file = fileOf(env);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (Object(error).code === 'ENOENT') return '';
    throw new WrongUse(`${file} cannot be read: ${Object(error).code}. Delete it and log in again.`);
  });
  const { bank, email, cookies, application } = Object(parse(text));
  if (!isOrigin(bank) || typeof email !== 'string' || !areCookies(cookies)) return undefined;
  return { bank, email, cookies, ...(typeof application === 'string' && { application }) };
}

const isOrigin = (bank: unknown): bank is string => typeof bank === 'string' && URL.canParse(bank) && new URL(bank).origin === bank;

/** A header takes no other texts. */
const areCookies = (cookies: unknown): cookies is Session['cookies'] =>
  Object(cookies) === cookies &&
  Object.entries(Object(cookies)).every((pair) => pair.every((text) => typeof text === 'string' && /^[!-~]*$/.test(text)));

/**
 * Replaces the file at once, so that a command that runs meanwhile reads the old or the new one. @returns its path
 * @throws WrongUse for a file that cannot be written
 */
export async function saveSession(env: Env, session: Session): Promise<string> {
  const file = fileOf(env);
  const fresh = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(fresh, JSON.stringify(session), { mode: 0o600, flag: 'wx' });
    await rename(fresh, file);
    return file;
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    throw new WrongUse(`${file} cannot be written: ${Object(error).code}. Set XDG_CONFIG_HOME to a folder that you may write.`);
  }
}

/** @throws WrongUse for a file that cannot be deleted */
export async function deleteSession(env: Env): Promise<void> {
  const file = fileOf(env);
  await rm(file, { force: true }).catch((error: unknown) => {
    throw new WrongUse(`${file} cannot be deleted: ${Object(error).code}. Delete it yourself: it signs in.`);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
