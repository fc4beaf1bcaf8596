/**
 * What `JSON.parse` would let pass: one look over the text finds nesting and amounts of values that nothing of ours needs, before
 * anything is built of them, names that come twice (RFC 8259 §4 leaves their meaning open: a proxy may read one, we the other),
 * and names that could reach a prototype. Text that is no JSON at all is the parser's to refuse.
 */

export interface JsonBounds {
  readonly depthMax: number;
  readonly valuesMax: number;
}

export type JsonFlaw =
  | { readonly kind: 'tooDeep' | 'tooManyValues' }
  /** `path` as in `payments[0].creditorAccount.iban`. */
  | { readonly kind: 'repeatedName' | 'forbiddenName'; readonly path: string };

interface Level {
  /** Names of an object so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** Name or position of the member that is being read. */
  place: string;
  position: number;
}

const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

export function findJsonFlaw(text: string, { depthMax, valuesMax }: JsonBounds): JsonFlaw | undefined {
  const levels: Level[] = [];
  let values = 0;
  let isNameNext = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      const flaw = isNameNext ? enterMember(levels, text.slice(index, end + 1)) : undefined;
      if (flaw !== undefined) return flaw;
      isNameNext = false;
      index = end;
    } else if (character === '{' || character === '[') {
      if (levels.length === depthMax) return { kind: 'tooDeep' };
      isNameNext = character === '{';
      levels.push({ names: isNameNext ? new Set() : undefined, place: '[0]', position: 0 });
      values += 1;
    } else if (character === '}' || character === ']') {
      levels.pop();
      isNameNext = false;
    } else if (character === ',') {
      isNameNext = nextMember(levels.at(-1));
      values += 1;
    }
    if (values > valuesMax) return { kind: 'tooManyValues' };
  }
  return undefined;
}

/** Answers whether a name is next. */
function nextMember(level: Level | undefined): boolean {
  if (level === undefined || level.names !== undefined) return level !== undefined;
  level.position += 1;
  level.place = `[${level.position}]`;
  return false;
}

function enterMember(levels: readonly Level[], quoted: string): JsonFlaw | undefined {
  const level = levels.at(-1);
  const name = decode(quoted);
  if (level?.names === undefined || name === undefined) return undefined;
  level.place = name;
  if (FORBIDDEN_NAMES.has(name)) return { kind: 'forbiddenName', path: pathOf(levels) };
  if (level.names.has(name)) return { kind: 'repeatedName', path: pathOf(levels) };
  level.names.add(name);
  return undefined;
}

/** Undefined for what is no JSON string. */
function decode(quoted: string): string | undefined {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ place }, index) => (index === 0 || place.startsWith('[') ? place : `.${place}`)).join('');
}

/** Index of the closing quote; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}
