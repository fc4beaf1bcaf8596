/** Checks whether other users of the machine could read or replace a file with secrets. Production refuses such a file. */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The problem, as the parts of a refused setting. */
export interface Openness {
  /** The path with the mode that was found, e.g. `/run/keys.json (mode 0644)`. */
  readonly given: string;
  readonly accepted: string;
}

const GROUP = 0o070;
const OTHERS = 0o007;
const GROUP_WRITE = 0o020;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;
const ROOT = 0;

/**
 * Checks the file behind symbolic links. Returns undefined where the path is private, or where it cannot be read at all, which another check reports.
 * @param purpose the content of the file, for the message: `the keys`.
 */
export function opennessOfFile(path: string, purpose: string): Openness | undefined {
  const found = look(path);
  if (found === undefined) return undefined;
  const { stats, real } = found;
  if (stats.isDirectory()) return { given: `${path} (a folder)`, accepted: `the path of a file that holds ${purpose}` };
  if (isOpen(stats, FILE_OF_GROUP)) {
    return { given: withMode(path, stats), accepted: `a file that its owner alone may read, because it holds ${purpose}: chmod 600 ${real}` };
  }
  if (isOfAnotherUser(stats, process.geteuid?.())) {
    const given = `${path} (of user ${stats.uid})`;
    return { given, accepted: `a file of root or of the user that runs the server, because it holds ${purpose}: chown it` };
  }
  // Write access to any folder above the file, or above a link to it, is enough to replace the file.
  const folder = [...foldersAbove(path), ...foldersAbove(real)].find(isWritableByOthers);
  if (folder === undefined) return undefined;
  return {
    given: `${path} in ${withMode(folder, statSync(folder))}`,
    accepted: `a file in a folder where other users may not write, because it holds ${purpose}: chmod go-w ${folder}`,
  };
}

/** The owner of a file reads and replaces it in every mode. A server of root reads such a file, too. */
export function isOfAnotherUser({ uid }: Pick<Stats, 'uid'>, serverUser: number | undefined): boolean {
  return serverUser !== undefined && uid !== serverUser && uid !== ROOT;
}

/** Like {@link opennessOfFile}, for a folder with data; undefined where it does not exist yet. */
export function opennessOfFolder(path: string): Openness | undefined {
  const found = look(path);
  if (found === undefined || !found.stats.isDirectory() || !isOpen(found.stats, FOLDER_OF_GROUP)) return undefined;
  return { given: withMode(path, found.stats), accepted: `a folder that its owner alone may enter: chmod 700 ${found.real}` };
}

/** Group permissions that are accepted for the server's own group: reading a file, all of a folder. */
export const FILE_OF_GROUP = 0o040;
export const FOLDER_OF_GROUP = 0o070;

/**
 * Kubernetes gives an unprivileged process access to a secret by its group: root owns the file, and its group is the server's (`fsGroup`). A group
 * permission then admits only this process and root, as an owner permission does elsewhere.
 */
export function isOpenToOthers(
  { mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>,
  server: { readonly user: number | undefined; readonly group: number | undefined },
  allowedToOwnGroup: number,
): boolean {
  if ((mode & OTHERS) !== 0) return true;
  const isHandedOut = uid === ROOT && server.user !== ROOT && gid === server.group;
  return (mode & GROUP & ~(isHandedOut ? allowedToOwnGroup : 0)) !== 0;
}

const isOpen = (stats: Stats, allowedToOwnGroup: number): boolean =>
  isOpenToOthers(stats, { user: process.geteuid?.(), group: process.getegid?.() }, allowedToOwnGroup);

/** Returns the folders above a path up to the root. Links are not followed. */
function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(resolve(path)); folders.at(-1) !== folder; folder = dirname(folder)) folders.push(folder);
  return folders;
}

function isWritableByOthers(folder: string): boolean {
  return isExchangeable(statSync(folder), process.getegid?.());
}

/**
 * The server's own group and root's group are accepted, because orchestrators mount folders with them. In a sticky folder users can replace only
 * their own files.
 */
export function isExchangeable({ mode, gid }: Pick<Stats, 'mode' | 'gid'>, serverGroup: number | undefined): boolean {
  if ((mode & STICKY) !== 0) return false;
  return (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITE) !== 0 && gid !== ROOT && gid !== serverGroup);
}

function look(path: string): { readonly stats: Stats; readonly real: string } | undefined {
  try {
    const real = realpathSync(path);
    return { stats: statSync(real), real };
  } catch {
    return undefined;
  }
}

const withMode = (path: string, { mode }: Stats) => `${path} (mode ${(mode & 0o7777).toString(8).padStart(4, '0')})`;
