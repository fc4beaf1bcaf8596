// @vitest-environment node
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildAddress, percentEncode } from '@portico/contract/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asciiLiteral, phpLiteral } from './literals.ts';
import { SAMPLE_LANGUAGES } from './sample-languages.ts';
import type { SampleRequest } from './sample-request.ts';
import { SAMPLE_WRITERS } from './sample-writers.ts';

/** Each of them ends a literal, a line or an argument somewhere, or is replaced there. */
const HOSTILE = [
  `O'Brien`,
  `'; touch HACKED; '`,
  `$(touch HACKED) \`touch HACKED\` \${HOME} $HOME`,
  '"quoted" \\"escaped\\" \\',
  '\\u0041 \\\\u0022 \\x41 \\101 \\n',
  'two\nlines\r\nand a\ttab',
  `{$x} #{y} %s %1$s {0} {{z}} \${"$"}`,
  '?a=b&c=d#e;f, g+h %20 %',
  '<?php exit; ?> </script><!-- -->',
  '@/etc/hosts',
  '*/ // # -- rem',
  'Žemaitė Õunapuu Ļūsis Щука €',
  'emoji 🏛️👩‍👩‍👧 and \u2028 \u2029 \u0085 \u00a0',
  'control \u0001 \u001b[31m \u007f',
  'r"raw" b"bytes" f"{1+1}" """',
  '',
];
/** Texts that are valid header values. */
const HOSTILE_HEADERS = HOSTILE.filter((text) => /^[ -~]+$/.test(text));

interface Runtime {
  readonly file: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly probe: readonly string[];
  /** What an older runtime needs around the sample. */
  readonly prepare?: (sample: string) => string;
}

/**
 * Mono compiles C# 7, so this adds what .NET 6 supplies automatically: the class around top-level statements, the usual namespaces, `using` blocks.
 */
function forMono(sample: string): string {
  const lines = sample.split('\n');
  const usings = ['System', 'System.Net.Http', 'System.Threading.Tasks'].map((name) => `using ${name};`);
  const statements = lines.filter((line) => line !== 'using System.Text;').map((line) => line.replace(/^using var /, 'var '));
  return [
    ...usings,
    'using System.Text;',
    'static class Sample {',
    '  static void Main() { Run().GetAwaiter().GetResult(); }',
    '  static async Task Run() {',
    ...statements,
    '  }',
    '}',
  ].join('\n');
}

/** A program of a second: the optimising compiler and the parallel collector took 40 % of its processor time. */
const BRIEF_JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** How each is run; one that is not installed here is skipped, by name. */
const RUNTIMES: Readonly<Record<string, Runtime>> = {
  curl: { file: 'sample.sh', command: 'bash', args: ['-eu'], probe: ['-c', 'command -v curl'] },
  javascript: { file: 'sample.mjs', command: process.execPath, args: [], probe: ['--version'] },
  typescript: { file: 'sample.mts', command: process.execPath, args: ['--no-warnings'], probe: ['--version'] },
  python: { file: 'sample.py', command: 'python3', args: [], probe: ['-c', 'import requests'] },
  java: { file: 'Example.java', command: 'java', args: BRIEF_JAVA, probe: ['--version'] },
  csharp: {
    ...{ file: 'sample.cs', command: 'bash', args: ['-euc', 'mcs -out:sample.exe -r:System.Net.Http.dll "$0" && mono sample.exe'] },
    ...{ probe: ['-c', 'command -v mcs && command -v mono && test -e /usr/lib/mono/4.5/System.Net.Http.dll'], prepare: forMono },
  },
  php: { file: 'sample.php', command: 'php', args: [], probe: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'] },
};

interface Received {
  readonly method: string;
  /** The last segment of the path, decoded. */
  readonly id: string;
  readonly parameters: URLSearchParams;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

let server: Server;
let origin = '';
let folder = '';
const received: Received[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-samples-'));
  server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const headers = new Map(request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name.toLowerCase(), all[at + 1] ?? ''] as const] : [])));
    received.push({
      method: request.method ?? '',
      id: decodeURIComponent((request.url ?? '').split('?', 1)[0]?.split('/').at(-1) ?? ''),
      parameters: new URL(request.url ?? '', origin).searchParams,
      headers,
      body: Buffer.concat(chunks),
    });
    // Stays open: who takes the length of the head for that of a body waits for ever.
    response.setHeader('content-length', '11').end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  origin = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  received.length = 0;
});

function hostileRequest(body: string | undefined, method: string): SampleRequest {
  const query = HOSTILE.map((text, at) => `p${at}=${percentEncode(text)}`);
  const url = buildAddress(origin, '/v1/payments/{id}', new Map([['id', percentEncode(HOSTILE.join('/'))]]), query);
  const headers = HOSTILE_HEADERS.map((text, at) => [`X-Hostile-${at}`, text] as const);
  return { method, url, headers: [...headers, ['Content-Type', 'application/json']], body };
}

async function run(id: string, request: SampleRequest): Promise<{ stdout: string; got: Received }> {
  const write = Object.entries(SAMPLE_WRITERS).find(([language]) => language === id)?.[1];
  const runtime = RUNTIMES[id];
  if (write === undefined || runtime === undefined) throw new Error(`no language ${id}`);
  const file = join(folder, runtime.file);
  const { prepare = (sample: string) => sample } = runtime;
  await writeFile(file, prepare(write(request)));
  const { stdout } = await promisify(execFile)(runtime.command, [...runtime.args, file], { cwd: folder, timeout: 900_000 });
  const [got] = received;
  if (got === undefined) throw new Error(`${id} sent nothing: ${stdout}`);
  return { stdout, got };
}

function isInstalled({ command, probe }: Runtime): boolean {
  return spawnSync(command, [...probe], { stdio: 'ignore' }).status === 0;
}

describe('a sample, run as it is printed', () => {
  it('exists for every language of the table', () => {
    expect(SAMPLE_LANGUAGES.map(({ id }) => id)).toEqual(Object.keys(RUNTIMES));
  });

  describe.each(Object.entries(RUNTIMES))('%s', (id, runtime) => {
    it.skipIf(!isInstalled(runtime))('sends every hostile value of path, query, headers and body as it is', async () => {
      const body = JSON.stringify({ texts: HOSTILE });
      const { got, stdout } = await run(id, hostileRequest(body, 'POST'));
      expect(got.method).toBe('POST');
      expect(got.id).toBe(HOSTILE.join('/'));
      expect([...got.parameters]).toEqual(HOSTILE.map((text, at) => [`p${at}`, text]));
      expect(HOSTILE_HEADERS.map((_, at) => got.headers.get(`x-hostile-${at}`))).toEqual(HOSTILE_HEADERS);
      expect(got.headers.get('content-type')).toBe('application/json');
      expect(got.body.toString()).toBe(body);
      expect(stdout).toMatch(/200/);
    });
    it.skipIf(!isInstalled(runtime))('sends a body that is no JSON, and is long, byte by byte', async () => {
      const body = `${HOSTILE.join('\n')}${'ž9 '.repeat(50_000)}`;
      const { got } = await run(id, hostileRequest(body, 'PUT'));
      expect(got.body.equals(Buffer.from(body))).toBe(true);
    });
    it.skipIf(!isInstalled(runtime))('asks without a body and without headers', async () => {
      const { got } = await run(id, { method: 'DELETE', url: `${origin}/x`, headers: [] });
      expect([got.method, got.body.length]).toEqual(['DELETE', 0]);
    });
    it.skipIf(!isInstalled(runtime))('asks for the head alone, and does not wait for what never follows it', async () => {
      const { got } = await run(id, { method: 'HEAD', url: `${origin}/x`, headers: [] });
      expect(got.method).toBe('HEAD');
    });
  });
});

describe('literals of languages that a machine may lack', () => {
  it.each(HOSTILE)('C# and Java write %j in ASCII, and it reads back', (text) => {
    const literal = asciiLiteral(text);
    expect(literal).toMatch(/^"[ -~]*"$/);
    expect(JSON.parse(literal)).toBe(text);
  });
  it.each(HOSTILE)('PHP writes %j with nothing that it would interpolate, and it reads back', (text) => {
    const inside = /^'((?:[^'\\]|\\['\\])*)'$/.exec(phpLiteral(text))?.[1];
    expect(inside?.replaceAll(/\\(['\\])/g, '$1')).toBe(text);
  });
});
