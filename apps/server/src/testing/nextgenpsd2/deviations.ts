/** Reads content/pages/standard-deviations.md, and finds the differences between a documented response and the standard. */
import { readFile } from 'node:fs/promises';
import { member } from '@portico/testkit';
import { standardResponse } from './standard.ts';

export interface Difference {
  readonly operationId: string;
  /** Undefined where the whole operation differs. */
  readonly status: number | undefined;
  readonly what: string;
}

interface Deviation {
  /** In the format of `nameOfDifference`, one for each operation of the row. */
  readonly differences: readonly string[];
  readonly reason: string;
}

/** The data about a section of our documents that the reader of the table needs. */
interface OfferedSection {
  readonly apiId: string;
  readonly operations: readonly { readonly operationId: string }[];
}

interface Refusal {
  readonly operationId: string;
  readonly status: number;
  readonly code: string;
  readonly when: string;
}

const TABLE = new URL('../../../../../content/pages/standard-deviations.md', import.meta.url);
const EVERY = 'every operation';
/** Codes that refuse a part of the standard. Each of them is therefore a deviation. */
const PART_REFUSED = ['PARAMETER_NOT_SUPPORTED', 'SESSIONS_NOT_SUPPORTED'];
/** HTTP's own header fields, which the standard's file leaves out on purpose. */
const HTTP_FIELDS = ['Accept', 'Accept-Encoding', 'Allow', 'Deprecation', 'Link', 'Retry-After', 'Sunset', 'WWW-Authenticate'];

export const nameOfDifference = ({ operationId, status, what }: Difference) => `${operationId} ${status ?? '–'} ${what}`;

/** Returns the rows of the table. A cell names operations (`*`: any letters), sections, or every operation. */
export async function readDeviations(sections: readonly OfferedSection[]): Promise<readonly Deviation[]> {
  const lines = (await readFile(TABLE, 'utf8')).split('\n').filter((line) => /^\| .* \| (\d{3}|–) \| /.test(line));
  if (lines.length === 0) throw new Error('content/pages/standard-deviations.md has no row.');
  return lines.map((line) => {
    const [operations = '', status = '', what = '', reason = ''] = line.slice(2, -2).split(' | ');
    const ids = operations.split(', ').flatMap((name) => operationsOf(name.replaceAll('`', ''), sections));
    return { differences: ids.map((id) => `${id} ${status} ${what.replaceAll('`', '')}`), reason };
  });
}

/** True if a row lists the difference; `*` in a row matches one part of a path. */
export function isListed(deviation: Deviation, name: string): boolean {
  return deviation.differences.some((listed) => isNamedBy(listed, name));
}

export function isNamedBy(listed: string, name: string): boolean {
  const parts = name.split('/');
  return listed.split('/').length === parts.length && listed.split('/').every((part, index) => matches(part, parts[index] ?? ''));
}

/** The last part of a path is followed by words. */
function matches(part: string, actual: string): boolean {
  return part.startsWith('*') ? actual.split(' ').slice(1).join(' ') === part.split(' ').slice(1).join(' ') : part === actual;
}

function operationsOf(name: string, sections: readonly OfferedSection[]): readonly string[] {
  const idsOf = (chosen: readonly OfferedSection[]) => chosen.flatMap(({ operations }) => operations.map(({ operationId }) => operationId));
  const [begin, end] = name.split('*');
  if (begin !== undefined && end !== undefined) return idsOf(sections).filter((id) => id.startsWith(begin) && id.endsWith(end));
  const chosen = sections.filter(({ apiId }) => name === EVERY || apiId === name);
  return chosen.length === 0 ? [name] : idsOf(chosen);
}

export function refusalDifferences({ operationId, status, code, when }: Refusal): readonly Difference[] {
  const standard = standardResponse(operationId, status);
  const found = [
    ...(standard === undefined ? ['a status that the standard does not use'] : []),
    ...(standard !== undefined && standard.body === undefined ? ['a body'] : []),
    ...(standard?.codes === undefined || standard.codes.includes(code) ? [] : [`code ${code}`]),
    ...(PART_REFUSED.includes(code) ? [`${code} when ${when}`] : []),
  ];
  return found.map((what) => ({ operationId, status, what }));
}

/** `operation`: from a served document. */
export function headerDifferences({ operationId, operation }: { operationId: string; operation: unknown }): readonly Difference[] {
  return Object.entries(Object(member(operation, 'responses'))).flatMap(([text, response]) => {
    const status = Number(text);
    const standard = standardResponse(operationId, status);
    if (standard === undefined) return [];
    const named = standard.headers;
    const sent = Object.keys(Object(member(response, 'headers')));
    const expected = Object.entries(named).filter(([, isRequired]) => isRequired || status < 300);
    return [
      ...expected.filter(([name]) => !sent.includes(name)).map(([name]) => `header ${name} is not sent`),
      ...sent.filter((name) => named[name] === undefined && !HTTP_FIELDS.includes(name)).map((name) => `header ${name}`),
    ].map((what) => ({ operationId, status, what }));
  });
}
