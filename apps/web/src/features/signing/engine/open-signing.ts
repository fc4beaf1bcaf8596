/** Loads a session: first the details, then the data of the pay-from menu. Each call is tracked under its own action name. */
import type { Amount, PayFromAccount } from '@portico/contract';
import { HEADERS, SIGNING_MODALS, type SigningKind, type UiErrorCode } from '@portico/contract/values';
import { parseCents } from '@portico/primitives';
import { isAccountBalance, isAccounts, isDebtorDetails, isPaymentFee, isSigningSession } from '../../../shared/api/answers.ts';
import { ApiError, isRecord } from '../../../shared/api/api-error.ts';
import { elapsedMs } from '../../../shared/page/page.ts';
import { type RequestFailure, toRequestFailure } from '../../../shared/store/request-failure.ts';
import { createRequestThunk, type RequestContext, type ThunkExtra } from '../../../shared/store/request-thunk.ts';
import { reportSigningError, signingHeaders, terminationOf, wayBackOf } from './signing-calls.ts';
import { detailsPath, type SigningFlow } from './signing-flow.ts';
import { keepSigningId } from './signing-id.ts';
import type { SigningSession } from './signing-session.ts';
import { type SigningFailure, type SigningRoot, type SigningState, signingActions } from './signing-slice.ts';

/** The session is of another kind than the page. The page treats it like a 404 for an unknown path and shows only the way back. */
const OTHER_KIND: SigningFailure = { message: '', status: 404, retry: 'load', isSignature: false };

/** Reads the session and the data of its page. The entry ticket is used once; a reload and 'Try again' use the signing id. */
export const openSigning = createRequestThunk(
  'signing/details',
  async (flow: SigningFlow, context: RequestContext) => {
    const { extra, dispatch } = context;
    const session = await readDetails(flow, context);
    if (session.kind !== flow.kind) {
      dispatch(signingActions.wayBackFound(wayBackOf(session)));
      dispatch(signingActions.signingFailed(OTHER_KIND));
      return;
    }
    keepSigningId(extra.storage, window.history, session.signingId);
    extra.storage.signingTerminated.clear();
    const choice = flow.firstChoice(session, readSigning(context.getState()) ?? {});
    dispatch(signingActions.detailsArrived({ session, choice, asksFirst: flow.steps[0] === 'confirmation', atMs: elapsedMs() }));
    if (session.state === 'signed' || flow.payFrom === undefined) {
      if (choice.debtorAccountIban !== undefined) await dispatch(loadAccountNames());
      return;
    }
    await dispatch(loadAccounts(flow));
    if (flow.payFrom.hasDebtorOptions(session.bankCountry)) await dispatch(loadCustomer());
  },
  'view',
);

/** After a 410 the page shows the terminated view, also after a reload, until the customer leaves or the server returns a new session. */
async function readDetails(flow: SigningFlow, { extra, signal, dispatch }: RequestContext): Promise<SigningSession> {
  const call = {
    path: detailsPath(flow),
    headers: { ...entryHeaders(extra), [HEADERS.signingPage]: SIGNING_MODALS[flow.kind] },
    caller: 'customer',
    signal,
  } as const;
  try {
    return withKind(await extra.api.json(call, isSigningSession), flow.kind);
  } catch (error) {
    signal.throwIfAborted();
    if (extra.storage.signingTerminated.read() === undefined) reportSigningError(error, { extra, dispatch });
    else dispatch(signingActions.terminated(terminationOf(error)));
    throw error;
  }
}

/** A server of the previous release returns no `kind`, and both releases run side by side during an upgrade. The next release removes this. */
function withKind(session: SigningSession, kind: SigningKind): SigningSession {
  const answer: { readonly kind?: SigningKind } = session;
  return answer.kind === undefined ? Object.assign({}, session, { kind }) : session;
}

const loadAccounts = createRequestThunk(
  'signing/accounts',
  async (flow: SigningFlow, context: RequestContext) => {
    const { extra, signal, dispatch, getState } = context;
    const headers = signingHeaders(extra);
    const all = await reporting(context, () => extra.api.json({ path: '/ui/account/list', headers, caller: 'customer', signal }, isAccounts));
    const state = readSigning(getState());
    const accounts = offeredAccounts(all, namedAccount(flow, state));
    dispatch(signingActions.accountsArrived(accounts));
    const needed = state?.session && flow.payFrom?.needed(state.session);
    const iban = readSigning(getState())?.debtorAccountIban ?? (accounts.find((account) => covers(account, needed)) ?? accounts[0])?.iban;
    if (iban !== undefined) dispatch(chooseAccount(flow, iban));
  },
  'view',
);

/** For pages that name an account which can no longer be chosen. If the call fails, the page shows the IBAN alone and reports nothing. */
const loadAccountNames = createRequestThunk<void>(
  'signing/accountNames',
  async (_, { extra, signal, dispatch }) => {
    const call = { path: '/ui/account/list', headers: signingHeaders(extra), caller: 'customer', signal } as const;
    dispatch(signingActions.accountsArrived(await extra.api.json(call, isAccounts)));
  },
  'view',
);

/** Changing the pay-from account clears the balance and the fee, then loads both again (specification §4). */
export function chooseAccount(flow: SigningFlow, iban: string) {
  return (dispatch: RequestContext['dispatch']) => {
    dispatch(signingActions.accountChosen(iban));
    dispatch(loadBalance(iban));
    dispatch(loadFee({ flow, iban }));
  };
}

const loadBalance = createRequestThunk(
  'signing/balance',
  async (iban: string, context: RequestContext) => {
    const { extra, signal, dispatch } = context;
    const call = { path: '/ui/account/balance', query: { iban }, headers: signingHeaders(extra), caller: 'customer', signal } as const;
    const balance = await reporting(context, () => extra.api.json(call, isAccountBalance), iban);
    dispatch(signingActions.balanceArrived({ iban, balance }));
  },
  'view',
);

const loadFee = createRequestThunk(
  'signing/fee',
  async ({ flow, iban }: { flow: SigningFlow; iban: string }, context: RequestContext) => {
    const { extra, signal, dispatch, getState } = context;
    const session = readSigning(getState())?.session;
    const query = session && flow.payFrom?.feeQuery(session, iban);
    if (query === undefined) return;
    const call = {
      path: '/ui/payment/fee',
      query,
      headers: signingHeaders(extra),
      caller: 'customer',
      signal,
    } as const;
    const askFee = () => extra.api.json(call, isPaymentFee).catch(refusalOfAccount);
    const answer = await reporting(context, askFee, iban);
    if ('status' in answer) dispatch(signingActions.feeRefused({ iban, failure: answer }));
    else dispatch(signingActions.feeArrived({ iban, fee: answer }));
  },
  'view',
);

const ABOUT_THE_ACCOUNT: ReadonlySet<string | undefined> = new Set<UiErrorCode>([
  'ACCOUNT_BLOCKED',
  'CURRENCY_MISMATCH',
  'FUNDS_NOT_AVAILABLE',
  'LIMIT_EXCEEDED',
  'PAYMENT_REFUSED',
]);

/** The customer stays on the page after such a refusal, to choose another account or to refuse the payment. @throws every other error */
function refusalOfAccount(error: unknown): RequestFailure {
  if (!(error instanceof ApiError) || error.status !== 400 || !ABOUT_THE_ACCOUNT.has(error.code)) throw error;
  return toRequestFailure(error);
}

/** A failure disables the two choices of Lithuania (product decision over specification §8). A 410 ends the page, as everywhere (§4). */
const loadCustomer = createRequestThunk<void>(
  'signing/customer',
  async (_, context) => {
    const { extra, signal, dispatch, getState } = context;
    try {
      const call = { path: '/ui/customer/details', headers: signingHeaders(extra), caller: 'customer', signal } as const;
      dispatch(signingActions.customerArrived(await extra.api.json(call, isDebtorDetails)));
    } catch (error) {
      signal.throwIfAborted();
      if (isEnd(error) && readSigning(getState())?.step !== 'refusing') reportSigningError(error, context);
      dispatch(signingActions.customerFailed());
      throw error;
    }
  },
  'view',
);

/** @param iban the account of the call; a failure is ignored when another account has been chosen since */
async function reporting<T>(context: RequestContext, call: () => Promise<T>, iban?: string): Promise<T> {
  try {
    return await call();
  } catch (error) {
    context.signal.throwIfAborted();
    const state = readSigning(context.getState());
    const isOutdated = iban !== undefined && state?.debtorAccountIban !== iban;
    // While a signature or a refusal is in progress, the failure of another call must not end it.
    const isBeside = state?.step === 'refusing' || (state?.step === 'signing' && !isEnd(error));
    if (!isOutdated && !isBeside) reportSigningError(error, context);
    throw error;
  }
}

function isEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 410;
}

function entryHeaders(extra: ThunkExtra): Record<string, string> {
  const ticket = extra.initialQuery.takeEntryTicket();
  if (ticket === undefined) return signingHeaders(extra);
  // A new entry: state of an earlier session in this tab is deleted.
  extra.storage.signingTerminated.clear();
  extra.storage.signingId.clear();
  return { [HEADERS.signingEntry]: ticket };
}

/** If the provider named the account, it is the only one offered. */
function offeredAccounts(accounts: PayFromAccount[], named: PayFromAccount | undefined): PayFromAccount[] {
  if (named === undefined) return accounts;
  const known = accounts.filter((account) => account.iban === named.iban);
  return known.length > 0 ? known : [named];
}

/** Whether there is enough money for the amount; the fee is known only after an account was chosen. */
function covers({ availableBalance }: PayFromAccount, needed: Amount | undefined): boolean {
  if (availableBalance === undefined || availableBalance.currency !== needed?.currency) return false;
  const [available, wanted] = [parseCents(availableBalance.amount), parseCents(needed.amount)];
  return available !== undefined && wanted !== undefined && available >= wanted;
}

function namedAccount(flow: SigningFlow, state: SigningState | undefined): PayFromAccount | undefined {
  return state?.session && flow.payFrom?.namedAccount(state.session);
}

export function readSigning(root: unknown): SigningState | undefined {
  return isSigningRoot(root) ? root.signing : undefined;
}

function isSigningRoot(root: unknown): root is SigningRoot {
  return isRecord(root) && isRecord(root.signing);
}
