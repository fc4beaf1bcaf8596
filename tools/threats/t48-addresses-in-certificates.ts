import type { Threat } from './threat.ts';

const folder = 'apps/server/src/modules/provider-identity/trust/revocation';
const test = `${folder}/fetch-status.test.ts`;
const file = `${folder}/fetch-status.ts`;
const egress = 'apps/server/src/platform/egress';
const exchange = `${egress}/exchange.ts`;

export const T48: Threat = {
  id: 'T48',
  title: 'Server-side request forgery by the addresses of OCSP and CRL in a certificate',
  defence:
    'Plain http on port 80, a host of the trusted authority’s list, a public address that is resolved once, no redirects, limited bytes and time.',
  proofs: [
    {
      rule: 'an address is http on port 80',
      test: { file: test, name: 'refuses %s' },
      disable: { file, find: "url?.protocol !== 'http:' || url.port !== '' || url.username", replace: 'url === null || url.username' },
    },
    {
      rule: 'a host is on the list of the trusted authority',
      test: { file: test, name: 'refuses %s, whose host is not on the list' },
      disable: { file, find: 'if (!hosts.includes(url.hostname)) return', replace: 'if (hosts.length === 0) return' },
    },
    {
      rule: 'every address of a host is public',
      test: { file: test, name: 'refuses a host with %s' },
      disable: { file: exchange, find: '!addresses.every(network.isAllowed)', replace: '!addresses.some(network.isAllowed)' },
    },
    {
      rule: 'loopback is not public',
      test: { file: `${egress}/public-address.test.ts`, name: 'refuses %s' },
      disable: { file: `${egress}/public-address.ts`, find: "  ['127.0.0.0', 8],\n", replace: '' },
    },
    {
      rule: 'the internet is asked at public addresses',
      test: { file: test, name: 'refuses loopback on the internet' },
      disable: { file: exchange, find: 'isAllowed: isPublicAddress,', replace: 'isAllowed: (address) => isPublicAddress(address) || true,' },
    },
    {
      rule: 'no redirect and no other status is an answer',
      test: { file: test, name: 'follows no redirect %d' },
      disable: { file, find: 'if (result.status !== 200) return', replace: 'if (result.status === 500) return' },
    },
    {
      rule: 'a response is limited in bytes',
      test: { file: test, name: 'trusts no response with %s' },
      disable: { file: exchange, find: 'if (length > bytesMax) return', replace: 'if (length > bytesMax * 2) return' },
    },
  ],
};
