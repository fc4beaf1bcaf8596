import type { Threat } from './threat.ts';

const journey = 'apps/server/test/threats/open-redirect.test.ts';
const lost = 'apps/server/test/threats/lost-addresses.test.ts';
const spelling = 'apps/server/src/modules/tpp-apps/return-url.test.ts';
const page = 'apps/web/src/features/signing/views/leaving.test.tsx';
const returnUrl = 'apps/server/src/modules/tpp-apps/return-url.ts';
const leaving = 'apps/web/src/features/signing/engine/leave-signing.ts';

export const T1: Threat = {
  id: 'T1',
  title: 'Open redirect through the addresses a provider names',
  defence: 'The addresses are fixed when the payment is created and must be plain text of the same origin as a registered redirect URI.',
  proofs: [
    {
      rule: 'scheme, host and port are compared whole',
      test: { file: journey, name: 'for success are refused in every hostile spelling, and nothing is stored' },
      disable: {
        file: returnUrl,
        find: 'plainOrigin(registered, rules) === origin)',
        replace: "origin.startsWith(plainOrigin(registered, rules) ?? ' '))",
      },
    },
    {
      rule: 'an address that a browser would rewrite is refused',
      test: { file: journey, name: 'for success are refused in every hostile spelling, and nothing is stored' },
      disable: {
        file: returnUrl,
        find: 'if (parsed.href !== ',
        replace: 'if (parsed.href === undefined && parsed.href !== ',
      },
    },
    {
      rule: 'the address for failure is looked at like the one for success',
      test: { file: journey, name: 'for failure are refused in every hostile spelling, and nothing is stored' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/initiation-headers.ts',
        find: "readReturnUrl(headers, 'TPP-Nok-Redirect-URI', isAllowed)",
        replace: "readReturnUrl(headers, 'TPP-Nok-Redirect-URI', () => true)",
      },
    },
    {
      rule: "the origins are the application's own",
      test: { file: journey, name: 'of another application are refused' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: 'isReturnUrl(url, app.redirectUris, rules)',
        replace: "isReturnUrl(url, [...app.redirectUris, 'https://other.example/cb'], rules)",
      },
    },
    {
      rule: 'an address is followed while its origin is the application’s',
      test: { file: lost, name: 'names no address any more after %s, open or ended' },
      disable: { file: returnUrl, find: 'url != null && isReturnUrl(url, redirectUris ?? [], { allowsLoopbackHttp: true })', replace: 'url != null' },
    },
    {
      rule: 'a suspended application is not gone back to',
      test: { file: lost, name: 'names no address any more after %s, open or ended' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/tpp-app-store.ts',
        find: '= ${appId} and tpp_app.suspended_at is null)`',
        replace: '= ${appId})`',
      },
    },
    {
      rule: 'http on this machine exists in development only',
      test: { file: spelling, name: 'refuses http on this machine in production, even when it is registered' },
      disable: { file: returnUrl, find: 'rules.allowsLoopbackHttp && LOOPBACK_HOSTS', replace: 'LOOPBACK_HOSTS' },
    },
    {
      rule: 'no value of a query becomes a redirect of the server',
      test: { file: journey, name: 'is never the target of a redirect, in the query of any route' },
      disable: {
        file: 'apps/server/src/platform/http/static-web.ts',
        find: '  return `/#$',
        replace: "  const next = new URLSearchParams(url.split('?')[1]).get('next');\n  if (next !== null) return next;\n  return `/#$",
      },
    },
    {
      rule: "the door of the bank's own pages leads to one of them",
      test: { file: 'apps/server/test/journeys/bank-door.test.ts', name: 'refuses the return address %j' },
      disable: {
        file: 'packages/contract/src/calls/bank-door.ts',
        find: "'^/bank/(to-sign|permissions|receipts)(/[A-Za-z0-9_-]{1,64})?$'",
        replace: "'/?'",
      },
    },
    {
      rule: 'no value of a query or hash becomes a redirect of the page',
      test: { file: page, name: 'a refusal redirects to the server’s address, never to one in the query or the hash' },
      disable: {
        file: leaving,
        find: 'leavePage(safeUrl(url)',
        replace: "leavePage(new URLSearchParams(window.location.search).get('tppSuccessUrl') ?? safeUrl(url)",
      },
    },
    {
      rule: 'the page follows http and https addresses only, from any source',
      test: { file: page, name: 'after a signature only http and https addresses from the server are followed' },
      disable: {
        file: 'apps/web/src/shared/page/safe-url.ts',
        find: "return protocol === 'https:' || protocol === 'http:' ? url : undefined;",
        replace: 'return protocol === undefined ? undefined : url;',
      },
    },
  ],
};
