/** Puts the signing engine together with the kinds it can sign. */
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { EngineDeps, SigningDeps } from './deps.ts';
import { endSignings, forgetSignings, withdrawSignings } from './end/end-signings.ts';
import { defineExpireJob } from './end/expire-job.ts';
import { listAuthorisations, type SigningSummary } from './end/list-authorisations.ts';
import { bulkPaymentKind } from './kinds/bulk-payment.ts';
import { cancellationKinds } from './kinds/cancellation.ts';
import { consentKind } from './kinds/consent.ts';
import { paymentKind } from './kinds/payment.ts';
import { periodicPaymentKind } from './kinds/periodic-payment.ts';
import { statementKind } from './kinds/transactions-statement.ts';
import { endOverdueSignings } from './session/expire-signing.ts';
import { createOpenSigning } from './session/open-session.ts';
import type { SessionsFor } from './session/session-store.ts';
import type { WhoseSignings } from './session/whose-signings.ts';
import type { OpenSigning, Signable, SignableKind, SignableSubject } from './signing.ts';

export interface Signing {
  /** For the modules that create things to sign. */
  readonly openSigning: OpenSigning;
  /** For `registerSigningRoutes`. */
  readonly engine: EngineDeps;
  readonly kinds: readonly Signable[];
  /** Ends unfinished sessions; what they would have signed is rejected. */
  endSignings(context: WriteContext, whose: WhoseSignings): Promise<void>;
  /** Ends the unfinished sessions of one thing to sign, which the caller ends or leaves as it is. */
  withdrawSignings(context: WriteContext, of: SessionsFor): Promise<void>;
  /** The sessions of one thing to sign, the oldest first. */
  listAuthorisations(reader: Reader, of: SessionsFor): Promise<readonly SigningSummary[]>;
  /** What the page of this kind shows of a thing now; undefined when there is none any more. */
  readDetails(reader: Reader, kind: SignableKind, subject: SignableSubject): Promise<unknown>;
  /** Ends the sessions of a sandbox that are over by its clock. */
  endOverdue(sandboxId: string): Promise<void>;
  /** Deletes the sessions of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
}

/** Also declares the job that ends overdue sessions: call before `jobs.start`. */
export function createSigning(deps: SigningDeps): Signing {
  const kinds: readonly Signable[] = [
    paymentKind(deps.payments),
    periodicPaymentKind(deps.payments),
    bulkPaymentKind(deps.payments),
    consentKind(deps.consents),
    statementKind(deps.statements),
    ...cancellationKinds(deps.payments),
  ];
  const engine: EngineDeps = {
    ...deps,
    kindOf(kind) {
      const signable = kinds.find((candidate) => candidate.kind === kind);
      if (signable === undefined) throw new Error(`Nothing of kind ${kind} can be signed here.`);
      return signable;
    },
    kindsReadAs: (kind) => kinds.filter(({ detailsKind }) => detailsKind === kind).map((signable) => signable.kind),
  };
  defineExpireJob(engine);
  return {
    openSigning: createOpenSigning(deps),
    engine,
    kinds,
    endSignings: (context, whose) => endSignings(engine, context, whose),
    withdrawSignings: (context, of) => withdrawSignings(engine, context, of),
    listAuthorisations,
    readDetails: (reader, kind, subject) => engine.kindOf(kind).details(reader, subject),
    endOverdue: (sandboxId) => endOverdueSignings(engine, sandboxId),
    forgetSandbox: forgetSignings,
  };
}
