/** Runs one expression after the other on texts that could cause backtracking; it reports each expression before it begins. */
import { parentPort, workerData } from 'node:worker_threads';

/** With a linear expression this length takes little time; with a quadratic one it takes minutes, which the supervisor detects. */
const LENGTH = 200_000;
const ENDS = ['\n', '\u0000'];

const REPRESENTATIVES: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  S: 'a',
  D: 'a',
  W: '-',
  n: '\n',
  r: '\r',
  t: '\t',
  p: 'a',
  b: ' ',
  B: 'a',
};

/** Returns the repeated parts for attacks on an expression: its characters, its words, and pairs of neighbours. */
function pumpsOf(source: string): ReadonlySet<string> {
  const plain = source
    .replaceAll(/\\([a-zA-Z])(?:\{[^}]*\})?/g, (_all, letter: string) => REPRESENTATIVES[letter] ?? letter)
    .replaceAll(/\\(.)/g, '$1');
  const characters = new Set([...plain, 'a', '0', ' ', '.']);
  const words = plain.match(/[^\\^$.*+?()[\]{}|]{2,}/g) ?? [];
  const pairs = [...plain].slice(0, -1).map((character, at) => `${character}${plain[at + 1] ?? ''}`);
  return new Set([...characters, ...words, ...pairs]);
}

/** Returns the literal beginning that an expression needs before anything else, e.g. `Bearer `. */
function beginningOf(source: string): string {
  return /^\^?([^\\^$.*+?()[\]{}|]*)/.exec(source)?.[1] ?? '';
}

const expressions: readonly { readonly source: string; readonly flags: string }[] = workerData;
for (const [at, { source, flags }] of expressions.entries()) {
  const expression = new RegExp(source, flags.replace(/[gy]/g, ''));
  for (const pump of pumpsOf(source)) {
    parentPort?.postMessage(at);
    const text = pump.repeat(Math.ceil(LENGTH / pump.length));
    for (const beginning of new Set(['', beginningOf(source)])) {
      for (const end of ENDS) expression.test(`${beginning}${text}${end}`);
    }
  }
}
parentPort?.postMessage(expressions.length);
