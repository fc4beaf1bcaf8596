/** What one kind of signing gives the engine and the page: an object in the flat list of `flows/index.ts`. */
import type { Account, FeeQuery } from '@portico/contract';
import type { AuthMethod, BankCountry, ModalId, SigningKind, SigningType } from '@portico/contract/values';
import type { ComponentType } from 'react';
import type { SigningKey } from '../messages.ts';
import type { labelsOf } from './signing-labels.ts';
import type { SigningSession, SigningSubmission } from './signing-session.ts';
import type { SigningChoice, SigningState } from './signing-slice.ts';

type SigningLabels = { readonly [Label in keyof ReturnType<typeof labelsOf>]: SigningKey } & {
  /** Key of the button; takes `{method}`. */
  readonly submit: (session: SigningSession) => SigningKey;
  /** Of kinds that begin with `confirmation`: what is asked there. */
  readonly question?: SigningKey;
};

/** Of the kinds that are paid from an account. */
interface PayFrom {
  /** The account that the provider named: the only one offered then. */
  readonly namedAccount: (session: SigningSession) => Account | undefined;
  readonly feeQuery: (session: SigningSession, debtorIban: string) => FeeQuery | undefined;
  /** Whether the two choices 'send address' and 'send my ID' exist. */
  readonly hasDebtorOptions: (country: BankCountry) => boolean;
}

export type FlowStep = 'confirmation' | 'info' | 'success';

export interface SigningFlow {
  /** The kind of the sessions that its page shows. Path segment of its `PUT` and `DELETE`. */
  readonly kind: SigningKind;
  readonly modalId: ModalId;
  readonly signingType: SigningType;
  /** In order; the engine's other steps (loading, failed …) belong to every kind. */
  readonly steps: readonly FlowStep[];
  readonly labels: SigningLabels;
  /** The pay-from menu, with balance and fee; absent where no money moves. */
  readonly payFrom?: PayFrom;
  /** What is chosen on the page when its details have arrived; `earlier`: what the customer had chosen before they were read again. */
  readonly firstChoice: (session: SigningSession, earlier: SigningChoice) => SigningChoice;
  /** The body of `PUT`; undefined while there is none. */
  readonly submission: (state: SigningState) => SigningSubmission | undefined;
  /** Whether everything that must be on screen before signing has arrived and allows it. `today`: `YYYY-MM-DD` at the bank. */
  readonly isReady: (state: SigningState, today: string) => boolean;
  /** What the button says instead of its label while it waits for something. */
  readonly blockedBy: (state: SigningState) => SigningKey | undefined;
  readonly parts: SigningParts;
}

/** A cancellation has the path of the payment that it cancels. */
export const detailsPath = ({ kind }: SigningFlow) => `/ui/${kind.replace('-cancellation', '')}/details`;
export const signingPath = ({ kind }: SigningFlow) => `/ui/${kind}`;

interface SigningParts {
  /** The document is a table and needs the room more than the act does. */
  readonly isDocumentWide?: boolean;
  /** What is signed: stays while the right pane changes. */
  readonly Document: ComponentType<{ isSigning: boolean }>;
  /** Of kinds that begin with `confirmation`: what the question is about. */
  readonly Asked?: ComponentType;
  /** What the customer decides, and what follows from it. */
  readonly Act: ComponentType;
  /** Facts of the success view. */
  readonly Signed: ComponentType;
  /** One line that keeps the essence beside the buttons of a phone. */
  readonly Brief: ComponentType;
}

/** `{method}` as written on the buttons. Names of services are not translated; the two common nouns are. */
export const METHOD_KEYS: Readonly<Record<AuthMethod, SigningKey>> = {
  SMART_ID: 'signing.method.smartId',
  MOBILE_ID: 'signing.method.mobileId',
  IDCARD: 'signing.method.idCard',
  CODE_CALCULATOR: 'signing.method.codeCalculator',
  EPARAKSTS_MOBILE: 'signing.method.eparakstsMobile',
};
