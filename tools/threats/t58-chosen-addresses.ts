import type { Threat } from './threat.ts';

const egress = 'apps/server/src/platform/egress';
const test = `${egress}/post-outside.test.ts`;
const exchange = `${egress}/exchange.ts`;
const post = `${egress}/post-outside.ts`;

export const T58: Threat = {
  id: 'T58',
  title: 'An address that a developer chose leads a call of the server into the bank’s network, or a receiver keeps the server busy',
  defence:
    'https on port 443 or 8443 to a name whose addresses are all public; the connection uses a checked address; no redirect, bounded time and bytes.',
  proofs: [
    {
      rule: 'every address of a host is public',
      test: { file: test, name: 'does not call a name with %s' },
      disable: { file: exchange, find: '!addresses.every(network.isAllowed)', replace: '!addresses.some(network.isAllowed)' },
    },
    {
      rule: 'the address of the connection is checked',
      test: { file: test, name: 'sends nothing over a connection to an address that was not checked' },
      disable: { file: exchange, find: "!network.isAllowed(socket.remoteAddress ?? '')", replace: 'socket.remoteAddress === undefined' },
    },
    {
      rule: 'a URL names a host, and port 443 or 8443',
      test: { file: test, name: 'refuses %s' },
      disable: { file: post, find: "if (isIPv4(url.hostname) || url.hostname.startsWith('[')) return", replace: "if (url.hostname === '') return" },
    },
    {
      rule: 'http leads to this machine only',
      test: { file: test, name: 'calls http on this machine in development only, and no other address by it' },
      disable: { file: post, find: 'LIMITS, { ...network, isAllowed: isLoopback }', replace: 'LIMITS, { ...network, isAllowed }' },
    },
    {
      rule: 'the certificate names the host',
      test: { file: test, name: 'calls no receiver with %s' },
      disable: { file: exchange, find: 'rejectUnauthorized: true', replace: 'rejectUnauthorized: false' },
    },
    {
      rule: 'a response is limited in bytes',
      test: { file: test, name: 'returns a fault for %s' },
      disable: { file: exchange, find: 'if (length > bytesMax) return', replace: 'if (length > bytesMax * 100) return' },
    },
    {
      rule: 'an exchange ends after its limit',
      test: { file: test, name: 'ends the exchange with a receiver that %s' },
      disable: { file: exchange, find: '      signal,\n', replace: '' },
    },
    {
      rule: 'a connection ends after its limit',
      test: { file: test, name: 'ends a connection whose TLS handshake hangs after the shorter limit' },
      disable: { file: exchange, find: 'isConnected || call.destroy(connecting.reason)', replace: 'isConnected' },
    },
    {
      rule: 'DNS servers that do not respond hold no thread of the server',
      test: { file: `${egress}/resolve-host.test.ts`, name: 'holds no thread while DNS servers do not respond: files are read' },
      disable: {
        file: `${egress}/resolve-host.ts`,
        find: "if (host === 'localhost' || isIP(host) !== 0) return",
        replace: "if (host !== '') return",
      },
    },
  ],
};
