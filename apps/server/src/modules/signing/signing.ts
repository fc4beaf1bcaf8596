/**
 * Signing sessions: one page, one resource to sign, exactly one end (signed, refused, expired). The engine contains no code for a particular
 * kind. The module that owns a kind builds its `Signable` and passes it to `Signing.serve`.
 */
import type { BankCountry, ScaStatus, SigningKind } from '@portico/contract';
import type { TSchema } from 'typebox';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PhoneText, ScaContent } from '../sca/index.ts';
import type { DeviceWish, SentCustomer } from '../tpp-apps/index.ts';

/** The interface for modules that create resources to sign. */
export interface Signings {
  /**
   * Opens a session in the transaction that creates the resource. `wish`: the application prefers that the customer signs on their device alone.
   */
  open(context: WriteContext, toSign: ToSign, wish?: DeviceWish): Promise<StartedSigning>;
  /** Ends unfinished sessions and rejects their resources. */
  end(context: WriteContext, whose: WhoseSignings): Promise<void>;
  /** Ends the unfinished sessions of one resource; the caller ends or keeps the resource. */
  withdraw(context: WriteContext, of: SessionsFor): Promise<void>;
  /** The sessions of one resource, oldest first. */
  list(reader: Reader, of: SessionsFor): Promise<readonly SigningSummary[]>;
}

/** A resource to sign, its customer, and the application that sends the customer. */
export interface ToSign extends SentCustomer {
  readonly kind: SigningKind;
  readonly resourceId: string;
}

/** A JSON value. */
export interface StartedSigning {
  readonly authorisationId: string;
  /** Not passed on where `psuMessage` is. */
  readonly scaRedirect: string;
  /** The decoupled approach: the customer is asked on their device, and the application shows this text. */
  readonly psuMessage?: string;
}

export interface SigningSummary {
  readonly authorisationId: string;
  readonly scaStatus: ScaStatus;
}

/** Sessions of one kind for one resource. */
export interface SessionsFor {
  readonly sandboxId: string;
  readonly resourceId: string;
  readonly kind: SigningKind;
}

/** Sessions of a sandbox: all of them, or those of one customer, application, resource or kind. */
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

/** The body of a `PUT`, validated against the schema of its kind. Only the kind reads its members. */
export type Submission = Readonly<Record<string, unknown>>;

/** In cents. */
export interface SigningFee {
  readonly totalCents: number;
  /** For a bulk payment: the number of items for each fee, the highest fee first. */
  readonly items?: readonly { readonly feeCents: number; readonly count: number }[];
}

/** The resource to sign, from one query. */
export interface Examined<Details, Result = unknown> {
  readonly details: Details;
  readonly content: ScaContent;
  /** @throws UiRefusal 400 for errors that the customer can correct. */
  check(reader: Reader): Promise<void>;
  sign(context: WriteContext): Promise<Result>;
}

/** How a device alone shows a resource to sign. */
export interface OnDevice<Details> {
  /** The submission that leaves the customer nothing to choose; undefined where the customer must choose or be warned on a page. */
  submission(details: Details): Submission | undefined;
  /** What the customer confirms. Default: as beside the page, which shows the rest. */
  what?(thing: Examined<Details>): PhoneText;
}

/** The interface between a kind (payment, consent …) and the engine; built by `define-signable.ts`. */
export interface Signable<Details = unknown, Result = unknown> {
  readonly kind: SigningKind;
  /** The page reads `ui/{detailsKind}/details`: the kind itself, or for a cancellation the kind of the cancelled resource. */
  readonly detailsKind: SigningKind;
  /** Schemas of the body of `PUT`, and of the response to `PUT` and `DELETE`. The response of `details` is `SigningSession` in the contract. */
  readonly schemas: { readonly submission: TSchema; readonly result: TSchema };
  /** The sentence of refusals that says nothing was signed: "No money was moved." */
  readonly nothingDone: string;
  /** True where the strong authentication of a fresh sign-in also counts as the signature, without another challenge. */
  canSignInConfirm(country: BankCountry): boolean;
  details(reader: Reader, subject: SignableSubject): Promise<Details | undefined>;
  /** The details without members that change later (status). A signature is refused if they differ from the shown ones. */
  shownContent(details: Details): unknown;
  /**
   * The resource as this submission would sign it, from one query; undefined when it no longer exists. `forUpdate`: a payment stays locked until the
   * transaction ends, so that `sign` does not read it again.
   */
  examine(reader: Reader, subject: SignableSubject, submission: Submission, forUpdate?: boolean): Promise<Examined<Details, Result> | undefined>;
  /** For kinds with a fee: the fee of signing from this account. */
  fee?(reader: Reader, subject: SignableSubject, debtorIban: string): Promise<SigningFee>;
  refuse(context: WriteContext, subject: SignableSubject, reason: 'refused' | 'expired'): Promise<Result>;
  /** As `refuse` with `expired`, for any number of resources of one sandbox with a constant number of statements. */
  expireAll(context: WriteContext, sandboxId: string, resourceIds: readonly string[]): Promise<void>;
  /** Absent: always by redirect. */
  readonly onDevice?: OnDevice<Details>;
  isSubmission(value: unknown): value is Submission;
  /** True for a value that `Examined.sign` or `refuse` returned earlier, read from the database. */
  isResult(value: unknown): value is Result;
}
