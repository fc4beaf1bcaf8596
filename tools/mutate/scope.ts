/** Which rules are changed, and the tests that have to notice: the nearest, because a rule is understood where it stands. */

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
  // Money, accounts and days.
  ...besideIn('packages/primitives/src', 'money', 'iban', 'creditor-reference', 'iso-date', 't2-calendar'),
  // The ledger: what a booking is made of, and when it runs.
  ...besideIn(modules, 'bank-sandbox/store/ledger', 'bank/execution-time'),
  // Whose money it becomes.
  ...besideIn(`${modules}/bank-sandbox/terms`, 'payee-name'),
  // What may be paid, what becomes of it, and whether it can be taken back.
  ...paymentRules('account-rules', 'amount-rules', 'creditor-rules', 'execution-rules', 'payment-rules', 'remittance-rules'),
  ...besideIn(modules, 'payments/model/payment-status', 'payments/cancellation/cancellation-rules', 'statements/statement-status'),
  // Redirect rules.
  ...besideIn(`${modules}/tpp-apps`, 'return-url', 'explain-redirect-uri'),
  // OAuth checks.
  ...besideIn(
    `${modules}/oauth`,
    ...['pkce', 'require-token', 'token-body', 'token-errors', 'account-id', 'request-context', 'response-modes', 'end-session'],
    ...['client-adapter', 'artifact-adapter'],
  ),
  ...testedBy(`${modules}/oauth`, ['token-family', ...oauthTests], 'token-family'),
  // What is held, moved and booked.
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
  // When a signing session is over, and what confirms it.
  ...besideIn(modules, 'signing/session/signing-time', 'sca/challenge/challenge-state', 'sca/methods/method-block', 'sign-in/bank-session-lifetime'),
];
