import type { Threat } from './threat.ts';

const SLOW = 'apps/server/src/platform/http/slow-clients.test.ts';
const SERVER = 'apps/server/src/platform/http/create-http-server.ts';
const SHEDDING = 'apps/server/src/platform/http/load-shedding.ts';

export const T26: Threat = {
  id: 'T26',
  title: 'Slow, vanishing and too many clients',
  defence:
    'Headers, requests and idle connections have their time, connections and requests of one address their number; whoever is refused is cut. A late event loop sends new work away with Retry-After and lets signatures finish.',
  proofs: [
    {
      rule: 'headers arrive in time',
      test: { file: SLOW, name: 'of headers gets 408 and is disconnected, although it goes on sending' },
      disable: { file: 'apps/server/src/platform/http/limits.ts', find: 'headersTimeout: headersTimeoutMs,', replace: 'headersTimeout: 0,' },
    },
    {
      rule: 'a body arrives in time',
      test: { file: SLOW, name: 'of a body gets 408 and is disconnected, although its headers came in time' },
      disable: { file: SERVER, find: 'requestTimeout: connectionLimits.requestTimeoutMs,', replace: 'requestTimeout: 0,' },
    },
    {
      rule: 'a refused sender is cut although it goes on',
      test: { file: SLOW, name: 'of headers gets 408 and is disconnected, although it goes on sending' },
      disable: { file: 'apps/server/src/platform/http/raw-answer.ts', find: 'setTimeout(() => socket.destroy(), lingerMs).unref();', replace: '' },
    },
    {
      rule: 'a connection that sends nothing ends',
      test: { file: SLOW, name: 'that sends nothing is disconnected' },
      disable: { file: SERVER, find: 'connectionTimeout: connectionLimits.connectionTimeoutMs,', replace: 'connectionTimeout: 0,' },
    },
    {
      rule: 'a connection that was used ends',
      test: { file: SLOW, name: 'that keeps its connection open after a response is disconnected' },
      disable: { file: SERVER, find: 'keepAliveTimeout: connectionLimits.keepAliveTimeoutMs,', replace: 'keepAliveTimeout: 600_000,' },
    },
    {
      rule: 'connections have a number',
      test: { file: SLOW, name: 'beyond the limit are closed immediately, and those within it are served' },
      disable: { file: SERVER, find: 'app.server.maxConnections = connectionLimits.connectionsMax;', replace: '' },
    },
    {
      rule: 'requests of one address have a number',
      test: {
        file: 'apps/server/src/platform/http/create-http-server.test.ts',
        name: 'refuse too many requests of one IP address with 429 in the format of the route, but no health checks',
      },
      disable: {
        file: 'apps/server/src/platform/http/rate-limit.ts',
        find: 'if (requestsPerMinute === 0) return;',
        replace: 'if (requestsPerMinute >= 0) return;',
      },
    },
    {
      rule: 'new work is sent away first',
      test: { file: 'apps/server/test/refusals/lost-clients.test.ts', name: 'sends new sign-ins and payments away and lets a signature finish' },
      disable: { file: SHEDDING, find: 'if (delayMs > delayMsMax && ', replace: 'if (delayMs < 0 && ' },
    },
    {
      rule: 'a signature is never sent away',
      test: { file: 'apps/server/test/refusals/lost-clients.test.ts', name: 'sends new sign-ins and payments away and lets a signature finish' },
      disable: { file: SHEDDING, find: "rulesOf(request).area === 'signing' || ", replace: '' },
    },
  ],
};
