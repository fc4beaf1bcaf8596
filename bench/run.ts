/** Runs every measurement once and rewrites RESULTS.md; ends with 1 when a budget is broken. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers } from '../e2e/support/servers.ts';
import { measureSigningPage, type PageCost } from './measure-signing-page.ts';
import { measureStart, type StartTimes } from './measure-start.ts';

const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'));
const start = await measureStart(join(folder, 'data'));
const servers = await startServers({});
const page = await measureSigningPage(servers.shopUrl).finally(() => servers.stop());
await rm(folder, { recursive: true, force: true });

const budgets = JSON.parse(await readFile(new URL('budgets.json', import.meta.url), 'utf8'));
const budgetBytes = Number(budgets.signingPageScriptAndStyleKilobytes) * 1000;
const pageBytes = page.scriptBytes + page.styleBytes;
await writeFile(new URL('RESULTS.md', import.meta.url), describeResults(start, page));
console.log(describeResults(start, page));
if (pageBytes > budgetBytes) {
  console.error(`The signing page costs ${kilobytes(pageBytes)}, its budget is ${kilobytes(budgetBytes)}.`);
  process.exitCode = 1;
}

function describeResults({ coldSeconds, warmSeconds }: StartTimes, cost: PageCost): string {
  const share = ((cost.scriptBytes + cost.styleBytes) / budgetBytes) * 100;
  return `# Results

Made by \`npm run bench\` in one run, Node ${process.version}, ${availableParallelism()} cores. Compare the ratios; seconds and milliseconds belong to the machine.

## Start

| | seconds until ready |
|---|---|
| cold: empty folder, migrations and seed included | ${coldSeconds.toFixed(1)} |
| warm: the same folder again | ${warmSeconds.toFixed(1)} |
| warm / cold | ${(warmSeconds / coldSeconds).toFixed(2)} |

## The signing page until the sign button is enabled (empty cache, as compressed on the wire)

| | |
|---|---|
| script | ${kilobytes(cost.scriptBytes)} |
| style | ${kilobytes(cost.styleBytes)} |
| script + style, of a budget of ${kilobytes(budgetBytes)} | ${kilobytes(cost.scriptBytes + cost.styleBytes)} (${share.toFixed(0)} %) |
| fonts, reported apart | ${kilobytes(cost.fontBytes)} |
| requests | ${cost.requests} |
| milliseconds on loopback | ${cost.milliseconds.toFixed(0)} |
`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
