/** T21: no long text can make a regular expression of the sources backtrack for long. */
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { type Expression, findExpressions } from './regular-expressions/find-expressions.ts';

const root = dirname(import.meta.dirname);
/** These expressions are not linear, but they never get a long text. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/\\/+$/': 'an address of the configuration',
  '/\\B(?=(\\d{3})+$)/g': 'the euros of a sum',
  '/\\B(?=(?:\\d{4})+$)/g': 'a reference of 25 characters at most',
  '/\\?.*$/': 'an address that the demo site called itself',
  '/ +$/': 'a mail address, cut to its greatest length before',
  '/([\\w:-]+)\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\')/g': 'a start tag of the bank’s own logo, of which another expression has judged the form',
  '/<script>([\\s\\S]*?)<\\/script>/g': 'the built page',
  '/(<link rel="icon"[^>]*? href=")[^"]*"/': 'the built page',
  '/"([\\s\\S]+?)(?:\\.\\.\\.)?" is not valid JSON$/': 'the words of the engine about a document',
  '/("(?:[^"\\\\\\n]|\\\\.)*")(\\s*:)?|\\b(?:true|false|null)\\b|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?/g':
    'JSON that was parsed before: each of its strings ends',
  '/("(?:[^"\\\\]|\\\\.)*")|\\s+/g': 'JSON that was parsed before: each of its strings ends',
};
/** A linear expression needs a thousandth of this for all its texts, also on a busy machine. Another one needs minutes for a single text. */
const HANG_MS = 60_000;

/** Returns the expressions that a text can block. */
async function findHanging(expressions: readonly Expression[]): Promise<readonly Expression[]> {
  const hanging: Expression[] = [];
  let rest = expressions;
  while (rest.length > 0) {
    const stuckAt = await runUntilStuck(rest);
    const stuck = rest[stuckAt];
    if (stuck === undefined) break;
    hanging.push(stuck);
    rest = rest.slice(stuckAt + 1);
  }
  return hanging;
}

/** Returns the index of the first expression that does not end, or the number of all. */
function runUntilStuck(expressions: readonly Expression[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'regular-expressions/attack-worker.ts'), { workerData: expressions });
    let at = 0;
    const stop = () => void worker.terminate().then(() => resolve(at));
    // The time counts from its first message, because a busy machine is slow to start it.
    let timer: ReturnType<typeof setTimeout> | undefined;
    worker.on('message', (place: number) => {
      at = place;
      clearTimeout(timer);
      timer = setTimeout(stop, HANG_MS);
      if (at === expressions.length) stop();
    });
    worker.on('error', reject);
  });
}

const nameOf = ({ source, flags }: Expression) => `/${source}/${flags}`;

describe('a regular expression', () => {
  const expressions = findExpressions(root);

  it('cannot be kept busy by a long text', { timeout: 900_000 }, async () => {
    expect(expressions.length).toBeGreaterThan(100);
    const unbounded = expressions.filter((expression) => BOUNDED[nameOf(expression)] === undefined);
    expect((await findHanging(unbounded)).map((expression) => `${expression.file}: ${nameOf(expression)}`)).toEqual([]);
  });

  it('that is excused is still there', () => {
    expect(Object.keys(BOUNDED).filter((name) => !expressions.some((expression) => nameOf(expression) === name))).toEqual([]);
  });
});
