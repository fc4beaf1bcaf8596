/** Stores results: a section of `RESULTS.md` for readers, and all figures in `results/`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { replaceSection } from '../tools/replace-section.ts';

const RESULTS = new URL('RESULTS.md', import.meta.url);
const FIGURES = new URL('results/', import.meta.url);
/** One-minute load average before the measurement, which shows how quiet the machine was. */
const LOAD = loadavg()[0]?.toFixed(1) ?? '?';
/** The published command must not contain paths of this machine. */
const COMMAND = ['npm run bench', ...argumentsOf(process.argv.slice(2))].join(' ');

/**
 * @param section Markdown that begins with its title
 * @param figures any JSON value, sets and maps
 */
export function keepResults(section: string, figures: unknown): void {
  const [title = '', ...rest] = section.trimStart().split('\n');
  const machine = `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const madeBy = `\`${COMMAND}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}, load ${LOAD} before it began.`;
  writeFileSync(RESULTS, replaceSection(readFileSync(RESULTS, 'utf8'), [title, '', madeBy, ...rest].join('\n')));
  mkdirSync(FIGURES, { recursive: true });
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  writeFileSync(new URL(`${name}.json`, FIGURES), `${JSON.stringify({ madeBy, figures }, plain, 1)}\n`);
}

function argumentsOf(given: readonly string[]): readonly string[] {
  if (given.length === 0) return [];
  return ['--', ...given.map((argument, at) => (given[at - 1] === '--standard' ? 'FILE' : argument))];
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  return value instanceof Map ? Object.fromEntries(value) : value;
}
