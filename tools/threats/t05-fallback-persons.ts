/** The proofs of T5 about persons whom the bank replaces while they are signed in at the fallback interface. */
import type { Proof } from './threat.ts';

const replacedAtTheFallback = 'apps/server/test/threats/replaced-at-the-fallback.test.ts';
const fallback = 'apps/server/src/modules/fallback';

export const FALLBACK_PERSONS: readonly Proof[] = [
  {
    rule: 'a session of the fallback interface ends with the person who signed in',
    test: { file: replacedAtTheFallback, name: '%s, and has ended for good' },
    disable: {
      file: `${fallback}/identify-provider.ts`,
      find: 'if (!deps.signIn.isByPerson(session, customer)) {',
      replace: "if (customer.name === '') {",
    },
  },
  {
    rule: 'a payment of the fallback interface is made for the person who is signed in when it is made',
    test: { file: replacedAtTheFallback, name: 'pays nothing when the bank replaces the person while the challenge is pending' },
    disable: {
      file: `${fallback}/order-payment.ts`,
      find: 'if (customer === undefined || !signIn.isByPerson(session, customer)) throw',
      replace: 'if (customer === undefined) throw',
    },
  },
  {
    rule: 'what one person approved at the fallback interface does not pay for the successor',
    test: { file: replacedAtTheFallback, name: 'cannot use an approval of the former representative, and pays with their own' },
    disable: {
      file: `${fallback}/order-payment.ts`,
      find: 'if (!signIn.isByPerson(payment, customer)) throw',
      replace: "if (payment.paymentId === '') throw",
    },
  },
  {
    rule: 'what one person approved opens no session for the successor',
    test: {
      file: replacedAtTheFallback,
      name: 'gets no session from an approval of the former representative, and gets a new challenge',
    },
    disable: {
      file: `${fallback}/sign-in.ts`,
      find: 'if (customer === undefined || !deps.signIn.isByPerson(signIn, customer)) throw',
      replace: 'if (customer === undefined) throw',
    },
  },
];
