/** The blocks of code in the pages of `content/`: their marks from the Markdown, their text as the server serves it, placeholders filled. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentPage } from '@portico/contract';
import { Value } from 'typebox/value';
import { selectEdition } from '#modules/content/index.ts';

const PAGES = join(import.meta.dirname, '../../../../../content/pages');
const FENCE = /^```([a-z0-9-]*)((?: [a-z-]+=[a-z0-9-]+)*)$/;

/** What stands behind the language of a fence: `content/README.md` says what each means. */
const MARKS = ['id', 'answer-of', 'address-after', 'then', 'first', 'prints', 'if'] as const;
type Mark = (typeof MARKS)[number];

export interface GuideBlock {
  /** `how-to-api:42`, for messages. */
  readonly where: string;
  /** The heading of the second level above it; empty before the first. */
  readonly section: string;
  readonly language: string;
  readonly marks: Readonly<Partial<Record<Mark, string>>>;
  readonly code: string;
}

export interface Guide {
  readonly name: string;
  readonly blocks: readonly GuideBlock[];
}

/** Pages with blocks, by name. @throws Error for an unknown mark. */
export async function readGuides(origin: string): Promise<readonly Guide[]> {
  const files = (await readdir(PAGES)).filter((file) => file.endsWith('.md')).sort();
  const guides = await Promise.all(files.map((file) => readGuide(origin, file.slice(0, -'.md'.length))));
  return guides.filter(({ blocks }) => blocks.length > 0);
}

async function readGuide(origin: string, name: string): Promise<Guide> {
  const response = await fetch(`${origin}/content/dev-portal-pages/${name}`);
  if (!response.ok) throw new Error(`The page ${name} is not served: ${response.status}`);
  const page = Value.Parse(ContentPage, await response.json());
  const codes = page.field_paragraphs.flatMap((paragraph) => (paragraph.type === 'code' ? [paragraph.code] : []));
  const fences = readFences(name, await readFile(join(PAGES, `${name}.md`), 'utf8'));
  if (codes.length !== fences.length) throw new Error(`${name}: ${fences.length} blocks are written, ${codes.length} are served`);
  return { name, blocks: fences.map((fence, place) => ({ ...fence, code: codes[place] ?? '' })) };
}

function readFences(name: string, markdown: string): readonly Omit<GuideBlock, 'code'>[] {
  const fences: Omit<GuideBlock, 'code'>[] = [];
  let isInside = false;
  let section = '';
  const { text, lineOf } = selectEdition(markdown, 'sandbox', name);
  for (const [index, line] of text.split('\n').entries()) {
    if (!isInside && line.startsWith('## ')) section = line.slice('## '.length);
    if (!line.startsWith('```')) continue;
    isInside = !isInside;
    if (!isInside) continue;
    const where = `${name}:${lineOf(index + 1)}`;
    const [, language = '', info = ''] = FENCE.exec(line) ?? [];
    fences.push({ where, section, language, marks: readMarks(where, info) });
  }
  return fences;
}

function readMarks(where: string, info: string): GuideBlock['marks'] {
  const marks = info.split(' ').flatMap((part) => (part === '' ? [] : [part.split('=')]));
  const unknown = marks.find(([key]) => !MARKS.some((known) => known === key));
  if (unknown !== undefined) throw new Error(`${where}: the mark ${unknown[0]} is not known; known are ${MARKS.join(', ')}`);
  return Object.fromEntries(marks);
}
