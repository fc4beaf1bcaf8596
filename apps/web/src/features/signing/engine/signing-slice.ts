/**
 * The slice `signing`: one session, where it stands and what was loaded for it. Every move goes through the table of
 * `signing-steps.ts`; an answer that comes too late (other account, other step) changes nothing.
 */
import type { Account, AccountBalance, DebtorDetails, PaymentFee, SigningChallenge, SigningTimeLeft } from '@portico/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RequestFailure } from '../../../shared/store/request-failure.ts';
import type { SigningResult, SigningSession } from './signing-session.ts';
import { nextSigningStep, type SigningMove, type SigningStep } from './signing-steps.ts';
import type { TimeLeftReading } from './time-left.ts';
import type { WayBack } from './way-back.ts';

export interface SigningFailure extends RequestFailure {
  /** Where 'Try again' leads: back to info after a refused signature, or load everything anew. */
  retry: 'reopen' | 'load';
  /** Of `PUT`: without an answer nobody here knows whether it counted. */
  isSignature: boolean;
}

/** What the customer has chosen on the page, of what the kinds offer. */
export interface SigningChoice {
  debtorAccountIban?: string;
  /** Accounts that the provider may read. */
  chosenIbans?: string[];
}

export interface SigningState extends SigningChoice {
  step: SigningStep;
  session?: SigningSession;
  timeLeft?: TimeLeftReading;
  wayBack: WayBack;
  accounts?: Account[];
  balance?: AccountBalance;
  fee?: PaymentFee;
  customer?: DebtorDetails;
  hasCustomerFailed: boolean;
  /** The question before the details was answered with yes. */
  isConfirmed: boolean;
  /** A signature was sent from this page. */
  hasSubmitted: boolean;
  sendsAddress: boolean;
  sendsId: boolean;
  /** Of the signature that this page has sent. */
  signedAt?: string;
  challenge?: { reading: SigningChallenge; atMs: number };
  /** The bank does not answer; the signature is sent again then. */
  pausedUntilMs?: number;
  failure?: SigningFailure;
  /** Of the answer that ended the session. */
  terminatedRequestId?: string;
}

/** `asksFirst`: the kind begins with the question whether it is meant. */
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
  sendsAddress: false,
  sendsId: false,
};

/** As the server answers where the path itself tells the kinds apart. */
const OTHER_KIND: SigningFailure = { message: '', status: 404, retry: 'load', isSignature: false };

const slice = createSlice({
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
    },
    /** A session of another kind than the page's: nothing of it is shown but the way back. */
    otherKindArrived(state, { payload: session }: PayloadAction<SigningSession>) {
      state.wayBack = wayBackOf(session);
      if (move(state, 'fail')) state.failure = OTHER_KIND;
    },
    confirmed(state) {
      if (move(state, 'confirm')) state.isConfirmed = true;
    },
    accountsArrived(state, { payload: accounts }: PayloadAction<Account[]>) {
      state.accounts = accounts;
    },
    accountsToReadChosen(state, { payload: ibans }: PayloadAction<string[]>) {
      state.chosenIbans = ibans;
    },
    /** Clears the balance and the fee (specification §4); whoever dispatches this loads them again. */
    accountChosen(state, { payload: iban }: PayloadAction<string>) {
      state.debtorAccountIban = iban;
      delete state.balance;
      delete state.fee;
    },
    balanceArrived(state, { payload }: PayloadAction<{ iban: string; balance: AccountBalance }>) {
      if (payload.iban === state.debtorAccountIban) state.balance = payload.balance;
    },
    feeArrived(state, { payload }: PayloadAction<{ iban: string; fee: PaymentFee }>) {
      if (payload.iban === state.debtorAccountIban) state.fee = payload.fee;
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
      state.session.state = 'signed';
      if (result.signedAt !== undefined) state.signedAt = result.signedAt;
      Object.assign(state.session.details, result);
    },
    signingFailed(state, { payload: failure }: PayloadAction<SigningFailure>) {
      if (move(state, 'fail')) state.failure = failure;
    },
    reopened(state) {
      if (!move(state, 'reopen')) return;
      state.hasSubmitted = false;
      delete state.failure;
      // The refused signature is over: the next one takes what is chosen on the page.
      if (state.session === undefined) return;
      state.session.state = 'open';
      delete state.session.submission;
    },
    reloading(state) {
      if (move(state, 'load')) delete state.failure;
    },
    timeLeftArrived(state, { payload }: PayloadAction<{ timeLeft: SigningTimeLeft; atMs: number }>) {
      state.timeLeft = payload;
    },
    terminated(state, { payload }: PayloadAction<{ wayBack: WayBack; requestId?: string | undefined }>) {
      if (!move(state, 'terminate')) return;
      state.wayBack = { ...state.wayBack, ...payload.wayBack };
      if (payload.requestId !== undefined) state.terminatedRequestId = payload.requestId;
    },
    leaving(state) {
      move(state, 'leave');
    },
  },
});

export const signingReducer = slice.reducer;
export const signingActions = slice.actions;

function wayBackOf({ tppName, tppSuccessUrl, tppFailureUrl }: SigningSession): WayBack {
  return { tppName, tppSuccessUrl, tppFailureUrl };
}

/** False, and nothing changed, where the table forbids the move. */
function move(state: { step: SigningStep }, by: SigningMove): boolean {
  const next = nextSigningStep(state.step, by);
  if (next === undefined) return false;
  state.step = next;
  return true;
}
