/**
 * Finds the server's tests that open a database, for a second run on PostgreSQL. Only `TEST_DATABASE` and `TEST_POSTGRES_URL` choose the engine. A
 * test that reaches no file with one of these names does the same on both engines, and so does one of the paths below.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './runtime.mjs';

const SERVER = join(root, 'apps/server');
const SOURCES = join(SERVER, 'src');
/** Imported or started files: every string that is a path of the server. */
const NAMED = /'([#.][^'\n]*\.(?:ts|mjs))'/g;
const CHOICE = /TEST_DATABASE|TEST_POSTGRES_URL/;
/** What the interface describes, and what it refuses before a statement is sent: the same on both engines. */
const BEFORE_DATABASE = /\/test\/(?:openapi\/|refusals\/(?:xs2a|standard-answers|fallback|registration)\.test\.ts)/;
/** They send requests to the whole server. The modules' own tests ask about the engine, on both. */
const WHOLE_SERVER = /\/test\/(?:journeys|refusals|storms|threats)\//;

/** Those that run once, on PostgreSQL where it is installed, otherwise on PGlite (docs/decisions/0047). Paths from the repository's root, sorted. */
export function findTestsOfOneEngine() {
  return findDatabaseTests().filter((test) => WHOLE_SERVER.test(test));
}

/** Paths from the repository's root, sorted. */
export function findDatabaseTests() {
  const reaches = new Map();
  const tests = [SOURCES, join(SERVER, 'test')]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith('.test.ts'));
  return tests
    .filter((test) => reachesDatabase(test, reaches))
    .map((test) => relative(root, test).replaceAll('\\', '/'))
    .filter((test) => !BEFORE_DATABASE.test(test))
    .sort();
}

function reachesDatabase(file, reaches) {
  const known = reaches.get(file);
  if (known !== undefined) return known;
  const seen = new Set([file]);
  for (const path of seen) {
    const text = readFileSync(path, 'utf8');
    if (CHOICE.test(text) || reaches.get(path) === true) {
      reaches.set(file, true);
      return true;
    }
    for (const [, name] of text.matchAll(NAMED)) {
      const found = locate(name, path);
      if (found !== undefined) seen.add(found);
    }
  }
  for (const path of seen) reaches.set(path, false);
  return false;
}

function locate(name, importer) {
  const path = name.startsWith('#') ? join(SOURCES, name.slice(1)) : join(dirname(importer), name);
  return existsSync(path) ? path : undefined;
}
