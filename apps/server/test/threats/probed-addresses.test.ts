/**
 * T30: what scanners look for is not there: no file of the repository or the build, no console, no debug route, no method that echoes.
 * Which routes there are at all is the closed list of `house/surface.ts`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeRaw } from '../../src/testing/raw-exchange.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { offeredRoutes } from '../house/surface.ts';

const MARK = 'never to be served';
/** Lie in the folder of the built pages, as a careless build would leave them. */
const LEFT_BEHIND = ['.env', '.git/HEAD', '.git/config', '.build', 'assets/main-abc.js.map', 'assets/.cache/x.js', 'bank.js.map', 'old.html'];

/** What stands on the lists of scanners, by what it would give away. */
const PROBES: Readonly<Record<string, string>> = {
  repository: `.git .git/ .git/HEAD .git/config .git/index .git/logs/HEAD .git/refs/heads/main .gitignore .gitattributes .gitmodules .svn/entries
    .svn/wc.db .hg/hgrc .bzr/README CVS/Root .github/workflows/ci.yml .gitlab-ci.yml .ci .travis.yml Jenkinsfile CHANGELOG.md README.md SECURITY.md`,
  secrets: `.env .env.local .env.production .env.development .env.bak .env.example env.json .npmrc .netrc .htpasswd .htaccess .ssh/id_rsa .aws/credentials
    .docker/config.json .kube/config id_rsa server.key privkey.pem cert.pem credentials.json secrets.json secrets.yml keys.json service-account.json
    .bash_history .bashrc .profile .DS_Store .vscode/settings.json .idea/workspace.xml`,
  data: `backup backup.zip backup.sql backup.tar.gz dump.sql db.sql database.sqlite data/ data/pglite data/keys.json pglite/PG_VERSION site.tar.gz www.zip
    backup.bak index.html.bak config.bak old/ tmp/ temp/ logs/ log/access.log error.log debug.log server.log npm-debug.log core`,
  sources: `package.json package-lock.json node_modules/ node_modules/.package-lock.json tsconfig.json vite.config.ts vitest.config.ts biome.json knip.json
    src/main.ts apps/server/src/app/main.ts main.ts migrations/0001.sql Dockerfile docker-compose.yml compose.yaml Makefile index.js.map main.js.map
    assets/index.js.map assets/main.js.map assets/main-abc.js.map bank.js.map static/js/main.js.map webpack.config.js composer.json`,
  consoles: `admin admin/ admin/login administrator console dashboard manage management panel portal/admin login.php wp-login.php wp-admin/ wp-config.php
    wp-content/ xmlrpc.php phpinfo.php info.php phpmyadmin/ pma/ adminer.php server-status server-info status nginx_status stub_status jmx-console/
    web-console/ manager/html host-manager/html solr/ jenkins/ grafana/ kibana/ prometheus/ druid/index.html nacos/ minio/ portainer/ traefik/ h2-console`,
  debugging: `debug debug/pprof/ debug/vars debug/default/view _debug _profiler _ignition/execute-solution actuator actuator/health actuator/env
    actuator/heapdump actuator/mappings actuator/beans actuator/loggers trace trace.axd elmah.axd metrics metrics/ stats heapdump threaddump health
    healthcheck ping version info build-info __vite_ping @vite/client @fs/etc/passwd __webpack_hmr telescope rails/info/properties test test/ test.html
    testing __tests__/ storybook/ playground sandbox`,
  documents: `swagger swagger.json swagger.yaml swagger-ui swagger-ui.html swagger-ui/index.html swagger/index.html swagger/v1/swagger.json api-docs
    v2/api-docs v3/api-docs openapi openapi.json openapi.yaml docs docs/ documentation redoc graphql graphiql altair voyager api api/ api/docs
    api/swagger.json api/openapi.json api/v1 api/v1/ api/v2 api/v3 api/admin api/debug api/users api/internal api/private internal internal/ private/
    api/ui api/tpp/all api/test api/config`,
  wellKnown: `crossdomain.xml clientaccesspolicy.xml .well-known/openid-configuration .well-known/jwks.json web.config WEB-INF/web.xml META-INF/MANIFEST.MF
    cgi-bin/ cgi-bin/test-cgi shell.php cmd.jsp upload uploads/ files/ etc/passwd proc/self/environ bank/admin bank/debug bank/test bank/device/all
    identity/users identity/admin`,
};
const METHODS = ['TRACE', 'TRACK', 'CONNECT', 'DEBUG', 'PROPFIND', 'SEARCH', 'PURGE', 'LINK', 'PATCH', 'MOVE', 'MKCOL', 'STEAL', 'get'];

let folder: string;
let house: House;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-probes-'));
  for (const name of ['index.html', 'bank.html', 'assets/main-abc.js', ...LEFT_BEHIND]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), LEFT_BEHIND.includes(name) ? MARK : name);
  }
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' }, webFolder: folder });
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

const probes = () => Object.values(PROBES).flatMap((list) => list.split(/\s+/).map((path) => `/${path}`));

describe('an address of the lists of scanners', () => {
  it('returns 404 with the security headers', async () => {
    expect(new Set(probes()).size).toBeGreaterThan(250);
    const found: string[] = [];
    for (const url of [...probes(), ...LEFT_BEHIND.map((name) => `/${name}`)]) {
      const { statusCode, headers, body } = await house.portico.app.inject({ url });
      const isProtected = headers['x-content-type-options'] === 'nosniff' && headers['cache-control'] === 'no-store';
      if (statusCode !== 404 || !isProtected || body.includes(MARK)) found.push(`${url}: ${statusCode} ${body.slice(0, 80)}`);
    }
    expect(found).toEqual([]);
  });

  it('lies in the folder from which files are served', async () => {
    expect((await house.portico.app.inject({ url: '/assets/main-abc.js' })).statusCode).toBe(200);
  });
});

describe('a method without a route', () => {
  it('is refused on every route, and the response repeats nothing of the request', async () => {
    await house.portico.app.listen({ port: 0, host: '127.0.0.1' });
    const wrong: string[] = [];
    const offered = offeredRoutes({ mode: 'development', bank: 'sandbox' }).filter(({ method }) => method === 'GET');
    const urls = ['/', '/api/tpp', '/api/ui/payment/details', '/bank/receipts/signed', '/api/v1/accounts', '/nowhere'];
    for (const method of METHODS) {
      for (const url of urls) {
        const answer = await exchangeRaw(
          house.portico.app,
          `${method} ${url} HTTP/1.1\r\nHost: x\r\nCookie: portico-bank=seen\r\nX-Sent: seen\r\nConnection: close\r\n\r\n`,
        );
        const isRefused = /^HTTP\/1\.1 40[0345] /.test(answer) && !answer.includes('seen') && answer.includes("frame-ancestors 'none'");
        if (!isRefused) wrong.push(`${method} ${url}: ${answer.slice(0, 80)}`);
      }
    }
    for (const { url } of offered) {
      const answer = await exchangeRaw(
        house.portico.app,
        `TRACE ${url.replaceAll(/:\w+|\*/g, 'x')} HTTP/1.1\r\nHost: x\r\nX-Sent: seen\r\nConnection: close\r\n\r\n`,
      );
      if (!/^HTTP\/1\.1 40[0345] /.test(answer) || answer.includes('seen')) wrong.push(`TRACE ${url}: ${answer.slice(0, 80)}`);
    }
    expect(wrong).toEqual([]);
  });
});
