/**
 * `npm run scan`: checks the headers of a running server with two external scanners. They need two hundred packages, so they are installed into a
 * temporary folder and are no part of the project. Needs npm's registry and openssl. Fails when a scanner finds anything.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer, request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root, runtimePath } from './runtime.mjs';

const SCANNERS = ['@mdn/mdn-http-observatory@1.4.8', 'csp_evaluator@1.1.8'];
/** One of each kind of response. */
const PATHS = [
  ['the portal', '/'],
  ['a page of the bank', '/bank/receipts'],
  ['a file', '/config.json'],
  ['an answer of the API', '/api/specs/index'],
  ['a content page', '/content/dev-portal-pages/welcome'],
  ['a redirect to a page', '/welcome'],
  ['a redirect of the bank', '/bank/sca/unknown'],
  ['a refusal, 401', '/api/v1/accounts'],
  ['a refusal, 410', '/api/ui/payment/details'],
  ['a page that is not there', '/nowhere'],
  ['a page of the authorization server', '/api/v2/am/realms/psd2/protocol/openid-connect/auth'],
];

/** About `script-src 'self'`: files of other authors are never served as scripts here, only files of the build (T22, T30). */
const ACCEPTED = "'self' can be problematic if you host JSONP, AngularJS or user uploaded files.";

await ensureInstalled();
const runtime = runtimePath();
if (runtime === process.execPath) {
  await ensureBuilt(runtime);
  process.exitCode = await scanAll();
} else {
  process.exitCode = spawnSync(runtime, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
}

async function scanAll() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-scan-'));
  const { freePort, startPortico } = await import('../packages/testkit/src/index.ts');
  const [port, httpsPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const publicUrl = `https://localhost:${httpsPort}`;
  const ends = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent', ...SCANNERS]);
    // The browsers' preload list for HSTS, which an installation script would download. The service is not on it.
    writeFileSync(join(folder, 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json'), '[]');
    const certificate = makeCertificate(folder);
    setDefaultCACertificates([...getCACertificates(), certificate.cert]);
    const portico = await startPortico({ port, dataDir: join(folder, 'data'), publicUrl });
    ends.push(() => portico.stop());
    ends.push(await listen(createServer(certificate, passTo(port)), httpsPort));
    // The proxy in front ends TLS and redirects plain HTTP to it.
    ends.push(
      await listen(
        createPlainServer((asked, answer) => answer.writeHead(308, { location: `${publicUrl}${asked.url}` }).end()),
        httpPort,
      ),
    );
    return await report(await loadScanners(folder), { httpPort, httpsPort });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function report({ retrieve, tests, grader, csp }, ports) {
  let found = 0;
  for (const [what, path] of PATHS) {
    const answers = await retrieve('localhost', { ...ports, path });
    const results = tests.map((test) => test(answers));
    const score = 100 + results.reduce((sum, { result }) => sum + grader.getScoreModifier(result), 0);
    const failed = results.filter(({ pass }) => !pass).map(({ result }) => result);
    const { headers, status } = answers.responses.auto;
    const findings = csp(headers['content-security-policy']);
    found += failed.length + findings.length;
    const grade = grader.getGradeForScore(score);
    console.log(
      `${what} (${path}, ${status}): ${grade.grade} ${grade.score}, ${tests.length - failed.length} of ${tests.length} tests, ${findings.length} findings about the policy`,
    );
    for (const problem of [...failed, ...findings]) console.log(`  ✗ ${problem}`);
  }
  console.log(`\n${SCANNERS.join(', ')}: ${found === 0 ? 'nothing found' : `${found} found`}`);
  return found === 0 ? 0 : 1;
}

async function loadScanners(folder) {
  const load = (file) => import(pathToFileURL(join(folder, 'node_modules', file)).href);
  const observatory = '@mdn/mdn-http-observatory/src';
  const { retrieve } = await load(`${observatory}/retriever/retriever.js`);
  const { ALL_TESTS: tests } = await load(`${observatory}/constants.js`);
  const grader = await load(`${observatory}/grader/grader.js`);
  const { CspEvaluator } = (await load('csp_evaluator/dist/evaluator.js')).default;
  const { CspParser } = (await load('csp_evaluator/dist/parser.js')).default;
  const { Severity } = (await load('csp_evaluator/dist/finding.js')).default;
  const csp = (policy) =>
    new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .filter(({ severity, description }) => severity !== Severity.NONE && severity !== Severity.INFO && description !== ACCEPTED)
      .map(({ directive, value, severity, description }) => `${directive} ${value ?? ''} (${severity}): ${description}`);
  return { retrieve, tests, grader, csp };
}

function makeCertificate(folder) {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  run('openssl', ['req', '-x509', ...form, '-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certFile]);
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
}

function passTo(port) {
  return (asked, answer) =>
    asked.pipe(
      request({ port, host: '127.0.0.1', method: asked.method, path: asked.url, headers: asked.headers }, (given) =>
        given.pipe(answer.writeHead(given.statusCode, given.rawHeaders)),
      ).on('error', () => answer.destroy()),
    );
}

function listen(server, port) {
  return new Promise((resolve) => server.listen(port, 'localhost', () => resolve(() => server.closeAllConnections() ?? server.close())));
}

function run(program, args) {
  const { status, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed:\n${stderr}`);
}
