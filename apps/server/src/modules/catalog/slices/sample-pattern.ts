/** Finds a short text that a pattern allows. Rare syntax, such as assertions and back-references, is not read. */

/** @returns undefined: no text was found, or the pattern is not a regular expression of JavaScript */
export function sampleOfPattern(pattern: string, lengthMin: number): string | undefined {
  // More repetitions reach the schema's `minLength`.
  for (const extra of [0, 1, lengthMin]) {
    const text = createReader(pattern, extra)();
    if (text !== undefined && text.length >= lengthMin && matches(pattern, text)) return text;
  }
  return undefined;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

const CLASSES: Readonly<Record<string, string>> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', t: '\t', n: '\n', r: '\r' };
/** Tried in this order where a class excludes characters. */
const CANDIDATES = ['a', 'A', '0', '-', ' ', 'é'];

/** @param extra repetitions beyond the smallest number, as far as the pattern allows them */
function createReader(pattern: string, extra: number): () => string | undefined {
  let at = 0;

  function alternatives(): string {
    const first = sequence();
    while (pattern[at] === '|') {
      at += 1;
      sequence();
    }
    return first;
  }

  function sequence(): string {
    let text = '';
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const one = atom();
      text += one.repeat(repetitions());
    }
    return text;
  }

  function atom(): string {
    const character = pattern[at] ?? '';
    at += 1;
    switch (character) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '\\':
        return escaped();
      case '[':
        return classOf();
      case '(': {
        at += /^\?(?::|<[^>=!]*>)/.exec(pattern.slice(at))?.[0].length ?? 0;
        const inside = alternatives();
        at += 1;
        return inside;
      }
      default:
        return character;
    }
  }

  function escaped(): string {
    const character = pattern[at] ?? '';
    at += 1;
    if (character !== 'p' && character !== 'P') return CLASSES[character] ?? (character === 'b' ? '' : character);
    const name = /^\{[^}]*\}/.exec(pattern.slice(at))?.[0] ?? '';
    at += name.length;
    return CANDIDATES.find((candidate) => matches(`^\\${character}${name}$`, candidate)) ?? 'a';
  }

  function classOf(): string {
    const start = at - 1;
    if (pattern[at] === '^') at += 1;
    while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
    at += 1;
    const whole = pattern.slice(start, at);
    const first = pattern[start + 1] ?? '';
    return [...CANDIDATES, first, pattern[start + 2] ?? ''].find((candidate) => matches(`^${whole}$`, candidate)) ?? first;
  }

  function repetitions(): number {
    const quantifier = /^(?:[?*+]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(pattern.slice(at));
    if (quantifier === null) return 1;
    const [whole, low, comma, high] = quantifier;
    at += whole.length;
    if (whole.startsWith('?')) return 0;
    const least = whole.startsWith('*') ? 0 : whole.startsWith('+') ? 1 : Number(low);
    const isOpen = low === undefined || (comma !== undefined && high === '');
    const most = isOpen ? least + extra : comma === undefined ? least : Number(high);
    return Math.min(least + extra, most, 200);
  }

  return () => {
    const text = alternatives();
    return at < pattern.length ? undefined : text;
  };
}
