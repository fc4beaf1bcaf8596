/** Paths, commands and sections of the specification that documents and comments name must exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Results of measurements and the changelog may name former files. Content pages name URLs. */
const documents = files.filter((path) => path.endsWith('.md') && !/^(content|bench|CHANGELOG)/.test(path) && path !== 'docs/specification.md');
const sources = files.filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && path !== 'tools/named-places.test.ts');

const ENDING = 'ts|tsx|mjs|md|json|sql|conf|ya?ml|html|css';
/** Every path and every folder, and each of their ends: `catalog/changes.ts`. */
const known = new Set(
  files.flatMap((path) => {
    const parts = path.split('/');
    return parts.flatMap((_part, from) => parts.slice(from).map((_each, to) => parts.slice(from, from + to + 1).join('/')));
  }),
);

/** Returns the comments of a source. */
function commentsOf(text: string): string {
  const blocks = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g)].map(([comment]) => comment);
  return blocks.join('\n');
}

/** Matches a file with its extension, and a folder in backticks with a slash at its end. */
function namedPaths(text: string): readonly string[] {
  const withoutLinks = text.replaceAll(/\bhttps?:\/\/\S+/g, '');
  const ofFiles = [
    ...withoutLinks.matchAll(new RegExp(`(?<![\\w@./{}<>*$-])(?:\\.{1,2}/)*((?:[\\w@.-]+/)*[\\w@-]+(?:\\.[\\w-]+)*\\.(?:${ENDING}))(?![\\w-])`, 'g')),
  ];
  const ofFolders = [...text.matchAll(/`((?:[\w@.-]+\/){2,})`/g)];
  return [...ofFiles, ...ofFolders].map(([, name = '']) => name.replace(/\/$/, ''));
}

/** Examples: files that the reader has or will create. */
const OF_THE_READER = new Set(['data-keys.json', 'my-core.json', 'homepage.md', 'nextgenpsd2-1.3.12.json', 'tNN-name.ts', 'trust.json']);

const missing = (path: string, text: string, names: (text: string) => readonly string[], exists: (name: string) => boolean): readonly string[] =>
  [...new Set(names(text))].filter((name) => !exists(name)).map((name) => `${path}: ${name}`);

describe('a path that is named', () => {
  it.each([
    ['in documents', documents, (text: string) => text],
    ['in comments', sources, commentsOf],
  ] as const)('exists: %s', (_where, paths, textOf) => {
    expect(paths.flatMap((path) => missing(path, textOf(read(path)), namedPaths, (name) => known.has(name) || OF_THE_READER.has(name)))).toEqual([]);
  });
});

describe('a link of a document', () => {
  it('leads to a file or a folder of the repository', () => {
    const targets = (text: string) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => target.replace(/#.*$/, ''))
        .filter((target) => target !== '' && !/^(?:[a-z]+:|\/)/.test(target));
    const linked = files.filter((path) => path.endsWith('.md') && !path.startsWith('content/'));
    expect(
      linked.flatMap((path) => missing(path, read(path), targets, (target) => known.has(normalize(join(dirname(path), target)).replace(/\/$/, '')))),
    ).toEqual([]);
  });
});

describe('a command that is named', () => {
  const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;
  const ofNpm = new Set(['ci', 'install', 'test', 'start', 'audit', 'run', 'sbom', 'pack', 'view']);
  const named = (text: string) => [...text.matchAll(/\bnpm (?:run )?([a-z][a-z0-9:-]*)/g)].map(([, name = '']) => name);

  it.each([
    ['in documents', documents, (text: string) => [...text.matchAll(/`[^`]*`|^(?: {4}|\$ ).*$/gm)].join('\n')],
    ['in comments', sources, (text: string) => [...commentsOf(text).matchAll(/`[^`]*`/g)].join('\n')],
  ] as const)('is a script of the package: %s', (_where, paths, textOf) => {
    expect(paths.flatMap((path) => missing(path, textOf(read(path)), named, (name) => name in scripts || ofNpm.has(name)))).toEqual([]);
  });
});

describe('a section of the specification that is named', () => {
  const sections = new Set([...read('docs/specification.md').matchAll(/^## (\d+)\./gm)].map(([, number]) => number));
  const named = (text: string) => [...text.replaceAll(/\s+\*?\s*/g, ' ').matchAll(/specification,? §§?(\d+)/gi)].map(([, number = '']) => number);

  it('has the sections 1 to 9', () => expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']));
  it('exists', () => {
    expect([...documents, ...sources].flatMap((path) => missing(path, read(path), named, (name) => sections.has(name)))).toEqual([]);
  });
});

describe('the index of decisions', () => {
  const decisions = files.filter((path) => /^docs\/decisions\/\d{4}-/.test(path));

  it('lists each decision once, by its title', () => {
    const listed = [...read('docs/decisions/README.md').matchAll(/^- \[(\d{4})\]\((.+)\) (.+)$/gm)].map(([, number, name, title]) => [
      name,
      `# ${number} · ${title}`,
    ]);
    const written = decisions.map((path) => [path.split('/').at(-1), read(path).split('\n', 1)[0]]);
    expect(listed.sort()).toEqual(written.sort());
  });
});
