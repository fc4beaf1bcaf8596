/** What one kind of signing gives the engine and the page: an object in the flat list of `flows/index.ts`. */
import type { FeeQuery } from '@portico/contract';
import type { AuthMethod, BankCountry, ModalId } from '@portico/contract/values';
import type { ComponentType } from 'react';
import type { SigningKey } from '../messages.ts';
import type { SigningSession } from './signing-session.ts';
import type { SigningState } from './signing-slice.ts';

type SigningDetails = SigningSession['details'];

interface SigningLabels {
  /** Key of the kind's name: "Payment". */
  kind: SigningKey;
  /** Key of the same while it is being signed. */
  kindRunning: SigningKey;
  /** Key of the headline when it is done: "Payment signed". */
  done: SigningKey;
  /** Key of the button; takes `{method}`. */
  submit: (session: SigningSession) => SigningKey;
}

export interface SigningFlow {
  readonly modalId: ModalId;
  readonly signingType: 'PAYMENT';
  /** In order; the engine's other steps (loading, failed …) belong to every kind. */
  readonly steps: readonly ('info' | 'success')[];
  readonly calls: { readonly details: string; readonly submit: string; readonly refuse: string };
  readonly labels: SigningLabels;
  /** How the fee is asked for; the pay-from menu exists with it. */
  readonly feeQuery: (details: SigningDetails, debtorIban: string) => FeeQuery;
  /** Whether everything that must be on screen before signing has arrived and allows it. */
  readonly isReady: (state: SigningState) => boolean;
  /** What the button says instead of its label while it waits for something. */
  readonly blockedBy: (state: SigningState) => SigningKey | undefined;
  /** Whether the two choices 'send address' and 'send my ID' exist. */
  readonly hasDebtorOptions: (country: BankCountry) => boolean;
  readonly parts: SigningParts;
}

interface SigningParts {
  /** What is signed: stays while the right pane changes. */
  readonly Document: ComponentType<{ isSigning: boolean }>;
  /** From which account, and what remains. */
  readonly Act: ComponentType;
  /** Facts of the success view. */
  readonly Signed: ComponentType;
  /** One line that keeps amount and payee beside the buttons of a phone. */
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
