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
        find: 'if (customer === undefined && !couldBeIdentity(signIn.bankCountry, input)) {',
        replace: 'if (customer === undefined) {',
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
        find: 'UNAPPROVED_REQUESTS = { max: 10,',
        replace: 'UNAPPROVED_REQUESTS = { max: 100,',
      },
    },
    {
      rule: 'all spellings of a code have one count',
      test: {
        file: LIMITS,
        name: 'gets at most ten unapproved challenges also in different spellings of the code that the core of the bank accepts',
      },
      disable: {
        file: 'apps/server/src/modules/sign-in/start-authentication.ts',
        find: "return ['person', customer.sandboxId, digestPerson(platform.config.keys, customer)];",
        replace: 'return normalizedIdentity(signIn.bankCountry, input);',
      },
    },
    {
      rule: 'a code of no form is a miss',
      test: { file: LIMITS, name: 'has ten tries in one browser also with codes of a form that no country has' },
      disable: { file: 'apps/server/src/modules/sign-in/start-authentication.ts', find: '    await requireTry(deps, input, true);\n', replace: '' },
    },
    {
      rule: 'ten requests of an application reach a device that nobody approved, also at the fallback interface',
      test: { file: 'apps/server/test/threats/asked-once.test.ts', name: 'asks a device at most ten times in 15 minutes without an approval' },
      disable: {
        file: 'apps/server/src/modules/fallback/limit-requests.ts',
        find: 'if (!(await spendAllowance(tx, allowance))) throw',
        replace: 'if (!(await spendAllowance(tx, { ...allowance, max: 1_000 }))) throw',
      },
    },
    {
      rule: 'payments of the fallback interface that were not approved count, too',
      test: {
        file: 'apps/server/test/threats/asked-once.test.ts',
        name: 'asks a device at most ten times in 15 minutes for payments that were not approved, and again with the same request id later',
      },
      disable: { file: 'apps/server/src/modules/fallback/order-payment.ts', find: '      await requireRequest(tx, payment);\n', replace: '' },
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
