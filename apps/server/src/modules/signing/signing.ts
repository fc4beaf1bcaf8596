/**
 * Signing sessions: one page, one action, exactly one end (signed, refused, expired). Knows no kind: each kind of thing that can
 * be signed is one `Signable` in `kinds/`.
 */
import type { BankCountry, DebtorDetails } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { ScaContent } from '../sca/index.ts';

export interface SignableSubject {
  readonly sandboxId: string;
  readonly resourceId: string;
  readonly customerId: string;
  readonly bankCountry: BankCountry;
}

/** The body of a `PUT`, after validation against the kind's schema. */
export interface Submission {
  readonly debtorAccountIban: string;
  readonly debtorDetails?: DebtorDetails | undefined;
}

/** One reading of the thing to sign. */
export interface Examined<Details> {
  readonly details: Details;
  readonly content: ScaContent;
  /** @throws UiRefusal 400 for what the customer can mend. */
  check(reader: Reader): Promise<void>;
}

/** What a kind (payment, later consent, periodic payment …) gives the engine. */
export interface Signable<Details, Result> {
  /** Path segment of its calls: `ui/{kind}` and the modal that shows it. */
  readonly kind: 'payment';
  readonly modalId: 'signingPayment';
  details(reader: Reader, subject: SignableSubject): Promise<Details | undefined>;
  /** The details without what changes by itself (status): if this differs from what was shown, a signature is refused. */
  frozen(details: Details): unknown;
  /** The thing as this submission would sign it, from one reading; undefined when there is none any more. */
  examine(reader: Reader, subject: SignableSubject, submission: Submission): Promise<Examined<Details> | undefined>;
  sign(context: WriteContext, subject: SignableSubject, submission: Submission): Promise<Result>;
  refuse(context: WriteContext, subject: SignableSubject, reason: 'refused' | 'expired'): Promise<Result>;
  /** True for a value that `sign` or `refuse` once returned, read back from the database. */
  isResult(value: unknown): value is Result;
}
