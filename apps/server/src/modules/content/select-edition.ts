/**
 * Editions of the texts. A server with the sandbox bank and a server with a bank's own core offer different things, so one folder has the texts of
 * both. Sections of Mustache (mustache(5)) mark what one edition shows: `{{#sandbox}} … {{/sandbox}}`, `{{#production}} … {{/production}}`.
 */

const EDITIONS = ['sandbox', 'production'] as const;
export type ContentEdition = (typeof EDITIONS)[number];

export interface EditionText {
  readonly text: string;
  /** Returns the line in the file, from 1, of a line of `text`. */
  lineOf(line: number): number;
}

const MARK = /\{\{([#/^])([^{}]*)\}\}/g;

const isEdition = (name: unknown): name is ContentEdition => EDITIONS.some((edition) => edition === name);

/**
 * Leaves out marks and what the other edition shows. A line of which nothing is left is removed, so that rows of tables and entries of lists can be
 * marked, too.
 *
 * @throws Error with file and line for a section that is unknown, nested, not opened or not closed
 */
export function selectEdition(source: string, edition: ContentEdition, file: string): EditionText {
  const kept: string[] = [];
  const lines: number[] = [];
  let open: { readonly name: ContentEdition; readonly line: number } | undefined;
  const isShown = () => open === undefined || open.name === edition;
  for (const [index, written] of source.split('\n').entries()) {
    const line = index + 1;
    const marks = [...written.matchAll(MARK)];
    const isMarked = marks.length > 0 || !isShown();
    let shown = '';
    let end = 0;
    for (const { 0: mark, 1: sign = '', 2: given = '', index: start } of marks) {
      if (isShown()) shown += written.slice(end, start);
      end = start + mark.length;
      open = opened(open, sign, given.trim(), line, file);
    }
    if (isShown()) shown += written.slice(end);
    if (isMarked && shown.trim() === '') continue;
    kept.push(shown);
    lines.push(line);
  }
  if (open !== undefined) throw new Error(`${file}:${open.line}: the section {{#${open.name}}} has no {{/${open.name}}}`);
  return { text: kept.join('\n'), lineOf: (line) => lines[line - 1] ?? line };
}

/** @returns the section that is open after the mark */
function opened(open: { readonly name: ContentEdition; readonly line: number } | undefined, sign: string, name: string, line: number, file: string) {
  const refuse = (reason: string) => new Error(`${file}:${line}: ${reason}`);
  if (sign === '^' || !isEdition(name)) {
    throw refuse(`unknown section {{${sign}${name.slice(0, 40)}}}; known are ${EDITIONS.map((known) => `{{#${known}}}`).join(' and ')}`);
  }
  if (sign === '#') {
    if (open !== undefined) throw refuse(`the section {{#${name}}} begins inside {{#${open.name}}} of line ${open.line}: sections are not nested`);
    return { name, line };
  }
  if (open?.name !== name) throw refuse(`{{/${name}}} ends a section that is not open`);
  return undefined;
}

/**
 * Leaves out entries of lists whose member `edition` names the other edition, and the member itself, at any depth.
 *
 * @throws Error with the file for another value of `edition`
 */
export function selectEntries(value: unknown, edition: ContentEdition, file: string): unknown {
  if (Array.isArray(value)) {
    return value.filter((item: unknown) => isOf(item, edition, file)).map((item: unknown) => selectEntries(item, edition, file));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'edition');
  return Object.fromEntries(members.map(([key, member]) => [key, selectEntries(member, edition, file)]));
}

function isOf(item: unknown, edition: ContentEdition, file: string): boolean {
  if (typeof item !== 'object' || item === null || !('edition' in item)) return true;
  if (isEdition(item.edition)) return item.edition === edition;
  throw new Error(`${file}: "edition" is ${EDITIONS.map((known) => `"${known}"`).join(' or ')}, not ${JSON.stringify(item.edition)?.slice(0, 40)}`);
}
