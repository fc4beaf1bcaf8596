/** One payment up to the decision: the calls of a step start with the step and are aborted when it ends. */
import type { AuthMethod, PaymentSigningResult, PaymentToSignDetails, SigningChallenge } from '@portico/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import type { AtDoor } from '../../shared/bank-pages/door.tsx';
import { elapsedMs, untilVisible, waitOrWake } from '../../shared/page/page.ts';
import { type RequestFailure, toRequestFailure } from '../../shared/store/request-failure.ts';
import type { ToSignCalls } from './to-sign-calls.ts';

const POLL_MS = 1000;
/** After these errors the payment is still open, and the customer can try again. */
const MENDABLE: ReadonlySet<number> = new Set([400, 409, 422, 429, 503]);

export interface ReadChallenge {
  readonly reading: SigningChallenge;
  readonly atMs: number;
}

interface FailedChallenge {
  readonly ended: 'refused' | 'timedOut' | 'wrongCode' | 'unreachable';
  readonly method?: AuthMethod | undefined;
  readonly triesLeft?: number | undefined;
}
type Loaded = { readonly payment: PaymentToSignDetails };

export type CoSignatureState =
  | AtDoor
  | { readonly step: 'gone' }
  /** `said`: the error of the last attempt. */
  | ({ readonly step: 'deciding'; readonly said?: RequestFailure | FailedChallenge } & Loaded)
  | ({ readonly step: 'asking' | 'refusing' } & Loaded)
  | ({ readonly step: 'concluding' } & Loaded)
  | ({ readonly step: 'waiting'; readonly challenge: ReadChallenge } & Loaded)
  | ({ readonly step: 'done'; readonly result?: PaymentSigningResult } & Loaded);

export interface CoSignature {
  readonly state: CoSignatureState;
  /** By which the device is asked. Undefined: the method of the sign-in. */
  readonly method: AuthMethod | undefined;
  choose: (method: AuthMethod) => void;
  /** The customer opens the app by a link; only for a method that has one. */
  readonly isByLink: boolean;
  readonly hasLink: boolean;
  openByLink: (isByLink: boolean) => void;
  notify: () => void;
  sign: () => void;
  refuse: () => void;
  /** Sends the calculator's response; returns the failure if it did not arrive. */
  respond: (response: string) => Promise<RequestFailure | undefined>;
  reload: () => void;
  /** Afterwards another person can sign in for the same payment. */
  signOut: () => void;
}

export function useCoSignature(calls: ToSignCalls, paymentId: string): CoSignature {
  const [state, setState] = useState<CoSignatureState>({ step: 'loading' });
  const payment = 'payment' in state ? state.payment : undefined;
  const { step } = state;
  const [method, setMethod] = useState<AuthMethod>();
  const chosen = useRef<How>({ method, isByLink: false });
  const [isByLink, openByLink] = useState(false);
  const used = method ?? payment?.signatory.authMethod;
  const hasLink = used !== undefined && payment?.deviceLinkMethods?.includes(used) === true;
  chosen.current = { method, isByLink: hasLink && isByLink };

  useEffect(() => {
    const task = TASKS[step];
    if (task === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    task({ calls, paymentId, payment, how: chosen.current, setState, signal }).catch((error: unknown) => {
      if (!signal.aborted) setState(afterFailure(error, step, payment));
    });
    return () => stop.abort();
  }, [calls, paymentId, payment, step]);

  const reload = useCallback(() => setState({ step: 'loading' }), []);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reload]);

  return {
    state,
    method,
    isByLink,
    hasLink,
    openByLink,
    // The next reading has the control code; a failure leaves the link.
    notify: () => void calls.notify(paymentId).catch(() => undefined),
    choose(other) {
      setMethod(other);
      if (payment !== undefined) setState({ step: 'deciding', payment });
    },
    reload,
    signOut: () => {
      calls.signOut().then(
        () => setState({ step: 'signedOut', hasEnded: false }),
        (error: unknown) => setState({ step: 'failed', failure: toRequestFailure(error) }),
      );
    },
    sign: () => payment !== undefined && setState({ step: 'asking', payment }),
    refuse: () => payment !== undefined && setState({ step: 'refusing', payment }),
    respond: async (response) => {
      try {
        await calls.respond(paymentId, { response });
        return undefined;
      } catch (error) {
        return toRequestFailure(error);
      }
    },
  };
}

interface How {
  readonly method: AuthMethod | undefined;
  readonly isByLink: boolean;
}

interface TaskInput {
  readonly calls: ToSignCalls;
  readonly paymentId: string;
  readonly payment: PaymentToSignDetails | undefined;
  readonly how: How;
  readonly setState: (state: CoSignatureState) => void;
  readonly signal: AbortSignal;
}
type Task = (input: TaskInput) => Promise<void>;

const TASKS: Readonly<Partial<Record<CoSignatureState['step'], Task>>> = {
  async loading({ calls, paymentId, setState, signal }) {
    const payment = await calls.details(paymentId, signal);
    if (payment.details.transactionStatus !== 'PATC') return setState({ step: 'done', payment });
    const reading = await calls.challenge(paymentId, signal);
    // After a reload the page continues with the open challenge instead of a new one.
    const isRunning = reading.state === 'started' || reading.state === 'approved';
    return setState(isRunning ? { step: 'waiting', payment, challenge: { reading, atMs: elapsedMs() } } : { step: 'deciding', payment });
  },
  async asking({ calls, paymentId, payment, how, setState, signal }) {
    const reading = await calls.ask(paymentId, how, signal);
    if (payment !== undefined) setState({ step: 'waiting', payment, challenge: { reading, atMs: elapsedMs() } });
  },
  async waiting({ calls, paymentId, payment, setState, signal }) {
    for (;;) {
      await untilVisible(signal);
      const reading = await readOrWait(calls.challenge(paymentId, signal), signal);
      if (reading !== undefined && payment !== undefined) {
        const next = afterReading(payment, reading);
        setState(next);
        if (next.step !== 'waiting') return;
      }
      await waitOrWake(POLL_MS, signal);
    }
  },
  async concluding({ calls, paymentId, payment, setState, signal }) {
    for (;;) {
      // Can be repeated: after a lost response the call returns the same result.
      const result = await readOrWait(calls.sign(paymentId, signal), signal);
      if (result !== undefined && payment !== undefined) return setState({ step: 'done', payment, result });
      await waitOrWake(POLL_MS, signal);
    }
  },
  async refusing({ calls, paymentId, payment, setState, signal }) {
    const result = await calls.refuse(paymentId, signal);
    if (payment !== undefined) setState({ step: 'done', payment, result });
  },
};

/** Undefined after a temporary failure of the connection. */
async function readOrWait<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.isPassing) return undefined;
    throw error;
  }
}

function afterReading(payment: PaymentToSignDetails, reading: SigningChallenge): CoSignatureState {
  switch (reading.state) {
    case 'started':
      return { step: 'waiting', payment, challenge: { reading, atMs: elapsedMs() } };
    case 'approved':
      return { step: 'concluding', payment };
    case 'none':
      return { step: 'deciding', payment };
    default:
      return { step: 'deciding', payment, said: { ended: reading.state, method: reading.method, triesLeft: reading.triesLeft } };
  }
}

function afterFailure(error: unknown, step: CoSignatureState['step'], payment: PaymentToSignDetails | undefined): CoSignatureState {
  const failure = toRequestFailure(error);
  if (failure.status === 410) return { step: 'signedOut', hasEnded: payment !== undefined };
  if (failure.status === 404) return { step: 'gone' };
  // Another window or channel has decided: the page reads the result.
  if (failure.code === 'SIGNING_STATE_INVALID' && step !== 'loading') return { step: 'loading' };
  if (payment !== undefined && MENDABLE.has(failure.status)) return { step: 'deciding', payment, said: failure };
  return { step: 'failed', failure };
}
