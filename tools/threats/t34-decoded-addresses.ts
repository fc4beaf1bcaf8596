import type { Threat } from './threat.ts';

const file = 'apps/server/test/threats/decoded-addresses.test.ts';
const target = 'apps/server/src/platform/http/request-target.ts';
const spelled = { file, name: '(%s) is refused on every route and with every method, in the body of its area' };

export const T34: Threat = {
  id: 'T34',
  title: 'One address in two spellings: the guard reads the one, the router the other',
  defence:
    'Guards, limits, logs and figures decide by the matched route, and HEAD is decided as GET. A target that does not begin with a slash, escapes what needs no escape, or holds dot segments or double slashes is refused before it is routed.',
  proofs: [
    {
      rule: 'a letter is not escaped',
      test: spelled,
      disable: { file: target, find: 'if (ESCAPED_UNRESERVED.test(path)) {', replace: "if (path === '') {" },
    },
    {
      rule: 'a target begins with a slash',
      test: { file, name: 'that names no path (%s) is refused with any method' },
      disable: { file: target, find: "if (!target.startsWith('/')) {", replace: "if (target === '') {" },
    },
    { rule: 'a segment is not empty', test: spelled, disable: { file: target, find: "path.includes('//')", replace: "path.includes('///')" } },
    { rule: 'a slash is not escaped', test: spelled, disable: { file: target, find: 'if (ESCAPED_SLASH.test(path) || ', replace: 'if (' } },
    {
      rule: 'a parameter is not empty',
      test: { file, name: 'is no address where a route has a parameter there: its guards and limits would be those of another route' },
      disable: {
        file: 'apps/server/src/platform/http/create-http-server.ts',
        find: 'request.is404 || hasEmptyParameter(request) ? ',
        replace: 'request.is404 ? ',
      },
    },
    {
      rule: 'a HEAD that changes something is guarded as its GET',
      test: { file, name: 'gets the same status as its GET from a foreign origin, on every route' },
      disable: {
        file: 'apps/server/src/platform/http/csrf-guard.ts',
        find: "request.method === 'OPTIONS' || !rules.changesState",
        replace: "request.method !== 'GET' || !rules.changesState",
      },
    },
    {
      rule: 'a HEAD of an application is logged as the operation that it reads',
      test: { file, name: 'of an application is logged under the operation of its GET' },
      disable: {
        file: 'apps/server/src/platform/http/route-rules.ts',
        find: "(method === 'HEAD' ? 'GET' : method);",
        replace: 'method;',
      },
    },
  ],
};
