import type { Threat } from './threat.ts';

const file = 'apps/server/test/threats/cross-site.test.ts';
const guard = 'apps/server/src/platform/http/csrf-guard.ts';
const cors = 'apps/server/src/platform/http/cors.ts';
const cookie = 'apps/server/src/platform/http/secret-cookie.ts';
const denied = { file, name: 'is denied to other sites in every disguise, changes nothing, and lets the session live' };
const cookies = { file, name: 'sets cookies that scripts, other sites and plain http never get' };

export const T4: Threat = {
  id: 'T4',
  title: "Another site uses the cookies of a customer's browser",
  defence:
    'A call that changes something needs an allowed origin, JSON and a request id; answers are readable by listed origins only; cookies are Lax.',
  proofs: [
    { rule: 'the origin is on the list', test: denied, disable: { file: guard, find: '!origins.has(origin)', replace: "origin === ''" } },
    {
      rule: 'without an origin the browser must say that the page is ours',
      test: denied,
      disable: { file: guard, find: "site !== 'same-origin'", replace: "site === 'cross-site'" },
    },
    {
      rule: 'the body is JSON, which no form can send',
      test: denied,
      disable: { file: guard, find: '!JSON_TYPE.test(contentType)', replace: 'contentType === undefined' },
    },
    {
      rule: 'the request id is there, which no form can send',
      test: denied,
      disable: { file: guard, find: "if (!request.headers[HEADERS.requestId]) return 'X-Request-ID is absent';", replace: '' },
    },
    {
      rule: 'a token beside a cookie excuses nothing',
      test: denied,
      disable: { file: guard, find: 'return headers.cookie === undefined && ', replace: 'return ' },
    },
    {
      rule: 'no signing call is excused',
      test: denied,
      disable: {
        file: 'apps/server/src/platform/http/route-rules.ts',
        find: 'readsCookies: !WITHOUT_COOKIES.has(area)',
        // An accepted signature would be held until a phone answers, so another route is used.
        replace: "readsCookies: !WITHOUT_COOKIES.has(area) && route !== '/api/ui/activity'",
      },
    },
    {
      rule: 'a new route that changes something is in one of the two tables',
      test: { file, name: 'is in one of the two tables' },
      disable: {
        file: 'apps/server/src/modules/sign-in/routes.ts',
        find: "  routes.delete('/bank/session', ",
        replace: "  routes.post('/bank/new', async () => ({}));\n  routes.delete('/bank/session', ",
      },
    },
    {
      rule: 'the payment call of applications reads no cookie',
      test: { file, name: 'that reads no cookie answers the same with the cookies of a customer as without' },
      disable: {
        file: 'apps/server/src/modules/oauth/require-token.ts',
        find: 'if (authorization === undefined) {',
        replace: 'if (authorization === undefined && request.headers.cookie === undefined) {',
      },
    },
    {
      rule: 'an origin is never reflected',
      test: { file, name: 'may be read by no page of another site, on any route, preflight included' },
      disable: { file: cors, find: '[...origins] : false', replace: 'true : false' },
    },
    {
      rule: 'the authorization server answers no script of another site',
      test: { file, name: 'may be read by the pages of the list, named one by one, and by none of them on the authorization server' },
      disable: { file: cors, find: "!== 'oauth'", replace: "!== 'nothing'" },
    },
    { rule: 'scripts read no cookie', test: cookies, disable: { file: cookie, find: 'httpOnly: true', replace: 'httpOnly: false' } },
    {
      rule: 'a cookie does not come along from other sites',
      test: cookies,
      disable: { file: cookie, find: "sameSite: options.sameSite ?? 'lax'", replace: "sameSite: 'none'" },
    },
    { rule: 'a cookie never travels over plain http', test: cookies, disable: { file: cookie, find: 'secure: isSecure', replace: 'secure: false' } },
  ],
};
