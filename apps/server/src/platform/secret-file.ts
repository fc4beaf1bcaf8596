/**
 * Checks whether other users of the machine could read or replace a file with secrets, or replace a file that decides whom the server trusts. Production
 * refuses such a file.
 */
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

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
 * Checks the file behind symbolic links, the links, and the folders on the way. Returns undefined where the path is private, or where it cannot be
 * opened at all, which another check reports.
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
  if (isOfAnotherUser(stats, process.geteuid?.())) return ofAnotherUser(path, stats, { what: 'a file', purpose });
  return opennessOfWay(path, { what: 'a file', purpose });
}

/** Like {@link opennessOfFile}, for a folder with data. Where it does not exist yet, the folders above it count. */
export function opennessOfFolder(path: string, purpose: string): Openness | undefined {
  const found = look(path);
  if (found?.stats.isDirectory() === false) return undefined;
  if (found !== undefined && isOpen(found.stats, FOLDER_OF_GROUP)) {
    return { given: withMode(path, found.stats), accepted: `a folder that its owner alone may enter: chmod 700 ${found.real}` };
  }
  if (found !== undefined && isOfAnotherUser(found.stats, process.geteuid?.()))
    return ofAnotherUser(path, found.stats, { what: 'a folder', purpose });
  return opennessOfWay(path, { what: 'a folder', purpose });
}

/**
 * All users may read what is at this path: a file, or a folder with its files. Only root and the user that runs the server may write it. Returns
 * undefined where other users cannot, or where nothing is there, which another check reports.
 * @param purpose the content, for the message: `the authorities that identify providers`.
 */
export function replaceabilityOf(path: string, purpose: string): Openness | undefined {
  const found = look(path);
  if (found === undefined) return undefined;
  if (!found.stats.isDirectory()) return replaceabilityOfFile(path, { what: 'a file', purpose });
  for (const name of readdirSync(found.real)) {
    const flaw = look(join(path, name))?.stats.isFile() === true ? replaceabilityOf(join(path, name), purpose) : undefined;
    if (flaw !== undefined) return flaw;
  }
  return opennessOfWay(path, { purpose, what: 'a folder' });
}

/** Like {@link replaceabilityOf}, for a program that the server runs and that prints the keys. */
export function opennessOfProgram(path: string): Openness | undefined {
  const purpose = 'the keys';
  if (look(path)?.stats.isDirectory() === true) return { given: `${path} (a folder)`, accepted: `the path of a program that prints ${purpose}` };
  return replaceabilityOfFile(path, { what: 'a program', purpose });
}

function replaceabilityOfFile(path: string, secret: Secret): Openness | undefined {
  const found = look(path);
  if (found === undefined) return undefined;
  if (isOfAnotherUser(found.stats, process.geteuid?.())) return ofAnotherUser(path, found.stats, secret);
  if (isWritableByOthers(found.real)) {
    const { what, purpose } = secret;
    return {
      given: withMode(path, found.stats),
      accepted: `${what} that other users may not write, because it holds ${purpose}: chmod go-w ${found.real}`,
    };
  }
  return opennessOfWay(path, secret);
}

interface Secret {
  readonly what: 'a file' | 'a folder' | 'a program';
  readonly purpose: string;
}

function ofAnotherUser(path: string, { uid }: Stats, { what, purpose }: Secret): Openness {
  return {
    given: `${path} (of user ${uid})`,
    accepted: `${what} of root or of the user that runs the server, because it holds ${purpose}: chown it`,
  };
}

/** Write access to any folder on the way, also to one that holds a link, is enough to replace the secret. */
function opennessOfWay(path: string, { what, purpose }: Secret): Openness | undefined {
  const { folders, links } = passedBy(path);
  const link = links.find((each) => isOfAnotherUser(lstatSync(each), process.geteuid?.()));
  if (link !== undefined) {
    const given = `${path} (through a link of user ${lstatSync(link).uid})`;
    return { given, accepted: `links of root or of the user that runs the server, because they lead to ${purpose}: chown -h ${link}` };
  }
  const folder = folders.find(isWritableByOthers);
  if (folder === undefined) return undefined;
  const above = statSync(folder);
  if (isOfAnotherUser(above, process.geteuid?.())) {
    const given = `${path} in ${folder} (of user ${above.uid})`;
    return { given, accepted: `${what} in folders of root or of the user that runs the server, because it holds ${purpose}: chown ${folder}` };
  }
  return {
    given: `${path} in ${withMode(folder, above)}`,
    accepted: `${what} in a folder where other users may not write, because it holds ${purpose}: chmod go-w ${folder}`,
  };
}

/** The owner of a file reads and replaces it in every mode. A server of root reads such a file, too. */
export function isOfAnotherUser({ uid }: Pick<Stats, 'uid'>, serverUser: number | undefined): boolean {
  return serverUser !== undefined && uid !== serverUser && uid !== ROOT;
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

/**
 * Follows a path as the system does, part by part, because ".." behind a link leads elsewhere than its text says. Returns the folders that it passes,
 * also those on the way through links, from the last to the first, and the links. It ends at the first part that does not exist.
 */
function passedBy(path: string): { readonly folders: readonly string[]; readonly links: readonly string[] } {
  const rest = partsOf(isAbsolute(path) ? path : join(process.cwd(), '/') + path);
  const folders = ['/'];
  const links: string[] = [];
  let at = '/';
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    const next = join(at, part);
    const stats = lstatSync(next, { throwIfNoEntry: false });
    if (stats === undefined) break;
    if (stats.isSymbolicLink()) {
      const target = readlinkSync(next);
      links.push(next);
      if (isAbsolute(target)) at = '/';
      rest.unshift(...partsOf(target));
    } else {
      at = next;
      if (stats.isDirectory()) folders.unshift(next);
    }
  }
  return { folders, links };
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

function isWritableByOthers(path: string): boolean {
  const stats = statSync(path);
  // The sticky bit protects the entries of a folder only.
  const mode = stats.isDirectory() ? stats.mode : stats.mode & ~STICKY;
  return isExchangeable({ mode, uid: stats.uid, gid: stats.gid }, { user: process.geteuid?.(), group: process.getegid?.() });
}

/**
 * The server's own group and root's group are accepted, because orchestrators mount folders with them. In a sticky folder users can replace only
 * their own files, and its owner every file.
 */
export function isExchangeable(
  { mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>,
  server: { readonly user: number | undefined; readonly group: number | undefined },
): boolean {
  if (isOfAnotherUser({ uid }, server.user)) return true;
  if ((mode & STICKY) !== 0) return false;
  return (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITE) !== 0 && gid !== ROOT && gid !== server.group);
}

/** A file that is open in this process (`/dev/fd/3`) may have no path any more: it is looked at, too. */
function look(path: string): { readonly stats: Stats; readonly real: string } | undefined {
  try {
    return { stats: statSync(path), real: realOf(path) };
  } catch {
    return undefined;
  }
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

const withMode = (path: string, { mode }: Stats) => `${path} (mode ${(mode & 0o7777).toString(8).padStart(4, '0')})`;
