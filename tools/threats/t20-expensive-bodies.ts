import type { Threat } from './threat.ts';

const BODIES = 'apps/server/src/platform/http/json-body.test.ts';
const RAW = 'apps/server/src/platform/http/raw-requests.test.ts';
const FLAWS = 'apps/server/src/platform/http/json-flaws.ts';

export const T20: Threat = {
  id: 'T20',
  title: 'Bodies and headers made to be expensive, ambiguous or to reach into objects',
  defence:
    'Size, depth, number of values, names that come twice and prototype names are judged on the text, before anything is built of it; packed bodies and floods of headers are not taken; schemas are closed.',
  proofs: [
    {
      rule: 'a body is an object or nothing',
      test: { file: 'apps/server/test/threats/odd-bodies.test.ts', name: 'is refused to %s on every route as half a body is' },
      disable: {
        file: 'apps/server/src/platform/http/json-body.ts',
        find: 'if (body !== undefined && !isObject(body)) throw',
        replace: "if (typeof body === 'function' && !isObject(body)) throw",
      },
    },
    {
      rule: 'nesting is bounded before anything is parsed',
      test: { file: BODIES, name: 'beyond its bounds is refused before it is parsed' },
      disable: { file: FLAWS, find: 'if (levels.length === depthMax)', replace: 'if (levels.length < 0)' },
    },
    {
      rule: 'the number of values is bounded before anything is parsed',
      test: { file: BODIES, name: 'beyond its bounds is refused before it is parsed' },
      disable: { file: FLAWS, find: 'if (values > valuesMax)', replace: 'if (values > 100 * valuesMax)' },
    },
    {
      rule: 'a field comes once',
      test: { file: BODIES, name: 'is refused with a repeated field name, at any depth and in any spelling' },
      disable: { file: FLAWS, find: 'level.names.add(name);', replace: '' },
    },
    {
      rule: 'no name reaches a prototype',
      test: { file: BODIES, name: 'is refused with __proto__ or constructor as a field name' },
      disable: { file: FLAWS, find: "new Set(['__proto__', 'constructor'])", replace: 'new Set()' },
    },
    {
      rule: 'packed bodies are not taken',
      test: { file: 'apps/server/test/refusals/token.test.ts', name: 'a packed body' },
      disable: {
        file: 'apps/server/src/platform/http/wire-rules.ts',
        find: "if (encoding.trim().toLowerCase() === 'identity') return undefined;",
        replace: 'if (encoding !== undefined) return undefined;',
      },
    },
    {
      rule: 'headers are counted',
      test: { file: RAW, name: 'is refused with too many or too long headers' },
      disable: {
        file: 'apps/server/src/platform/http/wire-rules.ts',
        find: 'rawHeaders.length <= 2 * HEADERS_MAX',
        replace: 'rawHeaders.length >= 0',
      },
    },
    {
      rule: 'a signing call takes 64 KiB',
      test: {
        file: 'apps/server/src/platform/http/create-http-server.test.ts',
        name: 'refuses more than 64 KiB on signing calls and more than 1 MiB elsewhere',
      },
      disable: {
        file: 'apps/server/src/platform/http/create-http-server.ts',
        find: "if (routeAreaOf(route.url) === 'signing') route.bodyLimit ??= UI_BODY_BYTES_MAX;",
        replace: '',
      },
    },
    {
      rule: 'an amount is plain digits within the bounds of SEPA',
      test: {
        file: 'apps/server/test/refusals/payments.test.ts',
        name: 'nothing left behind: no payment, no signing, no booking, and the same request id can still be used',
      },
      disable: {
        file: 'apps/server/src/modules/payments/initiation/rules/amount-rules.ts',
        find: 'cents !== undefined && cents >= AMOUNT_CENTS_MIN && cents <= AMOUNT_CENTS_MAX',
        replace: 'cents !== Number.NaN',
      },
    },
    {
      rule: 'aliases of YAML are counted as if they were written out',
      test: { file: 'apps/server/src/modules/catalog/bank-documents/bank-documents.test.ts', name: 'one whose aliases multiply' },
      disable: { file: 'apps/server/src/modules/catalog/bank-documents/read-document.ts', find: '  countValues(value);\n', replace: '' },
    },
    {
      rule: 'a document that takes too long is left out',
      test: {
        file: 'apps/server/src/modules/catalog/bank-documents/bank-documents.test.ts',
        name: 'one that takes too long, and the next ones are served',
      },
      disable: {
        file: 'apps/server/src/modules/catalog/bank-documents/bank-documents.ts',
        find: 'limits.secondsMax * 1000',
        replace: '120_000',
      },
    },
    {
      rule: 'a request with one thing changed is answered as its document says, never with a 5xx',
      test: { file: 'apps/server/test/threats/fuzz.test.ts', name: 'gets a documented response, never a 5xx' },
      disable: {
        file: 'apps/server/src/platform/http/json-body.ts',
        find: "  if (place !== undefined) throw unstorable('body', place);",
        replace: "  if (place === 'nowhere') throw unstorable('body', place);",
      },
    },
  ],
};
