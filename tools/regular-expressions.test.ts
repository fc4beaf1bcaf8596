/** T21: no long text can make a regular expression of the sources backtrack for long. `recheck` decides it by automata, or by a search for an attack. */
import { dirname } from 'node:path';
import { checkSync } from 'recheck';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Expression, findExpressions } from './regular-expressions/find-expressions.ts';

const root = dirname(import.meta.dirname);
/** These expressions are not linear, but they never get a long text. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/\\/+$/': 'an address of the configuration',
  '/\\B(?=(\\d{3})+$)/g': 'the euros of a sum',
  '/\\B(?=(?:\\d{4})+$)/g': 'a reference of 25 characters at most',
  '/(?<=^(?:.{4})+)(?=.)/g': 'a reference of 25 characters at most',
  '/\\?.*$/': 'an address that the demo site called itself',
  '/ +$/': 'a mail address, cut to its greatest length before',
  '/\\s+\\S*$/': 'the first words of a text, cut before',
  '/^-+|-+$/g': 'the name of a file of the operator',
  '/\\]\\((#\\/[^)\\s]*)\\)/g': 'the bank’s own content',
  '/^\\s*([\\w.-]{1,255})\\s*=\\s*([^\\s=,;]{0,255})\\s*$/': 'a setting',
  '/\\beyJ[\\w-]{10,}\\.[\\w-]+(?:\\.[\\w-]*)*|(?<![\\w-])[\\w-]{43}(?![\\w-])/g': 'a text that was cut to 2,000 characters before',
  '/\\beyJ[\\w-]{6,}(?:\\.[\\w-]*)*|(?<![\\w-])[\\w-]{43}(?![\\w-])/g': 'what a developer sent, in the developer’s own browser',
  '/\\b([A-Z]{2})\\d{2}[A-Z0-9]{9,28}([A-Z0-9]{2})\\b/gi': 'a text that was cut to 2,000 characters before',
  '/\\b(Bearer|DPoP|Basic)\\s+(?!realm=)[\\w.~+/=-]+/gi': 'a text that was cut to 2,000 characters before',
  '/<!--(?!>)(?:(?!--)[\\s\\S])*-->/y': 'the bank’s own logo; it begins at one place only',
  '/<(script|style)\\b[\\s\\S]*?(?:<\\/\\1\\s*>|$)/gi': 'a text that was cut to 20,000 characters before',
  '/([\\w:-]+)\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\')/g': 'a start tag of the bank’s own logo, of which another expression has judged the form',
  '/<script>([\\s\\S]*?)<\\/script>/g': 'the built page',
  '/(<link rel="icon"[^>]*? href=")[^"]*"/': 'the built page',
  '/"([\\s\\S]+?)(?:\\.\\.\\.)?" is not valid JSON$/': 'the words of the engine about a document',
  '/^Instance type "(.+)" is invalid\\. Expected "(.+)"\\.$/s': 'the words of the validator, with names of types',
  '/("(?:[^"\\\\\\n]|\\\\.)*")(\\s*:)?|\\b(?:true|false|null)\\b|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?/g':
    'JSON that was parsed before: each of its strings ends',
  '/("(?:[^"\\\\]|\\\\.)*")|\\s+/g': 'JSON that was parsed before: each of its strings ends',
  '/"(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.eE+-]*/gs': 'JSON that was parsed before: each of its strings ends',
};

/** Without a limit of time the result is the same on every machine, also on a busy one. */
const ENDLESS = { timeout: null, incubationTimeout: null, attackTimeout: null };
const statusOf = ({ source, flags }: Expression) => checkSync(source, flags, ENDLESS).status;

// The search runs in this process, not in a program of the library.
beforeAll(() => void vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure'));
afterAll(() => void vi.unstubAllEnvs());

const nameOf = ({ source, flags }: Expression) => `/${source}/${flags}`;

describe('a regular expression', () => {
  const expressions = findExpressions(root);

  it('cannot be kept busy by a long text', () => {
    expect(expressions.length).toBeGreaterThan(100);
    const unbounded = expressions.filter((expression) => BOUNDED[nameOf(expression)] === undefined);
    const bad = unbounded.filter((expression) => statusOf(expression) !== 'safe');
    expect(bad.map((expression) => `${expression.file}: ${nameOf(expression)}`)).toEqual([]);
  });

  it('that is excused is still there', () => {
    expect(Object.keys(BOUNDED).filter((name) => !expressions.some((expression) => nameOf(expression) === name))).toEqual([]);
  });

  it.each(['(a+)+$', '(?:a|a)*$', '\\s+$', 'a*a*$', '^(?=(a+)+b)'])('is found when a text keeps it busy: %s', (source) => {
    expect(statusOf({ source, flags: '', file: '' })).toBe('vulnerable');
  });

  it.each(['^a{1,64}$', '^\\s*(\\d+)', '^a+b', '^(?:a|b)*$'])('is not found when none does: %s', (source) => {
    expect(statusOf({ source, flags: '', file: '' })).toBe('safe');
  });
});
