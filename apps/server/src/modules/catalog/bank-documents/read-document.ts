/** Parses the text of a file as an OpenAPI 3.0 or 3.1 document, or reports why it is not one. */
import { parseDocument } from 'yaml';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { DocumentError } from '../slices/document-error.ts';

/** Limit for the number of values after YAML aliases are expanded. */
const VALUES_MAX = 10_000_000;

/** @throws DocumentError */
export function readDocument(text: string, isYaml: boolean): JsonObject {
  // A byte order mark is no part of the text (RFC 8259 §8.1).
  const bare = text.replace(/^\uFEFF/, '');
  const value = isYaml ? parseYaml(bare) : parseJson(bare);
  if (!isObject(value)) throw new DocumentError('this is no OpenAPI document: it is not an object', { line: 1 });
  countValues(value);
  const { openapi, swagger } = value;
  if (swagger !== undefined) throw new DocumentError('this is Swagger 2.0; OpenAPI 3.0 and 3.1 are read', { needle: 'swagger' });
  if (typeof openapi !== 'string' || !/^3\.[01]\./.test(openapi)) {
    const found = openapi === undefined ? 'it has no "openapi"' : `its version is ${JSON.stringify(openapi).slice(0, 40)}`;
    throw new DocumentError(`this is no OpenAPI 3.0 or 3.1 document: ${found}`, openapi === undefined ? { line: 1 } : { needle: 'openapi' });
  }
  if (!isObject(value.info) || typeof value.info.title !== 'string' || value.info.title.trim() === '')
    throw new DocumentError('it has no "info.title"', { needle: 'info' });
  if (value.paths === undefined && isObject(value.webhooks))
    throw new DocumentError('it describes webhooks alone, which a caller cannot send', { needle: 'webhooks' });
  if (!isObject(value.paths)) throw new DocumentError('it has no "paths"', { needle: 'paths' });
  return value;
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [, position] = /at position (\d+)/.exec(reason) ?? [];
    const at = position === undefined ? onlyPlaceOf(text, reason) : Number(position);
    const said = reason.replace(/(?:,? (?:\.\.\.)?"| in JSON| is not valid JSON)[\s\S]*$/, '');
    throw new DocumentError(`this is not JSON: ${said}`, at === undefined ? {} : { line: lineAt(text, at) });
  }
}

/** The position of the text that Node quotes when its message has no position; undefined when the text occurs more than once. */
function onlyPlaceOf(text: string, reason: string): number | undefined {
  const [, around = ''] = /"([\s\S]+?)(?:\.\.\.)?" is not valid JSON$/.exec(reason.replace('"..."', '"')) ?? [];
  const bare = around.replace(/^\.\.\."?/, '');
  const at = bare === '' ? -1 : text.indexOf(bare);
  return at === -1 || text.includes(bare, at + 1) ? undefined : at + Math.floor(bare.length / 2);
}

function parseYaml(text: string): Json {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'error', keepSourceTokens: false });
  const [error] = document.errors;
  if (error !== undefined) throw new DocumentError(`this is not YAML: ${error.message}`, { line: lineAt(text, error.pos[0]) });
  try {
    // An alias refers to one shared value; `countValues` limits the expanded size.
    return document.toJS({ maxAliasCount: -1 });
  } catch (cause) {
    // The library throws this for an unknown anchor.
    const reason = cause instanceof ReferenceError ? cause.message : 'its aliases cannot be resolved';
    const [, anchor] = /: (\S+)$/.exec(reason) ?? [];
    throw new DocumentError(`this is not YAML: ${reason}`, anchor === undefined ? {} : { needle: `*${anchor}` });
  }
}

/** Counts values as if aliases were expanded, but visits each value once; rejects cyclic aliases. */
function countValues(root: JsonObject): void {
  const counts = new Map<Json, number>();
  const open = new Set<Json>();
  function count(value: Json): number {
    if (typeof value !== 'object' || value === null) return 1;
    const known = counts.get(value);
    if (known !== undefined) return known;
    if (open.has(value)) throw new DocumentError('an alias holds itself');
    open.add(value);
    let sum = 1;
    for (const part of Object.values(value)) sum += count(part);
    open.delete(value);
    counts.set(value, sum);
    if (sum > VALUES_MAX) throw new DocumentError(`it has more than ${VALUES_MAX} values when its aliases are written out`);
    return sum;
  }
  count(root);
}

/** Line number, counted from 1. */
function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** The line of an error in the document, if it can be determined. */
export function lineOf(text: string, { needle, occurrence, line }: DocumentError): number | undefined {
  if (line !== undefined || needle === undefined) return line;
  let at = -1;
  for (let count = 0; count < occurrence; count += 1) {
    const next = nextWord(text, needle, at + 1);
    if (next === -1) break;
    at = next;
  }
  return at === -1 ? undefined : lineAt(text, at);
}

/** The next occurrence that is not part of a longer name. */
function nextWord(text: string, needle: string, from: number): number {
  for (let at = text.indexOf(needle, from); at !== -1; at = text.indexOf(needle, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + needle.length] ?? ' '}`;
    if (!/[\w/-]/.test(around)) return at;
  }
  return -1;
}
