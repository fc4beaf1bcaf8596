/** Telemetry that is off loads nothing of the OpenTelemetry SDK: a real process records every module that it loads. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Starts and stops a server, and returns those of its modules that belong to the SDK or contain it. */
async function loadedOfSdk(name: string, settings: Readonly<Record<string, string>>): Promise<{ readonly all: number; readonly ofSdk: string[] }> {
  const list = join(folder, `${name}.txt`);
  const env = { LOADED_MODULES: list, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(RECORDER)}`, ...settings };
  const server = await startPortico({ port: await freePort(), dataDir: join(folder, name), isBrief: true, env });
  await fetch(`${server.origin}/api/specs`);
  await server.stop();
  const files = [...new Set((await readFile(list, 'utf8')).split('\n'))].filter((url) => url.startsWith('file:'));
  const isOfSdk = await Promise.all(files.map(async (url) => PACKAGE.test(url) || CODE.test(await readFile(fileURLToPath(url), 'utf8'))));
  return { all: files.length, ofSdk: files.filter((_url, index) => isOfSdk[index]) };
}

describe('a server', () => {
  it('without telemetry loads no module of the SDK', async () => {
    const { all, ofSdk } = await loadedOfSdk('off', {});
    expect(all).toBeGreaterThan(10);
    expect(ofSdk).toEqual([]);
  });

  it('loads no exporter when only Prometheus reads its metrics', async () => {
    const { ofSdk } = await loadedOfSdk('metrics', { PORTICO_METRICS_ADDRESS: String(await freePort()) });
    expect(ofSdk.length).toBeGreaterThan(0);
    expect(ofSdk.filter((url) => /otlp|sdk-trace|grpc/.test(url))).toEqual([]);
  });

  it('loads only the exporters of its protocol', async () => {
    const collector = `http://127.0.0.1:${await freePort()}`;
    const { ofSdk } = await loadedOfSdk('traces', { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
    expect(ofSdk.length).toBeGreaterThan(0);
    expect(ofSdk.filter((url) => /grpc|-otlp-proto/.test(url))).toEqual([]);
  });
});
