/** The calls of the co-signer's page; the bank session's cookie decides whose payments they show. */
import type {
  AuthMethod,
  CalculatorResponseBody,
  PaymentSigningResult,
  PaymentsToSign,
  PaymentToSignDetails,
  SigningChallenge,
} from '@portico/contract';
import { HEADERS } from '@portico/contract/values';
import { isPaymentSigningResult, isPaymentsToSign, isPaymentToSignDetails, isSigningChallenge } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { createDoorCalls, type DoorCalls } from '../../shared/bank-pages/door-calls.ts';

export interface ToSignCalls extends Pick<DoorCalls, 'signIn' | 'signOut' | 'roles' | 'changeRole'> {
  list(after: string | undefined, signal: AbortSignal): Promise<PaymentsToSign>;
  details(paymentId: string, signal: AbortSignal): Promise<PaymentToSignDetails>;
  /** `method`: other than the one of the sign-in. `isByLink`: the customer opens the app. */
  ask(paymentId: string, how: { method: AuthMethod | undefined; isByLink: boolean }, signal: AbortSignal): Promise<SigningChallenge>;
  challenge(paymentId: string, signal: AbortSignal): Promise<SigningChallenge>;
  /** Notifies the device in the place of a link that was not opened. */
  notify(paymentId: string): Promise<SigningChallenge>;
  respond(paymentId: string, body: CalculatorResponseBody): Promise<SigningChallenge>;
  sign(paymentId: string, signal: AbortSignal): Promise<PaymentSigningResult>;
  refuse(paymentId: string, signal: AbortSignal): Promise<PaymentSigningResult>;
}

const PAGE = '/bank/to-sign';

export function createToSignCalls(api: ApiClient): ToSignCalls {
  const base = 'root';
  const pathOf = (paymentId: string) => `${PAGE}/payments/${encodeURIComponent(paymentId)}`;
  return {
    ...createDoorCalls(api),
    list: (after, signal) =>
      api.json({ base, path: `${PAGE}/payments${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`, signal }, isPaymentsToSign),
    details: (paymentId, signal) => api.json({ base, path: pathOf(paymentId), signal }, isPaymentToSignDetails),
    ask(paymentId, { method, isByLink }, signal) {
      const headers = { ...(method !== undefined && { [HEADERS.signingMethod]: method }), ...(isByLink && { [HEADERS.signingForm]: 'deviceLink' }) };
      return api.json({ base, path: `${pathOf(paymentId)}/challenge`, method: 'POST', headers, signal }, isSigningChallenge);
    },
    challenge: (paymentId, signal) => api.json({ base, path: `${pathOf(paymentId)}/challenge`, signal }, isSigningChallenge),
    notify: (paymentId) => api.json({ base, path: `${pathOf(paymentId)}/challenge/notification`, method: 'POST' }, isSigningChallenge),
    respond: (paymentId, body) => api.json({ base, path: `${pathOf(paymentId)}/response`, method: 'POST', body }, isSigningChallenge),
    sign: (paymentId, signal) => api.json({ base, path: `${pathOf(paymentId)}/signature`, method: 'POST', signal }, isPaymentSigningResult),
    refuse: (paymentId, signal) => api.json({ base, path: `${pathOf(paymentId)}/refusal`, method: 'POST', signal }, isPaymentSigningResult),
  };
}
