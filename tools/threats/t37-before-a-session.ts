import type { Threat } from './threat.ts';

const LIMITS = 'apps/server/src/modules/sign-in/sign-in-limits.test.ts';

export const T37: Threat = {
  id: 'T37',
  title: 'The bank’s sign-in page before there is a session',
  defence: 'Misses are limited, one request reaches a phone at a time, and answers do not tell which codes are known.',
  proofs: [
    {
      rule: 'an unknown code gets the answer of a known one',
      test: { file: LIMITS, name: 'sees the same of %s, which nobody has, as of a customer’s: at the start, while waiting and at the end' },
      disable: {
        file: 'apps/server/src/modules/sign-in/start-authentication.ts',
        find: 'if (customer === undefined && !couldBeIdentity(signIn.bankCountry, input)) throw customerUnknown(method);',
        replace: 'if (customer === undefined) throw customerUnknown(method);',
      },
    },
    {
      rule: 'one request is open for a customer and method',
      test: { file: LIMITS, name: 'has one open request, however many browsers ask at once; the others read when to try again' },
      disable: {
        file: 'apps/server/src/modules/sign-in/open-request.ts',
        find: 'const mayReplace = open === undefined ||',
        replace: 'const mayReplace = open !== null ||',
      },
    },
    {
      rule: 'thirty misses of a network, not more',
      test: { file: LIMITS, name: 'is refused after ten misses of a browser and thirty of a network, for known and unknown codes alike' },
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
        name: 'refuses a network after 120 misses in a day, also below the limit of a quarter of an hour, and lets it try again a day later',
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
      test: { file: LIMITS, name: 'is reached by at most ten requests of a quarter of an hour that nobody approved' },
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
        name: 'can be asked by its owner at any time, in a browser in which they signed in before, whatever strangers do',
      },
      disable: {
        file: 'apps/server/src/modules/sign-in/known-browser-store.ts',
        find: 'return rows.length === 1;',
        replace: 'return rows.length === 2;',
      },
    },
    {
      rule: 'behind the limit of a network nothing is counted',
      test: { file: LIMITS, name: 'leaves no row behind the limit of its network, however many cookies it makes up' },
      disable: {
        file: 'apps/server/src/modules/sign-in/door-limits.ts',
        find: 'for (const { scope, allowance } of wider) {',
        replace: 'for (const { scope, allowance } of wider.slice(2)) {',
      },
    },
  ],
};
