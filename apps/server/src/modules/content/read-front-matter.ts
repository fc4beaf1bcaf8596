/** Reads the front matter of a news item, between two lines of `---`: one `name: value` per line, known names only, each once. */

export interface FrontMatter<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  /** The file with the front matter's lines emptied, so that line numbers stay the same. */
  readonly body: string;
}

const LINE = /^([a-z]+): +(\S.*)$/;
const FENCE = '---';

/**
 * @param file for errors
 * @throws Error with file and line
 */
export function readFrontMatter<Name extends string>(text: string, file: string, names: readonly Name[]): FrontMatter<Name> {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const refuse = (index: number, reason: string) => new Error(`${file}:${index + 1}: ${reason}: ${(lines[index] ?? '').slice(0, 60)}`);
  if (lines[0]?.trimEnd() !== FENCE) throw refuse(0, `it begins with --- and the lines ${names.join(', ')}`);
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === FENCE);
  if (end === -1) throw refuse(0, 'the front matter has no second ---');
  const values: Partial<Record<Name, string>> = {};
  for (let index = 1; index < end; index += 1) {
    const [, given, value] = LINE.exec((lines[index] ?? '').trimEnd()) ?? [];
    const name = names.find((known) => known === given);
    if (name === undefined || value === undefined) throw refuse(index, `the front matter knows ${names.map((known) => `"${known}: …"`).join(', ')}`);
    if (values[name] !== undefined) throw refuse(index, `${name} is given twice`);
    values[name] = value;
  }
  return { values, body: lines.map((line, index) => (index <= end ? '' : line)).join('\n') };
}
