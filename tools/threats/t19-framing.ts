import type { Threat } from './threat.ts';

const file = 'apps/server/test/threats/header-set.test.ts';
const headers = 'apps/server/src/platform/http/security-headers.ts';
const everyRoute = { file, name: 'is on every response of every route' };
const armed = 'apps/web/src/shared/page/use-armed.test.tsx';
const button = 'apps/web/src/shared/page/use-armed.ts';

export const T19: Threat = {
  id: 'T19',
  title: 'The signing page inside the page of somebody else, and what else the header set keeps away',
  defence: 'Every answer forbids frames and carries the whole header set; the button that signs works after it could be seen for half a second.',
  proofs: [
    {
      rule: 'no page is framed',
      test: everyRoute,
      disable: { file: headers, find: `"frame-ancestors 'none'"`, replace: `"frame-ancestors 'self'"` },
    },
    { rule: 'no page is framed by older browsers', test: everyRoute, disable: { file: headers, find: "'x-frame-options': 'DENY',", replace: '' } },
    {
      rule: 'no script runs that is not a file of ours',
      test: everyRoute,
      disable: { file: headers, find: `    "script-src 'self'",\n`, replace: `    "script-src 'self' 'unsafe-inline'",\n` },
    },
    { rule: 'the browser stays on https', test: everyRoute, disable: { file: headers, find: 'max-age=63072000', replace: 'max-age=0' } },
    {
      rule: 'a server on plain http does not lock its browser out',
      test: { file, name: 'sends the whole set without HSTS, also with 503 and 429' },
      disable: { file: headers, find: "publicUrl.startsWith('https:') ?", replace: "publicUrl.startsWith('http') ?" },
    },
    {
      rule: 'what belongs to somebody is kept by no cache',
      test: { file, name: 'has Cache-Control: no-store' },
      disable: { file: headers, find: "'cache-control': 'no-store',", replace: '' },
    },
    {
      rule: 'what is no HTTP is answered with the set too',
      test: { file, name: 'is on responses to invalid HTTP, and on those that Node sends before the router' },
      disable: { file: 'apps/server/src/platform/http/raw-answer.ts', find: 'rawAnswer({ ...headers, ...more }', replace: 'rawAnswer({ ...more }' },
    },
    {
      rule: 'what Node would answer by itself is answered by us',
      test: { file, name: 'is on responses to invalid HTTP, and on those that Node sends before the router' },
      disable: {
        file: 'apps/server/src/platform/http/wire-rules.ts',
        find: "app.server.on('checkExpectation', ",
        replace: "app.server.on('never', ",
      },
    },
    {
      rule: 'an unreadable address is answered with the set too',
      test: { file, name: 'is on refusals of every kind' },
      disable: {
        file: 'apps/server/src/platform/http/create-http-server.ts',
        find: '.writeHead(problem.status, { ...headers, ',
        replace: '.writeHead(problem.status, { ',
      },
    },
    {
      rule: 'nobody is told how many requests others have left',
      test: everyRoute,
      disable: {
        file: 'apps/server/src/platform/http/rate-limit.ts',
        find: 'if (counted.isAllowed || !counted.isExceeded) continue;',
        replace:
          "if (counted.isAllowed) continue;\n      reply.header('x-ratelimit-remaining', counted.remaining);\n      if (!counted.isExceeded) continue;",
      },
    },
    {
      rule: 'notes of the build are not served',
      test: { file, name: 'is on pages, files and redirects' },
      disable: { file: 'apps/server/src/platform/http/built-files.ts', find: '|(^|\\/)\\./;', replace: '/;' },
    },
    {
      rule: 'the button waits half a second',
      test: { file: armed, name: 'is armed once the page was visible for 500 ms, not before' },
      disable: { file: button, find: 'ARMED_AFTER_MS = 500', replace: 'ARMED_AFTER_MS = 100' },
    },
    {
      rule: 'a refusal that nginx writes has the headers of a refusal',
      test: { file: 'tools/nginx.test.ts', name: 'that sends %s gets %i from nginx with the headers of a refusal' },
      disable: {
        file: 'deploy/nginx.conf',
        find: '    error_page 400 404 405 411 413 414 416 421 494 495 496 497 501 505 /.refused;\n    error_page 429',
        replace: '    error_page 429',
      },
    },
    {
      rule: 'so does a refusal that nginx writes while it reads the body of a signature',
      test: { file: 'tools/nginx.test.ts', name: 'that sends %s gets %i from nginx with the headers of a refusal, also while the body is read' },
      disable: {
        file: 'deploy/nginx.conf',
        find: '      proxy_next_upstream_tries 6;\n',
        replace: '      proxy_next_upstream_tries 6;\n      error_page 504 @nobody;\n',
      },
    },
    {
      rule: 'the half second begins anew when the page comes back',
      test: { file: armed, name: 'returning from the background restarts the 500 ms' },
      disable: { file: button, find: "document.addEventListener('visibilitychange', restart);", replace: '' },
    },
    {
      rule: 'the signing button waits for it',
      test: { file: 'apps/web/src/features/signing/views/signing-page.test.tsx', name: 'the button works only 500 ms after it appeared' },
      disable: {
        file: 'apps/web/src/features/signing/views/sign-dock.tsx',
        find: 'if (isArmed) dispatch(signingActions.submitted',
        replace: 'dispatch(signingActions.submitted',
      },
    },
  ],
};
