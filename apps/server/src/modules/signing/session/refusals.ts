/** The refusals of signing calls and their texts. Never 401 or 403, which the page would treat as a signed-out developer. */
import type { SigningEnd } from '@portico/contract';
import type { AuthMethod, ChallengeState, UiErrorCode } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Signable } from '../signing.ts';
import type { SessionKey, WayBack } from './signing-session.ts';

/** The sentence that says, for this kind, that nothing was signed. */
type NothingDone = Pick<Signable, 'nothingDone'>;

/** Why an unfinished session refuses its own browser: another tab has it, or its bank session has ended. */
export type Unfinished = 'elsewhere' | 'signedOut';

/** A 410. For this browser's own session it names the session, so that `tell-end.ts` can add how it ended. */
export class SigningTerminated extends UiRefusal {
  readonly session: (WayBack & Partial<SessionKey>) | undefined;
  readonly unfinished: Unfinished | undefined;
  constructor(session: (WayBack & Partial<SessionKey>) | undefined, unfinished: Unfinished | undefined, end?: SigningEnd) {
    super(410, 'SIGNING_TERMINATED', TERMINATED, session === undefined ? {} : { extra: { ...toWayBack(session), ...end } });
    this.session = session;
    this.unfinished = unfinished;
  }
}

const TERMINATED =
  'Your session is terminated. Nothing more can be signed here, and what was not signed is neither paid, shared nor cancelled. Go back to the service provider to start again.';

export function toWayBack({ tppName, tppSuccessUrl, tppFailureUrl }: WayBack): WayBack {
  return { tppName, ...(tppSuccessUrl === undefined ? {} : { tppSuccessUrl }), ...(tppFailureUrl === undefined ? {} : { tppFailureUrl }) };
}

/** The same body for unknown and foreign sessions, so that it reveals nothing. `session`: this browser's own. */
export function terminated(session?: WayBack & Partial<SessionKey>, unfinished?: Unfinished): SigningTerminated {
  return new SigningTerminated(session, unfinished);
}

export function wrongKind(): UiRefusal {
  return new UiRefusal(
    404,
    'SIGNING_KIND_UNKNOWN',
    'There is nothing of this kind to sign in your session. No money was moved. Go back to the service provider.',
  );
}

/** The bank's core does not answer. */
export function bankDown(): UiRefusal {
  const text = 'The bank cannot be reached now. Nothing was signed and no money moved. Try again in a minute, or go back to the service provider.';
  return new UiRefusal(503, 'UNAVAILABLE', text, { headers: { 'retry-after': '60' } });
}

export function alreadySigned(): UiRefusal {
  return new UiRefusal(
    409,
    'ALREADY_SIGNED',
    'This was already signed. It is not done again, no money moves twice. Go back to the service provider to see its status.',
  );
}

export function otherSignatureRunning(): UiRefusal {
  const text =
    'Another signature with other details is waiting on your phone. Nothing was signed by this one. Finish or refuse the first, then try again.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}

export function signatureEndedElsewhere({ nothingDone }: NothingDone): UiRefusal {
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', `The signature came to an end in another window. ${nothingDone} Try again.`);
}

export function contentChanged({ nothingDone }: NothingDone): UiRefusal {
  const text = `What you were about to sign has changed. ${nothingDone} Check the details again and sign once more.`;
  return new UiRefusal(409, 'SCA_CONTENT_CHANGED', text);
}

/** The page repeats the call, and the repetition joins the running signature. */
export function tryAgainSoon(): UiRefusal {
  const text = 'The answer of your phone is not here yet. Nothing was lost: the page asks again by itself.';
  return new UiRefusal(503, 'UNAVAILABLE', text, { headers: { 'retry-after': '1' } });
}

type FailedState = Exclude<ChallengeState, 'started' | 'approved'>;

const CHALLENGE_REFUSALS: Readonly<Record<FailedState, { readonly code: UiErrorCode; readonly event: (words: DeviceWords) => string }>> = {
  refused: { code: 'SCA_REFUSED', event: ({ device }) => `You refused the request on your ${device}.` },
  timedOut: { code: 'SCA_TIMED_OUT', event: ({ device }) => `Your ${device} did not answer in time.` },
  wrongCode: { code: 'SCA_WRONG_CODE', event: ({ proof }) => `The ${proof} was wrong.` },
  unreachable: { code: 'SCA_UNREACHABLE', event: ({ device }) => `Your ${device} could not be reached.` },
};

interface DeviceWords {
  readonly device: string;
  /** The item that was wrong, such as a code. */
  readonly proof: string;
}

const DEVICE_WORDS: Readonly<Record<AuthMethod, DeviceWords>> = {
  SMART_ID: { device: 'phone', proof: 'code' },
  MOBILE_ID: { device: 'phone', proof: 'code' },
  EPARAKSTS_MOBILE: { device: 'phone', proof: 'PIN' },
  IDCARD: { device: 'card reader', proof: 'PIN' },
  CODE_CALCULATOR: { device: 'calculator', proof: 'response' },
  BANK_PAGE: { device: 'bank’s page', proof: 'code' },
  BANK_APP: { device: 'phone', proof: 'code' },
};

export function nothingAsked(): UiRefusal {
  const text = 'Your device is not asked anything now. Nothing was signed by this. Go back to the page and try again.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}

interface FailedChallenge {
  readonly state: FailedState;
  readonly method: AuthMethod;
  /** Failures until the method is blocked; undefined when this one does not count. */
  readonly triesLeft?: number | undefined;
}

export function challengeFailed({ state, method, triesLeft }: FailedChallenge, { nothingDone }: NothingDone): UiRefusal {
  const { code, event } = CHALLENGE_REFUSALS[state];
  return new UiRefusal(422, code, `${event(DEVICE_WORDS[method])} ${nothingDone} Try again or go back to the service provider.`, {
    ...(triesLeft === undefined ? {} : { extra: { triesLeft } }),
  });
}
