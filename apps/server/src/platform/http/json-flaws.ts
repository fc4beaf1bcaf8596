/**
 * Finds flaws that `JSON.parse` accepts, in one pass before any object is created: too much nesting, too many values, repeated names, and names that
 * could reach a prototype. RFC 8259 §4 leaves the meaning of a repeated name open, so a proxy and the server could read different values. Text that
 * is no JSON is left to the parser.
 */

export interface JsonBounds {
  readonly depthMax: number;
  readonly valuesMax: number;
}

export type JsonFlaw =
  | { readonly kind: 'tooDeep' | 'tooManyValues' }
  /** `path` such as `payments[0].creditorAccount.iban`. */
  | { readonly kind: 'repeatedName' | 'forbiddenName'; readonly path: string };

interface Level {
  /** Names of an object so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** Name or position of the current member. */
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

/** Returns whether a name follows. */
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

/** Returns undefined for an invalid JSON string. */
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

/** Returns the index of the closing quote, or the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}
