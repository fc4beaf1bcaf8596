/** Shown beside a response of the fallback interface: what the customer's device does, and the next call. */
import { Note } from '../../../shared/ui/note.tsx';
import { operationHref } from '../operation-address.ts';
import type { Answer } from '../request/outcome.ts';
import { refusalCode } from '../response/refusal-code.ts';

interface Step {
  readonly apiId: string;
  readonly operationId: string;
  readonly label: string;
}

const SIGN_IN: Step = { apiId: 'fallback-login', operationId: 'startFallbackSignIn', label: 'Start a sign-in' };
const OPEN: Step = { apiId: 'fallback-login', operationId: 'openFallbackSession', label: 'Open the session' };
const ORDER: Step = { apiId: 'fallback-payments', operationId: 'orderFallbackPayment', label: 'Order a payment' };

/** By the operation of the response. */
const NEXT: Readonly<Record<string, Step>> = {
  startFallbackSignIn: OPEN,
  getFallbackSignIn: OPEN,
  openFallbackSession: { apiId: 'fallback-accounts', operationId: 'getFallbackAccounts', label: 'List the accounts' },
  getFallbackAccounts: { apiId: 'fallback-accounts', operationId: 'getFallbackTransactions', label: 'List the transactions' },
  getFallbackTransactions: ORDER,
  orderFallbackPayment: { apiId: 'fallback-payments', operationId: 'confirmFallbackPayment', label: 'Have the payment made' },
  confirmFallbackPayment: { apiId: 'fallback-login', operationId: 'endFallbackSession', label: 'Sign the customer out' },
};
/** Operations that send a challenge to the customer's device. */
const ASKS: readonly string[] = ['startFallbackSignIn', 'orderFallbackPayment'];

interface FallbackHelpProps {
  url: string;
  operationId: string;
  answer: Pick<Answer, 'status' | 'text'>;
  /** Name of the customer. */
  name: string | undefined;
  scenario: string | undefined;
}

export function FallbackHelp({ url, operationId, answer: { status, text }, name = 'the customer', scenario = 'approves' }: FallbackHelpProps) {
  const code = refusalCode(text);
  const linkTo = ({ apiId, operationId: id, label }: Step) => <a href={operationHref(url, apiId, id)}>{label}</a>;
  if (status < 300) {
    const next = NEXT[operationId];
    if (next === undefined) return null;
    return (
      <Note kind="info" role="status">
        {ASKS.includes(operationId) ? (
          <p>
            The device of {name} was asked and shows the same control code, if its method has one. In the sandbox it answers by itself after some
            seconds, as the scenario says: {scenario}. Another one is chosen on the <a href="#/tokens">Tokens page</a>.
          </p>
        ) : null}
        <p>Next: {linkTo(next)}</p>
      </Note>
    );
  }
  if (code === 'NOT_SIGNED_IN') {
    return (
      <Note kind="warn" role="status">
        There is no open session of {name}. {linkTo(SIGN_IN)}, and open the session.
      </Note>
    );
  }
  if (code?.startsWith('SCA_') === true) {
    return (
      <Note kind="info" role="status">
        So says the device of {name}, whose scenario is {scenario}. Another one is chosen on the <a href="#/tokens">Tokens page</a>.{' '}
        {linkTo(operationId.includes('Payment') ? ORDER : SIGN_IN)} again.
      </Note>
    );
  }
  return null;
}
