import type { Threat } from './threat.ts';

const LIMITS = 'apps/server/src/modules/sign-in/sign-in-limits.test.ts';

export const T37: Threat = {
  id: 'T37',
  title: 'The bank’s sign-in page before there is a session',
  defence: 'Misses are limited, one request reaches a phone at a time, and answers do not tell which codes are known.',
  proofs: [
    {
      rule: 'an unknown code gets the answer of a known one',
      test: { file: LIMITS, name: 'gets the same responses for the unknown code %s as for that of a customer, from start to end' },
      disable: {
        file: 'apps/server/src/modules/sign-in/start-authentication.ts',
        find: 'if (customer === undefined && !couldBeIdentity(signIn.bankCountry, input)) throw customerUnknown(method);',
        replace: 'if (customer === undefined) throw customerUnknown(method);',
      },
    },
    {
      rule: 'one request is open for a customer and method',
      test: { file: LIMITS, name: 'has one open challenge after simultaneous requests; the others get 429 and Retry-After' },
      disable: {
        file: 'apps/server/src/modules/sign-in/open-request.ts',
        find: 'const mayReplace = open === undefined ||',
        replace: 'const mayReplace = open !== null ||',
      },
    },
    {
      rule: 'thirty misses of a network, not more',
      test: { file: LIMITS, name: 'is refused after ten misses of a browser and thirty of a network, with known and unknown codes' },
      disable: {
        file: 'apps/server/src/modules/sign-in/door-limits.ts',
        find: 'const MISSES_PER_NETWORK = 30;',
        replace: 'const MISSES_PER_NETWORK = 300;',
      },
    },
    {
      rule: '120 misses of a network in a day, not more',
      test: {
        file: LIMITS,
        name: 'is refused after 120 misses of a network in a day, also below the limit of 15 minutes, until a day later',
      },
      disable: {
        file: 'apps/server/src/modules/sign-in/door-limits.ts',
        find: 'const MISSES_PER_NETWORK_AND_DAY = 120;',
        replace: 'const MISSES_PER_NETWORK_AND_DAY = 1_200;',
      },
    },
    {
      rule: '480 misses in a day of the networks around one, not more',
      test: { file: LIMITS, name: 'is refused after 480 misses in a day from the networks of %s; others are not' },
      disable: {
        file: 'apps/server/src/modules/sign-in/door-limits.ts',
        find: 'const MISSES_PER_SITE_AND_DAY = 480;',
        replace: 'const MISSES_PER_SITE_AND_DAY = 4_800;',
      },
    },
    {
      rule: 'ten requests reach a phone that nobody approved',
      test: { file: LIMITS, name: 'gets at most ten unapproved challenges in 15 minutes' },
      disable: {
        file: 'apps/server/src/modules/sign-in/door-limits.ts',
        find: 'const UNAPPROVED_PER_IDENTITY = 10;',
        replace: 'const UNAPPROVED_PER_IDENTITY = 100;',
      },
    },
    {
      rule: 'failures of strangers do not block the customer',
      test: {
        file: LIMITS,
        name: 'gets a challenge from a known browser of the customer also when other browsers have reached the limits',
      },
      disable: {
        file: 'apps/server/src/modules/sign-in/known-browser-store.ts',
        find: 'return rows.length === 1;',
        replace: 'return rows.length === 2;',
      },
    },
    {
      rule: 'behind the limit of a network nothing is counted',
      test: { file: LIMITS, name: 'creates no rows beyond the limit of their network with invented cookies' },
      disable: {
        file: 'apps/server/src/modules/sign-in/door-limits.ts',
        find: 'for (const { scope, allowance } of wider) {',
        replace: 'for (const { scope, allowance } of wider.slice(2)) {',
      },
    },
  ],
};
