/** Telemetry that is off loads nothing of the OpenTelemetry SDK: a real process records every module that it loads. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { freePort, startPortico } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Runs in the server's process before its first module. */
const RECORDER = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED_MODULES, url + '\\n'); return next(url, context); } });
`;
const PACKAGE = /node_modules\/(?:@opentelemetry|@grpc)\//;
/** Names in the code of the API, metrics, traces, exporters and Prometheus, by which a bundle is known that holds them. */
const CODE = /opentelemetry\.js\.api|DeltaMetricProcessor|TraceIdRatioBasedSampler|OTLPExportDelegate|PrometheusSerializer/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-telemetry-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Settings = Readonly<Record<string, string>>;

async function startAndStop(name: string, env: Settings): Promise<void> {
  const server = await startPortico({ port: await freePort(), dataDir: join(folder, name), isBrief: true, env });
  await fetch(`${server.origin}/api/specs`);
  await server.stop();
}

/** Runs the work in a process that records its modules. Returns those that belong to the SDK or contain it. */
async function loadedOfSdk(name: string, settings: Settings = {}, run = startAndStop): Promise<{ readonly all: number; readonly ofSdk: string[] }> {
  const list = join(folder, `${name}.txt`);
  await run(name, { LOADED_MODULES: list, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(RECORDER)}`, ...settings });
  const files = [...new Set((await readFile(list, 'utf8')).split('\n'))].filter((url) => url.startsWith('file:'));
  const isOfSdk = await Promise.all(files.map(async (url) => PACKAGE.test(url) || CODE.test(await readFile(fileURLToPath(url), 'utf8'))));
  return { all: files.length, ofSdk: files.filter((_url, index) => isOfSdk[index]) };
}

describe('a server', () => {
  it('without telemetry loads no module of the SDK', async () => {
    const { all, ofSdk } = await loadedOfSdk('off');
    expect(all).toBeGreaterThan(10);
    expect(ofSdk).toEqual([]);
  });

  it('loads no exporter when only Prometheus reads its metrics', async () => {
    const { ofSdk } = await loadedOfSdk('metrics', { PORTICO_METRICS_ADDRESS: String(await freePort()) });
    expect(ofSdk.length).toBeGreaterThan(0);
    expect(ofSdk.filter((url) => /otlp|sdk-trace|grpc/.test(url))).toEqual([]);
  });
});

describe('exporters', () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/platform/telemetry/otlp-exporters.ts')).href;
  const create = async (protocol: string, env: Settings) => {
    const code = `(await import('${module}')).createOtlpExporters({ protocol: '${protocol}', endpoint: 'http://127.0.0.1:9', headers: {} })`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, ...env } });
  };

  it.each([
    ['http/protobuf', /-otlp-proto\//, /grpc/],
    ['http/json', /-otlp-http\//, /grpc|-otlp-proto\//],
    ['grpc', /-otlp-grpc\//, /-otlp-proto\//],
  ])('of %s load no package of another protocol', async (protocol, own, others) => {
    const { ofSdk } = await loadedOfSdk(protocol.replace('/', '-'), {}, (_name, env) => create(protocol, env));
    expect(ofSdk.filter((url) => own.test(url)).length).toBeGreaterThan(0);
    expect(ofSdk.filter((url) => others.test(url))).toEqual([]);
  });
});
