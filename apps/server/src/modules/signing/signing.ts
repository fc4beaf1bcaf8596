/**
 * Signing sessions: one page, one action, exactly one end (signed, refused, expired). Knows no kind: each kind of thing that can
 * be signed is one `Signable` in `kinds/`.
 */
import type { BankCountry, Locale, ModalId, SigningKind } from '@portico/contract';
import type { TSchema } from 'typebox';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { ScaContent } from '../sca/index.ts';

/** Path segment of its calls: `ui/{kind}`. */
export type SignableKind = SigningKind;

/** Opens a signing session in the transaction that creates the thing to sign. */
export type OpenSigning = (context: WriteContext, input: ToSign) => Promise<{ sessionId: string; scaRedirect: string }>;

/** A thing to sign, by whom, and who sends the customer. */
export interface ToSign {
  kind: SignableKind;
  resourceId: string;
  sandboxId: string;
  customerId: string;
  appId: string;
  tppName: string;
  tppApplicationName: string;
  tppSuccessUrl: string;
  tppFailureUrl: string | undefined;
  bankCountry: BankCountry;
  locale: Locale;
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

/** One reading of the thing to sign. */
export interface Examined<Details> {
  readonly details: Details;
  readonly content: ScaContent;
  /** @throws UiRefusal 400 for what the customer can mend. */
  check(reader: Reader): Promise<void>;
}

/** What a kind (payment, consent, later periodic payment …) gives the engine; made by `define-signable.ts`. */
export interface Signable<Details = unknown, Result = unknown> {
  readonly kind: SignableKind;
  /** Its page reads `ui/{detailsKind}/details`: its own, of a cancellation those of what is cancelled. */
  readonly detailsKind: SignableKind;
  /** The modal that shows it. */
  readonly modalId: ModalId;
  /** Of its three calls: the body of `PUT`, the answer of `details`, the answer of `PUT` and `DELETE`. */
  readonly schemas: { readonly submission: TSchema; readonly session: TSchema; readonly result: TSchema };
  /** What it means that nothing was signed, as refusals say it: "No money was moved." */
  readonly nothingDone: string;
  /** Where the strong authentication of a fresh sign-in is signature enough, so that no phone is asked again. */
  canSignInConfirm(country: BankCountry): boolean;
  details(reader: Reader, subject: SignableSubject): Promise<Details | undefined>;
  /** The details without what changes by itself (status): if this differs from what was shown, a signature is refused. */
  shownContent(details: Details): unknown;
  /** The thing as this submission would sign it, from one reading; undefined when there is none any more. */
  examine(reader: Reader, subject: SignableSubject, submission: Submission): Promise<Examined<Details> | undefined>;
  sign(context: WriteContext, subject: SignableSubject, submission: Submission): Promise<Result>;
  refuse(context: WriteContext, subject: SignableSubject, reason: 'refused' | 'expired'): Promise<Result>;
  isSubmission(value: unknown): value is Submission;
  /** True for a value that `sign` or `refuse` once returned, read back from the database. */
  isResult(value: unknown): value is Result;
}
