import type { Threat } from './threat.ts';

const file = 'apps/server/test/threats/shared-caches.test.ts';
const headers = 'apps/server/src/platform/http/security-headers.ts';

export const T28: Threat = {
  id: 'T28',
  title: 'A cache in between that shows one caller what belongs to another',
  defence:
    'No answer may be stored unless its route says so, and only what everybody gets says so; what depends on the origin says that; an address has one spelling.',
  proofs: [
    {
      rule: 'nothing is kept unless its route says so',
      test: { file, name: 'may not store a response of a route that needs a cookie, a token or an id' },
      disable: { file: headers, find: "'cache-control': 'no-store',", replace: "'cache-control': 'max-age=60'," },
    },
    {
      rule: 'an address that looks like a file is no other spelling of an answer',
      test: { file, name: 'gets no personal response that it may store, under any address that looks like a file' },
      disable: {
        file: 'apps/server/src/platform/http/create-http-server.ts',
        find: 'maxParamLength: limits.PARAM_LENGTH_MAX',
        replace: 'maxParamLength: limits.PARAM_LENGTH_MAX, useSemicolonDelimiter: true',
      },
    },
    {
      rule: 'what depends on the origin says so',
      test: { file, name: 'may store only responses that are equal for all callers, set no cookie and vary by Origin' },
      disable: { file: 'apps/server/src/platform/http/vary-by.ts', find: 'known === undefined ? header', replace: "known !== '' ? header" },
    },
    {
      rule: 'an error is stored by no cache in place of the file that was asked for',
      test: { file: 'apps/server/src/platform/http/static-web.test.ts', name: 'lets no cache keep an error in place of a file' },
      disable: {
        file: 'apps/server/src/platform/http/error-handler.ts',
        find: '    forgetFile(reply);\n',
        replace: '',
      },
    },
  ],
};
