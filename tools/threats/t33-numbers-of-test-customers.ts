import type { Threat } from './threat.ts';

const DRAWN = 'apps/server/src/modules/bank-sandbox/customers/draw-identity.test.ts';

export const T33: Threat = {
  id: 'T33',
  title: 'Computing the codes of test customers, or using up their numbers',
  defence:
    'Numbers are drawn by chance and again where they are taken, none follows from a sequence that ends, and a developer makes ten applications a day.',
  proofs: [
    {
      rule: 'codes do not follow from the order of sandboxes',
      test: { file: DRAWN, name: 'do not follow from the order in which sandboxes are made: two installations with the same order share none' },
      disable: {
        file: 'apps/server/src/modules/bank-sandbox/customers/draw-identity.ts',
        find: 'const value = random.bytes(4).readUInt32BE();',
        replace: 'const { value } = Object.assign(random, { value: ((random.value ?? 4_711) * 1_103_515_245 + 12_345) % range });',
      },
    },
    {
      rule: 'a number that is taken is drawn again',
      test: { file: DRAWN, name: 'are drawn again where another customer has them, for every number and for IBANs' },
      disable: {
        file: 'apps/server/src/modules/bank-sandbox/store/customer-store.ts',
        find: 'const DRAWS_MAX = 20;',
        replace: 'const DRAWS_MAX = 1;',
      },
    },
    {
      rule: 'ten applications in 24 hours',
      test: {
        file: 'apps/server/test/journeys/developers-sandbox.test.ts',
        name: 'is created at most ten times in 24 hours by one developer, at a bank with its own core too',
      },
      disable: {
        file: 'apps/server/src/modules/onboarding/start-application.ts',
        find: 'const APPLICATIONS_PER_DAY = 10;',
        replace: 'const APPLICATIONS_PER_DAY = 1000;',
      },
    },
  ],
};
