/**
 * Creates a working copy of the repository in a temporary folder: sources are copied, external packages are linked, and the project's own packages
 * are those of the copy.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';

/** Generated and installed files, which are not copied. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report', '.git', '.cache']);

/** A workspace has its own packages where it needs another version, or where npm installed them there. */
const PLACES_OF_PACKAGES = ['node_modules', '{apps,packages}/*/node_modules'];

export interface RepositoryCopy {
  readonly folder: string;
  remove(): void;
}

export function copyRepository(root: string): RepositoryCopy {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portico-threats-'));
  cpSync(root, folder, { recursive: true, filter: (source) => !LEFT_OUT.has(basename(source)) || source === root });
  // Some rules apply to committed files and read git's list of them. For the list git need not read the files.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '--all', '--intent-to-add'], { cwd: folder });
  for (const place of PLACES_OF_PACKAGES.flatMap((pattern) => globSync(pattern, { cwd: root }))) linkPackages(root, folder, place);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Links packages one by one: links to the project's own packages must lead into the copy, and tools write caches beside the links. */
function linkPackages(root: string, folder: string, place: string): void {
  const [from, to] = [join(root, place), join(folder, place)];
  mkdirSync(to);
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.'))) {
    const isScope = name.startsWith('@');
    if (isScope) mkdirSync(join(to, name));
    for (const path of isScope ? readdirSync(join(from, name)).map((entry) => join(name, entry)) : [name]) {
      const target = realpathSync(join(from, path));
      const own = join(folder, relative(realpathSync(root), target));
      const isOwn = !relative(realpathSync(root), target).split(sep).includes('node_modules') && existsSync(own);
      symlinkSync(isOwn ? own : target, join(to, path));
    }
  }
}
