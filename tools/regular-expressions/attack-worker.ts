/** Runs one expression after the other on texts made to keep it busy; says which it begins. */
import { parentPort, workerData } from 'node:worker_threads';

/** Twice as long takes twice as long, else the watcher sees it: a square of this is minutes. */
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

/** What an expression can be fed with: each of its characters, its words, and neighbours in turn. */
function pumpsOf(source: string): ReadonlySet<string> {
  const plain = source
    .replaceAll(/\\([a-zA-Z])(?:\{[^}]*\})?/g, (_all, letter: string) => REPRESENTATIVES[letter] ?? letter)
    .replaceAll(/\\(.)/g, '$1');
  const characters = new Set([...plain, 'a', '0', ' ', '.']);
  const words = plain.match(/[^\\^$.*+?()[\]{}|]{2,}/g) ?? [];
  const pairs = [...plain].slice(0, -1).map((character, at) => `${character}${plain[at + 1] ?? ''}`);
  return new Set([...characters, ...words, ...pairs]);
}

/** What an expression wants to see before anything else, e.g. `Bearer `. */
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
