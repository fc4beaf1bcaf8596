/** Reads the installed packages from the lock file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  /** Its folder, e.g. `node_modules/glob/node_modules/minimatch`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** Subresource integrity of the archive, e.g. `sha512-…`. */
  readonly integrity: string | undefined;
  /** A source that replaces the registry: a fork, an archive, a repository. */
  readonly resolved: string | undefined;
  /** SPDX expression. */
  readonly licence: string | undefined;
  readonly hasInstallScript: boolean;
  /** True if only tools and tests need it. */
  readonly isDevelopment: boolean;
}

interface LockEntry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

const FOLDER = 'node_modules/';
const root = join(import.meta.dirname, '../..');

export const readLockFile = (): LockFile => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Returns the external packages; the project's own workspaces are links and left out. */
export function lockedPackages({ packages }: LockFile): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes(FOLDER) && entry.link !== true)
    .map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      version: entry.version,
      integrity: entry.integrity,
      resolved: entry.resolved,
      // SPDX writes the operator in capitals; not every manifest does.
      licence: entry.license?.replaceAll(' or ', ' OR '),
      hasInstallScript: entry.hasInstallScript === true,
      isDevelopment: entry.dev === true,
    }));
}
