/**
 * The slice `signing`: the state of one signing session and the data loaded for it. Every transition goes through the table of
 * `signing-steps.ts`. A late response, for another account or another step, changes nothing.
 */
import type {
  AccountBalance,
  AuthMethod,
  DebtorDetails,
  PayFromAccount,
  PaymentFee,
  SigningChallenge,
  SigningEnd,
  SigningTimeLeft,
} from '@portico/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RequestFailure } from '../../../shared/store/request-failure.ts';
import type { SigningResult, SigningSession } from './signing-session.ts';
import { nextSigningStep, type SigningMove, type SigningStep } from './signing-steps.ts';
import type { TimeLeftReading } from './time-left.ts';
import type { WayBack } from './way-back.ts';

export interface SigningFailure extends RequestFailure {
  /** What 'Try again' does: reopen the details after a refused signature, or load all data again. */
  retry: 'reopen' | 'load';
  /** True for `PUT`: without a response the page does not know whether the bank received the signature. */
  isSignature: boolean;
}

/** The customer's choices on the page, among those the kind of order offers. */
export interface SigningChoice {
  debtorAccountIban?: string;
  /** Accounts that the provider may read. */
  chosenIbans?: string[];
}

/** The method that the next signature asks for. */
export function methodOf({ chosenMethod, session }: Pick<SigningState, 'chosenMethod' | 'session'>): AuthMethod | undefined {
  return chosenMethod ?? session?.authMethod;
}

/** True where the app of the next signature's method opens by a link. */
export function offersLink(state: Pick<SigningState, 'chosenMethod' | 'session'>): boolean {
  const method = methodOf(state);
  return method !== undefined && state.session?.deviceLinkMethods?.includes(method) === true;
}

export interface SigningState extends SigningChoice {
  step: SigningStep;
  session?: SigningSession;
  timeLeft?: TimeLeftReading;
  wayBack: WayBack;
  accounts?: PayFromAccount[];
  balance?: AccountBalance;
  fee?: PaymentFee;
  /** The bank refuses to pay from the chosen account. */
  feeRefusal?: RequestFailure;
  customer?: DebtorDetails;
  hasCustomerFailed: boolean;
  /** The customer answered yes to the question before the details. */
  isConfirmed: boolean;
  /** This page has submitted a signature. */
  hasSubmitted: boolean;
  sendsAddress: boolean;
  sendsId: boolean;
  /** Chosen after the method of the sign-in failed. */
  chosenMethod?: AuthMethod;
  /** The customer opens the app by a link or a QR code. */
  opensByLink: boolean;
  /** Time at which this session was signed. */
  signedAt?: string;
  challenge?: { reading: SigningChallenge; atMs: number };
  /** The bank does not respond; the page submits the signature again at this time. */
  pausedUntilMs?: number;
  failure?: SigningFailure;
  /** Request id of the response that ended the session. */
  terminatedRequestId?: string;
  /** How the session ended, as the server reported it. Absent: the server did not report it, and the page does not say. */
  end?: SigningEnd;
  /** The bank has not confirmed the refusal, and the page says so. */
  isRefusalOpen: boolean;
  /** Number of retries that the customer has started. */
  refusalTries: number;
}

/** The content of a 410 response. */
export interface Termination {
  readonly wayBack: WayBack;
  readonly requestId?: string | undefined;
  readonly end?: SigningEnd;
}

/** `asksFirst`: this kind first asks the customer whether they intend the action. */
interface ArrivedDetails {
  session: SigningSession;
  choice: SigningChoice;
  asksFirst?: boolean;
  atMs: number;
}

export interface SigningRoot {
  signing: SigningState;
}

const initialState: SigningState = {
  step: 'loading',
  wayBack: {},
  hasCustomerFailed: false,
  isConfirmed: false,
  hasSubmitted: false,
  opensByLink: false,
  isRefusalOpen: false,
  refusalTries: 0,
  sendsAddress: false,
  sendsId: false,
};

export const signingSlice = createSlice({
  name: 'signing',
  initialState,
  reducers: {
    signingOpened: () => initialState,
    detailsArrived(state, { payload }: PayloadAction<ArrivedDetails>) {
      const { session, choice, asksFirst = false, atMs } = payload;
      state.session = session;
      state.timeLeft = { timeLeft: session.timeLeft, atMs };
      state.wayBack = wayBackOf(session);
      Object.assign(state, choice);
      if (session.state === 'open') move(state, asksFirst && !state.isConfirmed ? 'ask' : 'open');
      if (session.state === 'signing') state.hasSubmitted = move(state, session.submission === undefined ? 'open' : 'submit');
      if (session.state === 'signed') move(state, 'finish');
      if (session.signedAt !== undefined) state.signedAt = session.signedAt;
    },
    confirmed(state) {
      if (move(state, 'confirm')) state.isConfirmed = true;
    },
    accountsArrived(state, { payload: accounts }: PayloadAction<PayFromAccount[]>) {
      state.accounts = accounts;
    },
    accountsToReadChosen(state, { payload: ibans }: PayloadAction<string[]>) {
      state.chosenIbans = ibans;
    },
    /** Clears the balance and the fee (specification §4); the dispatching code loads them again. */
    accountChosen(state, { payload: iban }: PayloadAction<string>) {
      state.debtorAccountIban = iban;
      delete state.balance;
      delete state.fee;
      delete state.feeRefusal;
    },
    balanceArrived(state, { payload }: PayloadAction<{ iban: string; balance: AccountBalance }>) {
      if (payload.iban === state.debtorAccountIban) state.balance = payload.balance;
    },
    feeArrived(state, { payload }: PayloadAction<{ iban: string; fee: PaymentFee }>) {
      if (payload.iban === state.debtorAccountIban) state.fee = payload.fee;
    },
    feeRefused(state, { payload }: PayloadAction<{ iban: string; failure: RequestFailure }>) {
      if (payload.iban === state.debtorAccountIban) state.feeRefusal = payload.failure;
    },
    customerArrived(state, { payload: customer }: PayloadAction<DebtorDetails>) {
      state.customer = customer;
      state.hasCustomerFailed = false;
    },
    customerFailed(state) {
      state.hasCustomerFailed = true;
      state.sendsAddress = false;
      state.sendsId = false;
    },
    addressChosen(state, { payload }: PayloadAction<boolean>) {
      state.sendsAddress = payload;
    },
    idChosen(state, { payload }: PayloadAction<boolean>) {
      state.sendsId = payload;
    },
    submitted(state) {
      if (!move(state, 'submit')) return;
      state.hasSubmitted = true;
      delete state.challenge;
      delete state.pausedUntilMs;
    },
    challengeArrived(state, { payload }: PayloadAction<{ reading: SigningChallenge; atMs: number }>) {
      if (state.step !== 'signing') return;
      state.challenge = payload;
      if (payload.reading.state === 'started') delete state.pausedUntilMs;
    },
    paused(state, { payload: untilMs }: PayloadAction<number>) {
      if (state.step === 'signing') state.pausedUntilMs = untilMs;
    },
    signed(state, { payload: result }: PayloadAction<SigningResult>) {
      if (!move(state, 'finish') || state.session === undefined) return;
      const details = Object.assign({}, state.session.details, result);
      state.session = Object.assign({}, state.session, { state: 'signed', details } as const);
      if (result.signedAt !== undefined) state.signedAt = result.signedAt;
    },
    signingFailed(state, { payload: failure }: PayloadAction<SigningFailure>) {
      if (move(state, 'fail')) state.failure = failure;
    },
    methodChosen(state, { payload: method }: PayloadAction<AuthMethod>) {
      state.chosenMethod = method;
    },
    linkChosen(state, { payload }: PayloadAction<boolean>) {
      state.opensByLink = payload;
    },
    reopened(state) {
      if (!move(state, 'reopen')) return;
      state.hasSubmitted = false;
      delete state.failure;
      // The refused submission is over; the next one takes the choices on the page.
      if (state.session === undefined) return;
      const { submission: _refused, ...session } = state.session;
      state.session = { ...session, state: 'open' };
    },
    reloading(state) {
      if (move(state, 'load')) delete state.failure;
    },
    timeLeftArrived(state, { payload }: PayloadAction<{ timeLeft: SigningTimeLeft; atMs: number }>) {
      state.timeLeft = payload;
    },
    terminated(state, { payload }: PayloadAction<Termination>) {
      if (!move(state, 'terminate')) return;
      state.wayBack = { ...state.wayBack, ...payload.wayBack };
      if (payload.requestId !== undefined) state.terminatedRequestId = payload.requestId;
      if (payload.end === undefined) delete state.end;
      else state.end = payload.end;
    },
    /** The way back of this browser's last session, for a page whose details did not arrive. */
    wayBackFound(state, { payload }: PayloadAction<WayBack>) {
      if (state.session === undefined) state.wayBack = { ...payload, ...state.wayBack };
    },
    /** The customer refuses; the engine repeats the refusal until the bank confirms it. */
    refusing(state) {
      if (move(state, 'refuse')) state.isRefusalOpen = false;
    },
    refusalUnconfirmed(state) {
      if (state.step === 'refusing') state.isRefusalOpen = true;
    },
    refusalRetried(state) {
      state.refusalTries += 1;
    },
    leaving(state) {
      move(state, 'leave');
    },
  },
});

export const signingActions = signingSlice.actions;

function wayBackOf({ tppName, tppSuccessUrl, tppFailureUrl }: SigningSession): WayBack {
  return { tppName, tppSuccessUrl, tppFailureUrl };
}

/** Returns false and changes nothing where the table forbids the transition. */
function move(state: { step: SigningStep }, by: SigningMove): boolean {
  const next = nextSigningStep(state.step, by);
  if (next === undefined) return false;
  state.step = next;
  return true;
}
