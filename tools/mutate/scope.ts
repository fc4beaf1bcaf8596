/** The rules to change, and the tests that must detect it: the nearest ones, because a rule should be tested beside its source. */

export interface Mutated {
  readonly file: string;
  readonly tests: readonly string[];
}

const besideIn = (folder: string, ...names: readonly string[]): readonly Mutated[] =>
  names.map((name) => ({ file: `${folder}/${name}.ts`, tests: [`${folder}/${name}.test.ts`] }));

const modules = 'apps/server/src/modules';
const paymentRules = (...names: readonly string[]): readonly Mutated[] =>
  names.map((name) => ({
    file: `${modules}/payments/initiation/rules/${name}.ts`,
    tests: [`${modules}/payments/initiation/rules/payment-rules.test.ts`],
  }));

const testedBy = (folder: string, tests: readonly string[], ...names: readonly string[]): readonly Mutated[] =>
  names.map((name) => ({ file: `${folder}/${name}.ts`, tests: tests.map((test) => `${folder}/${test}.test.ts`) }));
const oauthTests = ['oauth', 'refresh-tokens', 'oauth-attacks', 'oauth-v1'];

export const scope: readonly Mutated[] = [
  // Money, accounts and dates.
  ...besideIn('packages/primitives/src', 'money', 'iban', 'creditor-reference', 'iso-date', 't2-calendar'),
  // The ledger: the parts of a booking, and when it is booked.
  ...besideIn(modules, 'bank-sandbox/store/ledger', 'bank/execution-time'),
  // Verification of the payee's name.
  ...besideIn(`${modules}/bank-sandbox/terms`, 'payee-name'),
  // Which payments are allowed, their statuses, and whether they can be cancelled.
  ...paymentRules('account-rules', 'amount-rules', 'creditor-rules', 'execution-rules', 'payment-rules', 'remittance-rules'),
  ...besideIn(modules, 'payments/model/payment-status', 'payments/cancellation/cancellation-rules', 'access/statements/statement-status'),
  // Redirect rules.
  ...besideIn(`${modules}/tpp-apps`, 'return-url', 'explain-redirect-uri'),
  // OAuth checks.
  ...besideIn(
    `${modules}/oauth`,
    ...['pkce', 'require-token', 'token-body', 'token-errors', 'account-id', 'request-context', 'response-modes', 'end-session'],
    ...['client-adapter', 'artifact-adapter'],
  ),
  ...testedBy(`${modules}/oauth`, ['token-family', ...oauthTests], 'token-family'),
  // Holds, transfers and bookings.
  ...testedBy(
    `${modules}/bank-sandbox/transfers`,
    ['transfers', 'batch-transfers', '../store/ledger-guards'],
    'hold-funds',
    'settle-hold',
    'transfer-parties',
  ),
  // A signature, from its checks to its one commit, and the states of its session.
  ...besideIn(`${modules}/signing`, 'session/signing-state', 'end/refuse-signing', 'session/expire-signing'),
  ...besideIn(`${modules}/signing/sign`, 'begin-signature', 'complete-signature', 'record-signature'),
  ...testedBy(`${modules}/signing/sign`, ['submit-checks', 'checks'], 'answer-repeat', 'checks'),
  ...testedBy(`${modules}/signing/sign`, ['submit-rounds', 'submit-signature'], 'submit-signature'),
  // The end of a signing session, and what confirms it.
  ...besideIn(modules, 'signing/session/signing-time', 'sca/challenge/challenge-state', 'sca/methods/method-block', 'sign-in/bank-session-lifetime'),
];
