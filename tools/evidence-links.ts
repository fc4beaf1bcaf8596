/** The links of a document of evidence: to a file, to a heading of a document, or to a test, whose title is the text of the link. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `[title of a test](../file)`; the title may contain brackets. */
export const LINK = /\[(?<title>(?:[^[\]]|\[[^\]]*\])+)\]\((?<target>[^)]+)\)/g;

const read = (path: string): string => readFileSync(path, 'utf8');

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-');

/** @returns why each link of the text leads to nothing. Links to other sites are not followed. */
export function findDeadEvidence(folder: string, text: string): readonly string[] {
  return [...text.matchAll(LINK)].flatMap(({ groups }) => whyAbsent(folder, groups?.title ?? '', groups?.target ?? '') ?? []);
}

function whyAbsent(folder: string, title: string, target: string): string | undefined {
  if (/^https:/.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = join(folder, path);
  if (!existsSync(file) || !statSync(file).isFile()) return `${target} is no file`;
  if (anchor !== undefined && !hasHeading(read(file), anchor)) return `${target} is no heading`;
  if (/\.(?:test|spec)\.tsx?$/.test(path) && !hasTitle(read(file), title.replaceAll('\\|', '|'))) return `${path} has no test “${title}”`;
  return undefined;
}

export const hasHeading = (markdown: string, anchor: string): boolean =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);

/** The title is a whole text of the source, in its own spelling: with `%s` or `${flow}` where the test fills a value in. */
const hasTitle = (source: string, title: string): boolean => ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
