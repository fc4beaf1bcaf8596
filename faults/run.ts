/**
 * `npm run faults`: runs every round in its long form, or the named ones: `npm run faults -- F6 F14`. The summary replaces its section in
 * `RESULTS.md`, and the figures go to `results/`. The exit code is 1 when a requirement is not met. `FAULTS_DATABASES=pglite,postgres`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSection } from '../tools/replace-section.ts';
import { listRounds } from './list-rounds.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const RESULTS = join(import.meta.dirname, 'RESULTS.md');
const RAW = join(import.meta.dirname, 'results');

const asked = process.argv.slice(2).map((name) => name.toUpperCase());
const databases = (process.env.FAULTS_DATABASES ?? 'pglite,postgres').split(',');
const rounds = listRounds({ say, clusterUrl: process.env.FAULTS_POSTGRES_URL });
const known = new Set(rounds.flatMap(({ names }) => names));
const unknown = asked.filter((name) => !known.has(name));
if (unknown.length > 0) {
  say(`There is no round ${unknown.join(', ')}. Known: ${[...known].join(', ')}.`);
  process.exit(64);
}

let isSound = true;
for (const { names, title, database, run } of rounds) {
  if (asked.length > 0 && !names.some((name) => asked.includes(name))) continue;
  if (database !== undefined && !databases.includes(database)) continue;
  say(`\n${names.join(', ')} · ${title}`);
  if (run === undefined) {
    say('  No PostgreSQL is installed here: this round did not run. Debian: apt-get install postgresql.');
    continue;
  }
  const report = await run();
  if ('impossible' in report) {
    say(`  Did not run: ${report.impossible}`);
    continue;
  }
  const section = [`## ${report.title}`, '', ...report.lines.map((line) => `- ${line}`)].join('\n');
  writeFileSync(RESULTS, replaceSection(readFileSync(RESULTS, 'utf8'), section));
  mkdirSync(RAW, { recursive: true });
  writeFileSync(join(RAW, `${report.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.json`), `${JSON.stringify(report.raw, undefined, 2)}\n`);
  if (!report.isSound) say('  This round found something that must not be.');
  isSound &&= report.isSound;
}
process.exitCode = isSound ? 0 : 1;
