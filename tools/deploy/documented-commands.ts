/** The commands in `docs/operate`: blocks of `sh`, and commands of Portico in the texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/operate');

/** Why a block is not executed. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  packages: 'installs packages of the distribution, which the machine of a test has already',
  systemd: 'needs systemd as the first process; the test starts the units by their directives instead',
};

export interface DocumentedBlock {
  /** `deployment.md:42`, for messages. */
  readonly where: string;
  readonly language: string;
  readonly marks: Readonly<Record<string, string>>;
  readonly code: string;
}

const FENCE = /^```([a-z]*)((?: [a-z-]+=[a-z0-9-]+)*)$/;

export function readBlocks(file: string): readonly DocumentedBlock[] {
  const blocks: DocumentedBlock[] = [];
  let open: (Omit<DocumentedBlock, 'code'> & { readonly lines: string[] }) | undefined;
  for (const [index, line] of readFileSync(join(FOLDER, file), 'utf8').split('\n').entries()) {
    if (open === undefined) {
      const [, language = '', info = ''] = FENCE.exec(line) ?? [];
      const marks = Object.fromEntries(info.split(' ').flatMap((part) => (part === '' ? [] : [part.split('=')])));
      if (line.startsWith('```')) open = { where: `${file}:${index + 1}`, language, marks, lines: [] };
    } else if (line === '```') {
      const { lines, ...block } = open;
      blocks.push({ ...block, code: lines.join('\n') });
      open = undefined;
    } else open.lines.push(line);
  }
  return blocks;
}

/** Commands such as `portico find <id>` between backticks, each once, in the order of the texts. */
export function readCommands(files: readonly string[]): readonly string[] {
  const found = files.flatMap((file) =>
    [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/`portico ([a-z][^`\n]*)`/g)].map(([, words = '']) => words),
  );
  return [...new Set(found)];
}
