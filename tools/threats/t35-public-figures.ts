import type { Threat } from './threat.ts';

const file = 'apps/server/test/threats/public-figures.test.ts';
const SECOND = 'apps/server/test/threats/second-attack.test.ts';
const capture = 'apps/server/src/modules/request-log/capture-requests.ts';

export const T35: Threat = {
  id: 'T35',
  title: 'Strangers write the public status, the statistics, or the request log of an application',
  defence:
    'A request is measured where its caller has proved who they are and no scenario played the answer. A claimed client id enters a log marked, without bodies, and so often an hour; a line that cannot be stored takes no other along; one network begins so many sign-ins an hour; a probe answers for no core that does not respond.',
  proofs: [
    {
      rule: 'a caller who has proved nothing is not measured',
      test: { file, name: 'is not measured, on any route and in any spelling' },
      disable: { file: capture, find: "if (isProvenCaller(request)) return 'proven';", replace: "if (request !== undefined) return 'proven';" },
    },
    {
      rule: 'what a scenario plays is not measured',
      test: { file, name: 'does not make a service down: the simulated responses are not measured' },
      disable: { file: capture, find: 'if (isPlayed || ', replace: 'if (' },
    },
    {
      rule: 'a request that did not come whole is not measured',
      test: { file, name: 'is not measured after breaking off a slow request' },
      disable: { file: capture, find: '(!isWhole && request.raw.complete === false)', replace: 'false' },
    },
    {
      rule: 'claims are so many an hour',
      test: { file, name: 'is logged at most 120 times an hour, marked as not authenticated, without bodies' },
      disable: {
        file: capture,
        find: "if (!isAuthenticated && !claims.mayEnter(caller.clientId ?? '', networksOf(request.ip))) return;",
        replace: '',
      },
    },
    {
      rule: 'a claim carries no body',
      test: { file, name: 'is logged at most 120 times an hour, marked as not authenticated, without bodies' },
      disable: { file: capture, find: 'requestBody: isAuthenticated ? requestBody : undefined,', replace: 'requestBody,' },
    },
    {
      rule: 'one network begins so many sign-ins an hour',
      test: { file, name: 'is refused with 429 beyond its budget, on these routes only, and other networks are not' },
      disable: {
        file: 'apps/server/src/platform/http/anonymous-writes.ts',
        find: 'every(({ name, share }) => spend(name, share))',
        replace: 'every(({ share }) => spend(request.id, share))',
      },
    },
    {
      rule: 'a call without proof leaves rows on limited routes only',
      test: {
        file: SECOND,
        name: 'leaves no row in any table, on any route without a limit, with whole bodies, made-up cookies and a reference that opens',
      },
      disable: { file: 'apps/server/src/app/anonymous-writes.ts', find: "  'GET /bank/sca/:reference',\n", replace: '' },
    },
    {
      rule: 'what every test device does at first needs no row',
      test: { file: SECOND, name: 'leaves no row by choosing what every device does at first, and takes its choice away by going back' },
      disable: {
        file: 'apps/server/src/modules/test-device/device-preference-store.ts',
        find: 'if (isAutomatic) {',
        replace: "if (deviceKeyHash === '') {",
      },
    },
    {
      rule: 'a network of IPv6 is one caller',
      test: {
        file: 'apps/server/src/platform/http/rate-limit.test.ts',
        name: 'counts a /64 of IPv6 as one caller, a /48 as four, and an IPv4 address as one in both notations',
      },
      disable: {
        file: 'apps/server/src/platform/http/rate-limit.ts',
        find: "keyGenerator: ({ ip }) => networksOf(ip)[position]?.name ?? '',",
        replace: 'keyGenerator: ({ ip }) => ip,',
      },
    },
    {
      rule: 'a /48 of IPv6 is four callers',
      test: { file, name: 'is refused with 429 beyond its budget, on these routes only, and other networks are not' },
      disable: {
        file: 'apps/server/src/platform/allowances/network-of.ts',
        find: 'const CALLERS_PER_SITE = 4;',
        replace: 'const CALLERS_PER_SITE = 65_536;',
      },
    },
    {
      rule: 'many other networks do not restart a count',
      test: { file, name: 'keeps its own budget when thousands of others make requests' },
      disable: {
        file: 'apps/server/src/platform/http/hourly-budget.ts',
        find: '    let count = Number.POSITIVE_INFINITY;\n',
        replace: '    let count = Number.POSITIVE_INFINITY;\n    if (key.endsWith("000")) counts.fill(0);\n',
      },
    },
    {
      rule: 'a line that the database refuses for its content takes no other line along',
      test: {
        file: 'apps/server/src/modules/request-log/request-queue.test.ts',
        name: 'writes every other line of a batch with one that the database refuses for its content',
      },
      disable: {
        file: 'apps/server/src/modules/request-log/request-queue.ts',
        find: 'if (batch.length > 1 && isOfContent(error)) {',
        replace: 'if (batch.length > 1000 && isOfContent(error)) {',
      },
    },
    {
      rule: 'a probe answers for no core that does not respond',
      test: {
        file: 'apps/server/test/journeys/core-journey.test.ts',
        name: 'is that of the core when only probes ask: a probe answers for no core that does not respond',
      },
      disable: { file: 'apps/server/src/modules/status/create-status.ts', find: '      await reachBank();', replace: '      void reachBank;' },
    },
  ],
};
