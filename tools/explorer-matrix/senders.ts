/** Sends every cell as the explorer, as each code sample and as Postman do. A runtime that this machine lacks sends nothing and is counted apart. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SampleRequest } from '../../apps/web/src/features/explorer/request/samples/sample-request.ts';
import { SAMPLE_WRITERS } from '../../apps/web/src/features/explorer/request/samples/sample-writers.ts';

interface Material {
  readonly requests: readonly SampleRequest[];
  /** Postman 2.1. */
  readonly collection: string;
  /** For scratch files. */
  readonly folder: string;
}

export interface Sender {
  readonly name: string;
  /** Resolves when all are sent; undefined: there is no runtime here. */
  readonly send: ((material: Material) => Promise<unknown>) | undefined;
}

const TIMEOUT_MS = 600_000;
const run = (command: string, args: readonly string[], cwd: string) =>
  promisify(execFile)(command, [...args], { cwd, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 });
const isHere = (command: string, args: readonly string[]) => spawnSync(command, [...args], { stdio: 'ignore' }).status === 0;

type Language = keyof typeof SAMPLE_WRITERS;

interface Runtime {
  readonly file: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly probe: readonly string[];
  /** One program of all samples. */
  readonly join: (samples: readonly string[]) => string;
}

const inBlocks = (samples: readonly string[]) => samples.map((sample) => `{\n${sample}\n}`).join('\n');

function javaProgram(samples: readonly string[]): string {
  const imports = new Set(samples.flatMap((sample) => sample.split('\n').filter((line) => line.startsWith('import '))));
  const classes = samples.map((sample, at) => sample.replaceAll(/^import .*\n/gm, '').replace('public class Example', `class Cell${at}`));
  const calls = samples.map((_, at) => `    Cell${at}.main(arguments);`);
  return [
    ...imports,
    'public class Example {',
    '  public static void main(String[] arguments) throws Exception {',
    ...calls,
    '  }',
    '}',
    ...classes,
  ].join('\n');
}

const RUNTIMES: Readonly<Record<Language, Runtime>> = {
  curl: { file: 'all.sh', command: 'bash', args: ['-eu'], probe: ['-c', 'command -v curl'], join: (samples) => samples.join('\n') },
  javascript: { file: 'all.mjs', command: process.execPath, probe: ['--version'], join: inBlocks },
  typescript: { file: 'all.mts', command: process.execPath, args: ['--no-warnings'], probe: ['--version'], join: inBlocks },
  python: { file: 'all.py', command: 'python3', probe: ['-c', 'import requests'], join: (samples) => samples.join('\n') },
  java: { file: 'Example.java', command: 'java', probe: ['--version'], join: javaProgram },
  csharp: { file: 'all.csx', command: 'dotnet-script', probe: ['--version'], join: inBlocks },
  php: {
    file: 'all.php',
    command: 'php',
    probe: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    join: (samples) => `<?php\n${samples.map((sample) => sample.replace('<?php\n', '')).join('\n')}`,
  },
};

/** `NEWMAN_PATH` names the program; it is not a dependency of the repository. */
const newman = process.env.NEWMAN_PATH ?? '';

interface SendingModule {
  sendRequest(request: SampleRequest, options: { signal: AbortSignal }): Promise<unknown>;
}

/** Loaded by its address: its types are those of a browser, which this part of the repository does not have. */
async function sendAsExplorer({ requests }: Material): Promise<void> {
  const file = new URL('../../apps/web/src/features/explorer/request/send-request.ts', import.meta.url).pathname;
  const { sendRequest }: SendingModule = await import(file);
  for (const request of requests) await sendRequest(request, { signal: new AbortController().signal });
}

export const SENDERS: readonly Sender[] = [
  { name: 'explorer', send: sendAsExplorer },
  ...languages().map(([language, runtime]) => ({
    name: language,
    send: isHere(runtime.command, runtime.probe) ? (material: Material) => sendSamples(language, runtime, material) : undefined,
  })),
  { name: 'Postman', send: existsSync(newman) ? sendCollection : undefined },
];

function languages(): readonly (readonly [Language, Runtime])[] {
  return (Object.keys(SAMPLE_WRITERS) as Language[]).map((language) => [language, RUNTIMES[language]]);
}

async function sendSamples(language: Language, { file, command, args = [], join: joined }: Runtime, { requests, folder }: Material): Promise<void> {
  await writeFile(join(folder, file), joined(requests.map((request) => SAMPLE_WRITERS[language](request))));
  await run(command, [...args, file], folder);
}

async function sendCollection({ collection, folder }: Material): Promise<void> {
  await writeFile(join(folder, 'collection.json'), collection);
  await run(process.execPath, [newman, 'run', 'collection.json', '--reporters', 'json', '--reporter-json-export', 'result.json'], folder);
}
