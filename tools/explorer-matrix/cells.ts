/** All cells of the matrix. Here: the security schemes of OpenAPI 3.1.1, "Security Scheme Object". */
import { BODY_CELLS } from './body-cells.ts';
import type { Cell } from './cell.ts';
import { PARAMETER_CELLS } from './parameter-cells.ts';

const secured = (what: string, security: readonly string[][], expected: Partial<Cell>): Cell => ({
  place: 'security',
  what,
  operation: { security: security.map((way) => Object.fromEntries(way.map((name) => [name, []]))) },
  ...expected,
});
const BEARER = { authorization: 'Bearer TOKEN' };
const BASIC = { authorization: `Basic ${btoa('client:secret')}` };
const NONE = { without: ['authorization', 'x-key', 'cookie'] };

export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  Bearer: { type: 'http', scheme: 'BEARER' },
  basic: { type: 'http', scheme: 'Basic' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://bank.example/' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'key' },
  mutual: { type: 'mutualTLS' },
  toString: { type: 'http', scheme: 'bearer' },
};

const SECURITY: readonly Cell[] = [
  secured('http bearer', [['bearer']], { headers: BEARER }),
  secured('http bearer in capitals', [['Bearer']], { headers: BEARER }),
  secured('http basic', [['basic']], { headers: BASIC }),
  secured('oauth2', [['oauth']], { headers: BEARER }),
  secured('openIdConnect', [['oidc']], { headers: BEARER }),
  secured('named as every object has it', [['toString']], { headers: BEARER }),
  secured('apiKey in a header', [['header']], { headers: { 'x-key': 'YOUR_API_KEY' }, without: ['authorization'] }),
  secured('apiKey in the query', [['query']], { target: '?api%20key=YOUR_API_KEY' }),
  secured('apiKey in a cookie', [['cookie']], { headers: { cookie: 'key=YOUR_API_KEY' } }),
  secured('several at once', [['bearer', 'header', 'query']], { target: '?api%20key=YOUR_API_KEY', headers: { ...BEARER, 'x-key': 'YOUR_API_KEY' } }),
  secured('alternatives: the token first', [['header'], ['bearer']], { headers: BEARER, without: ['x-key'] }),
  secured('alternatives: the first', [['header'], ['query']], { headers: { 'x-key': 'YOUR_API_KEY' } }),
  secured('alternatives: none', [['basic'], []], NONE),
  secured('none', [], NONE),
  secured('mutual TLS', [['mutual']], NONE),
  secured('unknown scheme', [['constructor']], NONE),
];

export const CELLS: readonly Cell[] = [...PARAMETER_CELLS, ...BODY_CELLS, ...SECURITY];
