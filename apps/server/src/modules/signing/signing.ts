/**
 * Signing sessions: one page, one action, exactly one end (signed, refused, expired). Knows no kind: each kind of thing that can
 * be signed is one `Signable`, made by the module that keeps such things and given to `Signing.serve`.
 */
import type { BankCountry, ModalId, ScaStatus, SigningKind } from '@portico/contract';
import type { TSchema } from 'typebox';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { ScaContent } from '../sca/index.ts';
import type { SentCustomer } from '../tpp-apps/index.ts';

/** What the modules that create things to sign ask of signing. */
export interface Signings {
  /** Opens a session in the transaction that creates the thing to sign. */
  open(context: WriteContext, toSign: ToSign): Promise<StartedSigning>;
  /** Ends unfinished sessions; what they would have signed is rejected. */
  end(context: WriteContext, whose: WhoseSignings): Promise<void>;
  /** Ends the unfinished sessions of one thing to sign, which the caller ends or leaves as it is. */
  withdraw(context: WriteContext, of: SessionsFor): Promise<void>;
  /** The sessions of one thing to sign, the oldest first. */
  list(reader: Reader, of: SessionsFor): Promise<readonly SigningSummary[]>;
}

/** A thing to sign, by whom, and who sends the customer. */
export interface ToSign extends SentCustomer {
  readonly kind: SigningKind;
  readonly resourceId: string;
}

/** A JSON value. */
export interface StartedSigning {
  readonly authorisationId: string;
  readonly scaRedirect: string;
}

export interface SigningSummary {
  readonly authorisationId: string;
  readonly scaStatus: ScaStatus;
}

/** The sessions of one kind of one thing to sign. */
export interface SessionsFor {
  readonly sandboxId: string;
  readonly resourceId: string;
  readonly kind: SigningKind;
}

/** Sessions of a sandbox: all of them, or those of one customer, one application, or one thing to sign, of every kind or of one. */
export interface WhoseSignings {
  readonly sandboxId: string;
  readonly customerId?: string;
  readonly appId?: string;
  readonly resourceId?: string;
  readonly kind?: SigningKind;
}

export interface SignableSubject {
  readonly sandboxId: string;
  readonly resourceId: string;
  readonly customerId: string;
  readonly bankCountry: BankCountry;
  readonly tppName: string;
}

/** The body of a `PUT`, after validation against its kind's schema. Only the kind reads what is in it. */
export type Submission = Readonly<Record<string, unknown>>;

/** In cents. */
export interface SigningFee {
  readonly totalCents: number;
  /** Of a bulk payment: how many items cost how much, the dearest first. */
  readonly items?: readonly { readonly feeCents: number; readonly count: number }[];
}

/** One reading of the thing to sign. */
export interface Examined<Details> {
  readonly details: Details;
  readonly content: ScaContent;
  /** @throws UiRefusal 400 for what the customer can mend. */
  check(reader: Reader): Promise<void>;
}

/** What a kind (payment, consent …) gives the engine; made by `define-signable.ts`. */
export interface Signable<Details = unknown, Result = unknown> {
  readonly kind: SigningKind;
  /** Its page reads `ui/{detailsKind}/details`: its own, of a cancellation those of what is cancelled. */
  readonly detailsKind: SigningKind;
  /** The modal that shows it. */
  readonly modalId: ModalId;
  /** The body of `PUT`; the answer of `PUT` and `DELETE`. The contract's `SigningSession` has the answer of `details`. */
  readonly schemas: { readonly submission: TSchema; readonly result: TSchema };
  /** What it means that nothing was signed, as refusals say it: "No money was moved." */
  readonly nothingDone: string;
  /** Where the strong authentication of a fresh sign-in is signature enough, so that no phone is asked again. */
  canSignInConfirm(country: BankCountry): boolean;
  details(reader: Reader, subject: SignableSubject): Promise<Details | undefined>;
  /** The details without what changes by itself (status): if this differs from what was shown, a signature is refused. */
  shownContent(details: Details): unknown;
  /** The thing as this submission would sign it, from one reading; undefined when there is none any more. */
  examine(reader: Reader, subject: SignableSubject, submission: Submission): Promise<Examined<Details> | undefined>;
  /** Of what costs something: what signing from this account would cost. */
  fee?(reader: Reader, subject: SignableSubject, debtorIban: string): Promise<SigningFee>;
  sign(context: WriteContext, subject: SignableSubject, submission: Submission): Promise<Result>;
  refuse(context: WriteContext, subject: SignableSubject, reason: 'refused' | 'expired'): Promise<Result>;
  isSubmission(value: unknown): value is Submission;
  /** True for a value that `sign` or `refuse` once returned, read back from the database. */
  isResult(value: unknown): value is Result;
}
