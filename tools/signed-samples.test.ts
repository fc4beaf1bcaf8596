/** The explorer's samples with a certificate and a signature, run as they are printed against a running server that asks for both. */
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Browser,
  becomeDeveloper,
  createBankFolder,
  freePort,
  jsonOf,
  member,
  openBrowser,
  overHttp,
  type PorticoProcess,
  patient,
  startPortico,
  textOf,
} from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleRequest, SignatureAlgorithm } from '../apps/web/src/features/explorer/request/samples/sample-request.ts';
import { SAMPLE_WRITERS } from '../apps/web/src/features/explorer/request/samples/sample-writers.ts';

const TIMEOUT_MS = 900_000;
const CERTIFICATES = '/api/tpp/certificates';

interface Runtime {
  readonly file: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly probe: readonly string[];
  /** Where the sample sends the body, and how it would send another one under the same signature. */
  readonly changed: readonly [string, string];
}

const ADDED = ['call.end(body)', 'call.end(body + " ")'] as const;
/** A program of a second: the optimising compiler and the parallel collector took 40 % of its processor time. */
const BRIEF_JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** One that is not installed here is skipped, by name. */
const RUNTIMES: Readonly<Record<keyof typeof SAMPLE_WRITERS, Runtime>> = {
  curl: { file: 'sample.sh', command: 'sh', args: ['-eu'], probe: ['-c', 'command -v curl'], changed: ['--data-raw "$BODY"', '--data-raw "$BODY "'] },
  javascript: { file: 'sample.mjs', command: process.execPath, probe: ['--version'], changed: ADDED },
  typescript: { file: 'sample.mts', command: process.execPath, args: ['--no-warnings'], probe: ['--version'], changed: ADDED },
  python: { file: 'sample.py', command: 'python3', probe: ['-c', 'import requests, cryptography'], changed: ['data=body', 'data=body + b" "'] },
  java: { file: 'Example.java', command: 'java', args: BRIEF_JAVA, probe: ['--version'], changed: ['ofString(body)', 'ofString(body + " ")'] },
  csharp: {
    file: 'sample.csx',
    command: 'dotnet-script',
    probe: ['--version'],
    changed: ['Content(body)', 'Content(body.Append((byte)32).ToArray())'],
  },
  php: {
    file: 'sample.php',
    command: 'php',
    probe: ['-r', 'exit(extension_loaded("curl") && extension_loaded("openssl") ? 0 : 1);'],
    changed: ['POSTFIELDS => $body', "POSTFIELDS => $body . ' '"],
  },
};
const LANGUAGES = Object.entries(RUNTIMES).map(([language, runtime]) => ({
  language,
  runtime,
  isHere: spawnSync(runtime.command, [...runtime.probe], { stdio: 'ignore' }).status === 0,
}));
const KEYS: readonly { keyType: string; algorithm: SignatureAlgorithm }[] = [
  { keyType: 'p256', algorithm: 'ecdsa-sha256' },
  { keyType: 'rsa2048', algorithm: 'rsa-sha256' },
];

interface Files {
  readonly folder: string;
  readonly password: string;
}

let root: string;
let portico: PorticoProcess;
let browser: Browser;
let mtlsOrigin = '';
let token = '';
const issued = new Map<SignatureAlgorithm, Files>();

beforeAll(async () => {
  root = await createBankFolder('signed-samples');
  const mtlsPort = await freePort();
  mtlsOrigin = `https://localhost:${mtlsPort}`;
  portico = await startPortico({ port: await freePort(), mtlsPort, dataDir: join(root, 'data'), isBrief: true });
  browser = openBrowser(patient(overHttp(portico.origin)), portico.origin);
  await becomeDeveloper(browser);
  for (const { keyType, algorithm } of KEYS) issued.set(algorithm, await issue(keyType));
  await press('PUT', `${CERTIFICATES}/profile`, { profile: 'mtls', signsRequests: true });
  const [user] = Object(jsonOf(await browser.send('GET', '/api/tpp/psu')));
  token = textOf(await press('POST', '/api/tpp/psu', { id: textOf(user, 'id'), userName: textOf(user, 'userName') }), 'access_token');
}, TIMEOUT_MS);
afterAll(async () => {
  await portico.stop();
  await rm(root, { recursive: true });
});

async function press(method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> {
  const done = await browser.send(method, path, { body });
  if (done.status >= 300) throw new Error(`${method} ${path}: ${done.status} ${done.text}`);
  return jsonOf(done);
}

async function issue(keyType: string): Promise<Files> {
  const answer = await press('POST', CERTIFICATES, { roles: ['pis', 'ais'], lifetime: 'year', keyType });
  const folder = join(root, keyType);
  await mkdir(folder);
  for (const [file, content] of Object.entries(Object(member(answer, 'files'))))
    await writeFile(join(folder, file), Buffer.from(String(content), file.endsWith('.p12') ? 'base64' : 'utf8'));
  return { folder, password: textOf(answer, 'password') };
}

const payment = (algorithm: SignatureAlgorithm): SampleRequest => ({
  method: 'POST',
  url: `${mtlsOrigin}/api/v1/payments/sepa-credit-transfers?bank=a%20b`,
  headers: [
    ['Authorization', `Bearer ${token}`],
    ['X-Request-ID', randomUUID()],
    ['PSU-IP-Address', '192.0.2.10'],
    ['PSU-ID', `O'Brien "quoted" \\n $HOME %s {x}`],
    ['TPP-Redirect-URI', `${portico.origin}/?m=authCode`],
    ['Content-Type', 'application/json'],
  ],
  body: JSON.stringify({
    instructedAmount: { currency: 'EUR', amount: '12.50' },
    creditorName: 'Näidis Kohvik OÜ',
    creditorAccount: { iban: 'EE382200221020145685' },
    remittanceInformationUnstructured: `Coffee 'with' milk`,
  }),
  certificate: { isOfTestAuthority: true },
  signature: { algorithm },
});

/** What the program printed: the status, and the answer. */
async function run(language: string, { file, command, args = [] }: Runtime, sample: string, { folder, password }: Files): Promise<string> {
  await writeFile(join(folder, file), sample);
  const env = { ...process.env, P12_PASSWORD: password };
  const { stdout } = await promisify(execFile)(command, [...args, file], { cwd: folder, env, timeout: TIMEOUT_MS });
  if (stdout === '') throw new Error(`the sample in ${language} printed nothing`);
  return stdout;
}

function write(language: string, request: SampleRequest): string {
  const found = Object.entries(SAMPLE_WRITERS).find(([id]) => id === language);
  if (found === undefined) throw new Error(`no language ${language}`);
  return found[1](request);
}

function filesOf(algorithm: SignatureAlgorithm): Files {
  const files = issued.get(algorithm);
  if (files === undefined) throw new Error(`no files for ${algorithm}`);
  return files;
}

describe.each(LANGUAGES)('the sample in $language', ({ language, runtime, isHere }) => {
  it.skipIf(!isHere).each(KEYS)(
    'signs with $keyType, and the server accepts it',
    async ({ algorithm }) => {
      const answer = await run(language, runtime, write(language, payment(algorithm)), filesOf(algorithm));
      expect(answer).toContain('201');
      expect(answer).toMatch(/"transactionStatus": ?"RCVD"/);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!isHere)(
    'is refused when its body has one more byte than was signed',
    async () => {
      const sample = write(language, payment('ecdsa-sha256'));
      const changed = sample.replace(...runtime.changed);
      expect(changed).not.toBe(sample);
      expect(await run(language, runtime, changed, filesOf('ecdsa-sha256'))).toMatch(/401[\s\S]*SIGNATURE_INVALID/);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!isHere)(
    'of a call without a body is signed, too',
    async () => {
      const { headers, ...rest } = payment('ecdsa-sha256');
      const call = { ...rest, headers: headers.slice(0, 2), method: 'GET', url: `${mtlsOrigin}/api/v1/account-list`, body: undefined };
      expect(await run(language, runtime, write(language, call), filesOf('ecdsa-sha256'))).toMatch(/200[\s\S]*"accounts"/);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!isHere)(
    'without a signature is refused, and says so',
    async () => {
      const sample = write(language, { ...payment('ecdsa-sha256'), signature: undefined });
      expect(await run(language, runtime, sample, filesOf('ecdsa-sha256'))).toMatch(/401[\s\S]*CERTIFICATE_MISSING/);
    },
    TIMEOUT_MS,
  );
});
