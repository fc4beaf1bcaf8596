/** The signing engine: what can be signed is given to it by the modules that keep it. */
import type { SigningKind } from '@portico/contract';
import type { Reader, Tx } from '#platform/db/database.ts';
import { startDecoupled } from './decoupled/start-decoupled.ts';
import { watchDevices } from './decoupled/watch-devices.ts';
import type { EngineDeps, SigningDeps } from './deps.ts';
import { endSignings, forgetSignings, withdrawSignings } from './end/end-signings.ts';
import { defineExpireJob } from './end/expire-job.ts';
import { listAuthorisations } from './end/list-authorisations.ts';
import { endOverdueSignings } from './session/expire-signing.ts';
import { openSigning } from './session/open-session.ts';
import type { Signable, SignableSubject, Signings } from './signing.ts';

export interface Signing extends Signings {
  /** Takes the kinds of things that can be signed here. Once, before `jobs.start` and `registerSigningRoutes`. */
  serve(signables: readonly Signable[]): void;
  /** For `registerSigningRoutes`. */
  readonly engine: EngineDeps;
  /** What the page of this kind shows of a thing now; undefined when there is none any more. */
  readDetails(reader: Reader, kind: SigningKind, subject: SignableSubject): Promise<unknown>;
  /** One round for the sessions that customers sign on their device alone. A call during a round joins it. */
  watchDevices(): Promise<void>;
  /** Ends the sessions of a sandbox that are over by its clock. */
  endOverdue(sandboxId: string): Promise<void>;
  /** Deletes the sessions of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
}

/** Also declares the job that ends overdue sessions: call before `jobs.start`. */
export function createSigning(deps: SigningDeps): Signing {
  let served: readonly Signable[] = [];
  const engine: EngineDeps = {
    ...deps,
    kindOf(kind) {
      const signable = served.find((candidate) => candidate.kind === kind);
      if (signable === undefined) throw new Error(`Nothing of kind ${kind} can be signed here.`);
      return signable;
    },
    kindsReadAs: (kind) => served.filter(({ detailsKind }) => detailsKind === kind).map((signable) => signable.kind),
    signables: () => served,
  };
  defineExpireJob(engine);
  return {
    serve(signables) {
      served = signables;
    },
    async open(context, toSign, wish) {
      const started = await openSigning(deps, context, toSign);
      const key = { authorisationId: started.authorisationId, sandboxId: toSign.sandboxId };
      const psuMessage = wish === undefined ? undefined : await startDecoupled(engine, context, key, wish);
      return psuMessage === undefined ? started : { ...started, psuMessage };
    },
    end: (context, whose) => endSignings(engine, context, whose),
    withdraw: (context, of) => withdrawSignings(engine, context, of),
    list: listAuthorisations,
    engine,
    readDetails: (reader, kind, subject) => engine.kindOf(kind).details(reader, subject),
    watchDevices: oneAtATime(() => watchDevices(engine)),
    endOverdue: (sandboxId) => endOverdueSignings(engine, sandboxId),
    forgetSandbox: forgetSignings,
  };
}

function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
