/** Makes a `Signable` of a kind's own typed functions: the engine carries submissions about without looking into them. */
import type { BankCountry, SigningKind, SigningSessionOf } from '@portico/contract';
import type { Static, TSchema } from 'typebox';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { guardOf } from '#platform/guard-of.ts';
import type { Examined, OnDevice, Signable, SignableSubject, SigningFee } from './signing.ts';

type DetailsOf<Kind extends SigningKind> = SigningSessionOf<Kind>['details'];

interface KindDefinition<Kind extends SigningKind, Body extends TSchema, Result extends TSchema> {
  readonly kind: Kind;
  readonly schemas: { readonly submission: Body; readonly result: Result };
  readonly nothingDone: string;
  /** Default: nowhere. */
  canSignInConfirm?(country: BankCountry): boolean;
  details(reader: Reader, subject: SignableSubject): Promise<DetailsOf<Kind> | undefined>;
  shownContent(details: DetailsOf<Kind>): unknown;
  examine(
    reader: Reader,
    subject: SignableSubject,
    submission: Static<Body>,
    forUpdate: boolean,
  ): Promise<Examined<DetailsOf<Kind>, Static<Result>> | undefined>;
  /** Default: it costs nothing. */
  fee?(reader: Reader, subject: SignableSubject, debtorIban: string): Promise<SigningFee>;
  readonly onDevice?: OnDevice<DetailsOf<Kind>>;
  refuse(context: WriteContext, subject: SignableSubject, reason: 'refused' | 'expired'): Promise<Static<Result>>;
  expireAll(context: WriteContext, sandboxId: string, resourceIds: readonly string[]): Promise<void>;
}

/** All forms are compiled once. */
export function defineSignable<const Kind extends SigningKind, Body extends TSchema, Result extends TSchema>(
  definition: KindDefinition<Kind, Body, Result>,
): Signable<DetailsOf<Kind>, Static<Result>> {
  const { kind, schemas, nothingDone, fee, onDevice } = definition;
  const isSubmission = guardOf(schemas.submission);
  const isResult = guardOf(schemas.result);

  function read(submission: unknown): Static<Body> {
    if (isSubmission(submission)) return submission;
    throw new Error(`The stored submission does not have the form of its kind, ${kind}.`);
  }

  return {
    kind,
    detailsKind: kind,
    schemas,
    nothingDone,
    canSignInConfirm: (country) => definition.canSignInConfirm?.(country) ?? false,
    details: (reader, subject) => definition.details(reader, subject),
    shownContent: (details) => definition.shownContent(details),
    examine: (reader, subject, submission, forUpdate = false) => definition.examine(reader, subject, read(submission), forUpdate),
    ...(fee === undefined ? {} : { fee }),
    ...(onDevice === undefined ? {} : { onDevice }),
    refuse: (context, subject, reason) => definition.refuse(context, subject, reason),
    expireAll: (context, sandboxId, resourceIds) => definition.expireAll(context, sandboxId, resourceIds),
    isSubmission,
    isResult,
  };
}
