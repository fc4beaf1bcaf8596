import type { Threat } from './threat.ts';

const raw = 'apps/server/src/platform/http/raw-requests.test.ts';
const forwarded = 'apps/server/test/threats/behind-a-proxy.test.ts';
const server = 'apps/server/src/platform/http/create-http-server.ts';

export const T27: Threat = {
  id: 'T27',
  title: 'A request that a proxy reads otherwise than the server, or that claims to come from elsewhere',
  defence:
    'What could be read in two ways is refused and its connection ended; headers of one value come once; who a caller is, only the network says, or exactly the proxies of the configuration.',
  proofs: [
    {
      rule: 'a length and chunks, folded lines and their like are no HTTP',
      test: { file: raw, name: '(%s) gets one response, 400, and no further request is read from its connection' },
      disable: {
        file: 'apps/server/src/platform/http/limits.ts',
        find: 'headersTimeout: headersTimeoutMs,',
        replace: 'headersTimeout: headersTimeoutMs,\n  insecureHTTPParser: true,',
      },
    },
    {
      rule: 'a header of one value comes once',
      test: { file: raw, name: '(%s) is refused in the format of Portico' },
      disable: {
        file: 'apps/server/src/platform/http/wire-rules.ts',
        find: 'if (seen.has(name)) return',
        replace: "if (seen.has(name) && name === 'Host') return",
      },
    },
    {
      rule: 'nobody is believed where no proxy is named',
      test: { file: forwarded, name: 'is limited by the address of the connection if no proxy is trusted' },
      disable: { file: server, find: 'config.trustedProxies.length === 0 ? false : [...config.trustedProxies]', replace: 'false ? false : true' },
    },
    {
      rule: 'only the named proxies are believed',
      test: { file: forwarded, name: 'is known by the address of the connection if that is not a trusted proxy' },
      disable: { file: server, find: '? false : [...config.trustedProxies]', replace: '? false : true' },
    },
    {
      rule: 'of what came through a proxy, the last address counts that is no proxy',
      test: { file: forwarded, name: 'is known and limited by the last address in the X-Forwarded-For of a trusted proxy' },
      disable: { file: server, find: '? false : [...config.trustedProxies]', replace: '? false : true' },
    },
  ],
};
