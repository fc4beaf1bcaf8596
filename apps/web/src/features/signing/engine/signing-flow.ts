/** The interface of one kind of signing for the engine and the page: an object in the list of `flows/index.ts`. */
import type { Amount, FeeQuery, PayFromAccount } from '@portico/contract';
import type { AuthMethod, BankCountry, SigningKind } from '@portico/contract/values';
import type { ComponentType } from 'react';
import type { SigningKey } from '../messages.ts';
import type { labelsOf } from './signing-labels.ts';
import type { SigningSession, SigningSubmission } from './signing-session.ts';
import type { SigningChoice, SigningState } from './signing-slice.ts';

type SigningLabels = { readonly [Label in keyof ReturnType<typeof labelsOf>]: SigningKey } & {
  /** Key of the button's text; takes `{method}`. */
  readonly submit: (session: SigningSession) => SigningKey;
  /** For kinds that begin with `confirmation`: the question. */
  readonly question?: SigningKey;
  /** The title of a failure; absent: the reason decides. */
  readonly failed?: 'signing.result.noAccess' | 'signing.result.notCancelled';
};

/** For kinds that are paid from an account. */
interface PayFrom {
  /** The account that the provider named; it is then the only choice. */
  readonly namedAccount: (session: SigningSession) => PayFromAccount | undefined;
  /** What the account must cover, without the fee. */
  readonly needed: (session: SigningSession) => Amount | undefined;
  readonly feeQuery: (session: SigningSession, debtorIban: string) => FeeQuery | undefined;
  /** True where 'send address' and 'send my ID' are offered. */
  readonly hasDebtorOptions: (country: BankCountry) => boolean;
}

export type FlowStep = 'confirmation' | 'info' | 'success';

export interface SigningFlow {
  /** The kind of the sessions on this page, and the path segment of its `PUT` and `DELETE`. */
  readonly kind: SigningKind;
  /** In order; the engine's other steps (loading, failed …) exist for every kind. */
  readonly steps: readonly FlowStep[];
  readonly labels: SigningLabels;
  /** The pay-from menu, with balance and fee; absent where no money moves. */
  readonly payFrom?: PayFrom;
  /** The initial choices after the details have loaded; `earlier`: the customer's choices before a reload. */
  readonly firstChoice: (session: SigningSession, earlier: SigningChoice) => SigningChoice;
  /** The body of `PUT`; undefined while it is incomplete. */
  readonly submission: (state: SigningState) => SigningSubmission | undefined;
  /** True when everything that must be shown before signing has loaded and allows it. `today`: `YYYY-MM-DD` at the bank. */
  readonly isReady: (state: SigningState, today: string) => boolean;
  /** True when the bank advises against the signature: the button that refuses is then the stronger one. */
  readonly advisesRefusal?: (session: SigningSession) => boolean;
  /** The button's text while something is missing. */
  readonly blockedBy: (state: SigningState) => SigningKey | undefined;
  readonly parts: SigningParts;
}

/** A cancellation uses the path of the payment that it cancels. */
export const detailsPath = ({ kind }: SigningFlow) => `/ui/${kind.replace('-cancellation', '')}/details`;
export const signingPath = ({ kind }: SigningFlow) => `/ui/${kind}`;

interface SigningParts {
  /** The document is a table and needs more room than the act. */
  readonly isDocumentWide?: boolean;
  /** The signed content; stays while the right pane changes. */
  readonly Document: ComponentType<{ isSigning: boolean }>;
  /** For kinds that begin with `confirmation`: what the question is about. */
  readonly Asked?: ComponentType;
  /** The customer's choices and their effects. */
  readonly Act: ComponentType;
  /** What was signed, in one line below the result. */
  readonly SignedHead?: ComponentType;
  /** Facts of the success view, below the ways on: a phone shows those first. */
  readonly Signed: ComponentType;
  /** A one-line summary beside the buttons on a phone. */
  readonly Brief: ComponentType;
}

/** `{method}` in the buttons' texts. Names of services are not translated; the two common nouns are. */
export const METHOD_KEYS: Readonly<Record<AuthMethod, SigningKey>> = {
  SMART_ID: 'signing.method.smartId',
  MOBILE_ID: 'signing.method.mobileId',
  IDCARD: 'signing.method.idCard',
  CODE_CALCULATOR: 'signing.method.codeCalculator',
  EPARAKSTS_MOBILE: 'signing.method.eparakstsMobile',
  BANK_PAGE: 'signing.method.bankPage',
  BANK_APP: 'signing.method.bankApp',
};
