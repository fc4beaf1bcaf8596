import type { Threat } from './threat.ts';

const submissions = 'apps/server/src/modules/signing/sign/submit-signature.test.ts';
/**
 * In this test the phone answers late, so that the second request waits. In the load tests it answers at once, and most second requests come after
 * the end.
 */
const joined = { file: submissions, name: 'is joined by the same body from another tab and from another server, with one challenge' };

export const T6: Threat = {
  id: 'T6',
  title: 'A payment sent twice, from two tabs, after a refusal, or again after a lost answer',
  defence:
    'A session ends once, under its lock, with money and audit in the same transaction; the same body gets the stored answer, another one 409.',
  proofs: [
    {
      rule: 'a twin that waited for the same phone gets the stored answer',
      test: joined,
      disable: {
        file: 'apps/server/src/modules/signing/sign/complete-signature.ts',
        find: "return session.submissionDigest === submissionDigest ? { end: 'signed'",
        replace: "return session.submissionDigest === '' ? { end: 'signed'",
      },
    },
    {
      rule: 'a repetition after the signature gets the stored answer, another body does not',
      test: { file: submissions, name: 'returns its stored response to the same body, and 409 to another body or a refusal' },
      disable: {
        file: 'apps/server/src/modules/signing/sign/answer-repeat.ts',
        find: 'if (session.submissionDigest !== submissionDigest) throw alreadySigned();',
        replace: '',
      },
    },
    {
      rule: 'equal signatures join one challenge',
      test: joined,
      disable: {
        file: 'apps/server/src/modules/signing/sign/begin-signature.ts',
        find: "if (session.state !== 'signing' || session.submissionDigest !== submissionDigest) return",
        replace: "if (submissionDigest !== '') return",
      },
    },
    {
      rule: 'after the signature there is nothing to refuse',
      test: { file: submissions, name: 'returns its stored response to the same body, and 409 to another body or a refusal' },
      disable: {
        file: 'apps/server/src/modules/signing/end/refuse-signing.ts',
        find: "if (session.state === 'signed') return { end: 'signed' };",
        replace: "if (session.state === 'signed') return { end: 'over' };",
      },
    },
    {
      rule: 'a run of a periodic payment is made once',
      test: {
        file: 'apps/server/src/modules/payments/execution/make-runs.test.ts',
        name: 'cannot be made twice without the lock, because the database refuses the second',
      },
      disable: {
        file: 'apps/server/migrations/0023-periodic-payments.sql',
        find: 'create unique index payment_run',
        replace: 'create index payment_run',
      },
    },
    {
      rule: 'an item of a bulk payment is paid once',
      test: {
        file: 'apps/server/src/modules/payments/execution/execute-items.test.ts',
        name: 'cannot book an item twice, because the database refuses a copy of it',
      },
      disable: {
        file: 'apps/server/migrations/0024-bulk-payments.sql',
        find: 'create unique index payment_item',
        replace: 'create index payment_item',
      },
    },
    {
      rule: 'a payment whose day has come is executed and not taken back',
      test: {
        file: 'apps/server/src/modules/payments/cancellation/cancellation-rules.test.ts',
        name: 'a signed payment cannot be cancelled (%s)',
      },
      disable: {
        file: 'apps/server/src/modules/payments/cancellation/cancellation-rules.ts',
        find: 'executeAt !== undefined && executeAt <= now',
        replace: 'executeAt === undefined && now !== undefined',
      },
    },
  ],
};
