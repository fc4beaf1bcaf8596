/**
 * The slice `signing`: one session, where it stands and what was loaded for it. Every move goes through the table of
 * `signing-steps.ts`; an answer that comes too late (other account, other step) changes nothing.
 */
import type { Account, AccountBalance, DebtorDetails, PaymentFee, SigningChallenge, SigningEnd, SigningTimeLeft } from '@portico/contract';
import { createAction } from '@reduxjs/toolkit';
import { createCases } from '../../../shared/store/create-cases.ts';
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
  /** When this session was signed. */
  signedAt?: string;
  challenge?: { reading: SigningChallenge; atMs: number };
  /** The bank does not answer; the signature is sent again then. */
  pausedUntilMs?: number;
  failure?: SigningFailure;
  /** Of the answer that ended the session. */
  terminatedRequestId?: string;
  /** How the session ended, as the server said it; absent: it did not, and the page claims nothing. */
  end?: SigningEnd;
  /** The bank has not confirmed the refusal, and the customer is told so. */
  isRefusalOpen: boolean;
  /** Counts the tries that the customer asked for. */
  refusalTries: number;
}

/** What a 410 says. */
export interface Termination {
  readonly wayBack: WayBack;
  readonly requestId?: string | undefined;
  readonly end?: SigningEnd;
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
  isRefusalOpen: false,
  refusalTries: 0,
  sendsAddress: false,
  sendsId: false,
};

export const signingActions = {
  signingOpened: createAction('signing/signingOpened'),
  detailsArrived: createAction<ArrivedDetails>('signing/detailsArrived'),
  confirmed: createAction('signing/confirmed'),
  accountsArrived: createAction<Account[]>('signing/accountsArrived'),
  accountsToReadChosen: createAction<string[]>('signing/accountsToReadChosen'),
  /** Clears the balance and the fee (specification §4); whoever dispatches this loads them again. */
  accountChosen: createAction<string>('signing/accountChosen'),
  balanceArrived: createAction<{ iban: string; balance: AccountBalance }>('signing/balanceArrived'),
  feeArrived: createAction<{ iban: string; fee: PaymentFee }>('signing/feeArrived'),
  customerArrived: createAction<DebtorDetails>('signing/customerArrived'),
  customerFailed: createAction('signing/customerFailed'),
  addressChosen: createAction<boolean>('signing/addressChosen'),
  idChosen: createAction<boolean>('signing/idChosen'),
  submitted: createAction('signing/submitted'),
  challengeArrived: createAction<{ reading: SigningChallenge; atMs: number }>('signing/challengeArrived'),
  paused: createAction<number>('signing/paused'),
  signed: createAction<SigningResult>('signing/signed'),
  signingFailed: createAction<SigningFailure>('signing/signingFailed'),
  reopened: createAction('signing/reopened'),
  reloading: createAction('signing/reloading'),
  timeLeftArrived: createAction<{ timeLeft: SigningTimeLeft; atMs: number }>('signing/timeLeftArrived'),
  terminated: createAction<Termination>('signing/terminated'),
  /** Of this browser's last session, for a page whose details did not arrive. */
  wayBackFound: createAction<WayBack>('signing/wayBackFound'),
  /** The customer refuses; the engine sends it until the bank confirms it. */
  refusing: createAction('signing/refusing'),
  refusalUnconfirmed: createAction('signing/refusalUnconfirmed'),
  refusalRetried: createAction('signing/refusalRetried'),
  leaving: createAction('signing/leaving'),
};

export const signingReducer = createCases(initialState, (on) => {
  on(signingActions.signingOpened, () => initialState);
  on(signingActions.detailsArrived, (state, { payload }) => {
    const { session, choice, asksFirst = false, atMs } = payload;
    state.session = session;
    state.timeLeft = { timeLeft: session.timeLeft, atMs };
    state.wayBack = wayBackOf(session);
    Object.assign(state, choice);
    if (session.state === 'open') move(state, asksFirst && !state.isConfirmed ? 'ask' : 'open');
    if (session.state === 'signing') state.hasSubmitted = move(state, session.submission === undefined ? 'open' : 'submit');
    if (session.state === 'signed') move(state, 'finish');
    if (session.signedAt !== undefined) state.signedAt = session.signedAt;
  });
  on(signingActions.confirmed, (state) => {
    if (move(state, 'confirm')) state.isConfirmed = true;
  });
  on(signingActions.accountsArrived, (state, { payload: accounts }) => {
    state.accounts = accounts;
  });
  on(signingActions.accountsToReadChosen, (state, { payload: ibans }) => {
    state.chosenIbans = ibans;
  });
  on(signingActions.accountChosen, (state, { payload: iban }) => {
    state.debtorAccountIban = iban;
    delete state.balance;
    delete state.fee;
  });
  on(signingActions.balanceArrived, (state, { payload }) => {
    if (payload.iban === state.debtorAccountIban) state.balance = payload.balance;
  });
  on(signingActions.feeArrived, (state, { payload }) => {
    if (payload.iban === state.debtorAccountIban) state.fee = payload.fee;
  });
  on(signingActions.customerArrived, (state, { payload: customer }) => {
    state.customer = customer;
    state.hasCustomerFailed = false;
  });
  on(signingActions.customerFailed, (state) => {
    state.hasCustomerFailed = true;
    state.sendsAddress = false;
    state.sendsId = false;
  });
  on(signingActions.addressChosen, (state, { payload }) => {
    state.sendsAddress = payload;
  });
  on(signingActions.idChosen, (state, { payload }) => {
    state.sendsId = payload;
  });
  on(signingActions.submitted, (state) => {
    if (!move(state, 'submit')) return;
    state.hasSubmitted = true;
    delete state.challenge;
    delete state.pausedUntilMs;
  });
  on(signingActions.challengeArrived, (state, { payload }) => {
    if (state.step !== 'signing') return;
    state.challenge = payload;
    if (payload.reading.state === 'started') delete state.pausedUntilMs;
  });
  on(signingActions.paused, (state, { payload: untilMs }) => {
    if (state.step === 'signing') state.pausedUntilMs = untilMs;
  });
  on(signingActions.signed, (state, { payload: result }) => {
    if (!move(state, 'finish') || state.session === undefined) return;
    const details = Object.assign({}, state.session.details, result);
    state.session = Object.assign({}, state.session, { state: 'signed', details } as const);
    if (result.signedAt !== undefined) state.signedAt = result.signedAt;
  });
  on(signingActions.signingFailed, (state, { payload: failure }) => {
    if (move(state, 'fail')) state.failure = failure;
  });
  on(signingActions.reopened, (state) => {
    if (!move(state, 'reopen')) return;
    state.hasSubmitted = false;
    delete state.failure;
    // The refused signature is over: the next one takes what is chosen on the page.
    if (state.session === undefined) return;
    const { submission: _refused, ...session } = state.session;
    state.session = { ...session, state: 'open' };
  });
  on(signingActions.reloading, (state) => {
    if (move(state, 'load')) delete state.failure;
  });
  on(signingActions.timeLeftArrived, (state, { payload }) => {
    state.timeLeft = payload;
  });
  on(signingActions.terminated, (state, { payload }) => {
    if (!move(state, 'terminate')) return;
    state.wayBack = { ...state.wayBack, ...payload.wayBack };
    if (payload.requestId !== undefined) state.terminatedRequestId = payload.requestId;
    if (payload.end === undefined) delete state.end;
    else state.end = payload.end;
  });
  on(signingActions.wayBackFound, (state, { payload }) => {
    if (state.session === undefined) state.wayBack = { ...payload, ...state.wayBack };
  });
  on(signingActions.refusing, (state) => {
    if (move(state, 'refuse')) state.isRefusalOpen = false;
  });
  on(signingActions.refusalUnconfirmed, (state) => {
    if (state.step === 'refusing') state.isRefusalOpen = true;
  });
  on(signingActions.refusalRetried, (state) => {
    state.refusalTries += 1;
  });
  on(signingActions.leaving, (state) => {
    move(state, 'leave');
  });
});

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
