/** The way to a bank's own core: its terms are read once, at the start; without them there is nothing to offer. */

import type { BankMethod } from '@portico/contract';
import type { Logger } from 'pino';
import { type AccountReader, type Bank, BankUnavailable } from '#modules/bank/index.ts';
import type { Authenticator } from '#modules/sca/index.ts';
import type { CoreSettings } from '#platform/config.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { createCoreAuthenticator } from './core-authenticator.ts';
import { createCoreBank, type FindOrigins } from './core-bank.ts';
import { type AskCore, createCoreClient } from './core-client.ts';
import { createCoreReader } from './core-reader.ts';
import { findOrders } from './find-orders.ts';
import { type ApplyEvent, defineFollowing } from './follow-events.ts';
import { defineRelease } from './release-holds.ts';
import { CORE_CALLS, READ_VERSIONS, WrongForm } from './wire/calls.ts';
import { type KnownOrder, OPTIONAL_CALLS } from './wire/optional-calls.ts';
import type { CoreTerms } from './wire/schemas.ts';

/** The core could not be used when the process started. The message is for people and holds no secret. */
export class CoreUnreachable extends Error {
  override readonly name = 'CoreUnreachable';
}

/** A bank's own core behind Portico's ports. */
export interface Core {
  readonly bank: Bank;
  readonly accountReader: AccountReader;
  readonly authenticator: Authenticator;
  /** Absent: the core does not offer `find-orders`. One answer for each payment, in their order. */
  findOrders?(paymentIds: readonly string[]): Promise<readonly KnownOrder[]>;
  /** The jobs of what the core offers; absent: none. */
  readonly jobs?: readonly RecurringJob[];
}

/** Called once, before the jobs start. */
export type MakeCore = (deps: CoreNeeds) => Core;

interface CoreNeeds {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly log: Logger;
  readonly findOrigins: FindOrigins;
  readonly applyEvent: ApplyEvent;
}

/** The versions of the calls that this Portico speaks, the newest first. Version 1 goes on for one release. */
const VERSIONS = [2, 1] as const;
const [NEWEST] = VERSIONS;

/** @throws CoreUnreachable */
export async function openCore(settings: CoreSettings, log: Logger): Promise<MakeCore> {
  const { ask, terms, version } = await agree(settings, log);
  log.info({ version }, 'The bank’s core answers.');
  return makeCore(ask, { terms, version, origins: settings.authenticationOrigins });
}

/**
 * Asks for the terms and, where the core offers them, for its events; changes nothing.
 *
 * @returns the version of the calls, and the number of the newest event; undefined: the core does not offer events
 * @throws CoreUnreachable
 */
export async function checkCore(
  settings: CoreSettings,
  log: Logger,
): Promise<{ readonly version: number; readonly newestEvent: number | undefined }> {
  const { ask, terms, version } = await agree(settings, log);
  if (!offersCall(terms, version, OPTIONAL_CALLS.listEvents)) return { version, newestEvent: undefined };
  const { newest } = await ask(OPTIONAL_CALLS.listEvents, { after: 0, limit: 1 }).catch((error: unknown) => {
    throw unusable(settings, error);
  });
  return { version, newestEvent: newest };
}

async function agree(settings: CoreSettings, log: Logger) {
  const ask = createCoreClient(settings, { log, version: NEWEST });
  try {
    const answer = await ask(READ_VERSIONS, {});
    const version = chooseVersion(answer.versions ?? [1]);
    const terms = CORE_CALLS.readTerms.parse(answer);
    requireOrigins(terms, settings);
    return { ask: version === NEWEST ? ask : createCoreClient(settings, { log, version }), terms, version };
  } catch (error) {
    throw unusable(settings, error);
  }
}

const unusable = (settings: CoreSettings, error: unknown) =>
  new CoreUnreachable(`The bank’s core at ${settings.url} cannot be used. ${adviceOn(error, settings)}`, { cause: error });

/** The customers' browsers are sent to addresses of the core, so the operator says where these may lie. */
class NoOrigins extends Error {
  override readonly name = 'NoOrigins';
}

function requireOrigins({ ownAuthentication = [] }: CoreTerms, { authenticationOrigins = [] }: CoreSettings): void {
  if (authenticationOrigins.length > 0 || ownAuthentication.every(({ approach }) => approach !== 'redirect')) return;
  throw new NoOrigins('It offers authentication on a page of the bank. Name the origin of this page in PORTICO_BANK_AUTHENTICATION_ORIGINS.');
}

class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';
}

function chooseVersion(spoken: readonly number[]): number {
  const version = VERSIONS.find((each) => spoken.includes(each));
  if (version !== undefined) return version;
  const text = `It speaks version ${spoken.join(', ')} of the calls, this Portico ${VERSIONS.toReversed().join(' and ')}. Update the older of the two.`;
  throw new UnknownVersion(text);
}

/** @throws the error, when it has another cause than the core */
function adviceOn(error: unknown, { tls }: CoreSettings): string {
  if (error instanceof UnknownVersion || error instanceof NoOrigins) return error.message;
  if (error instanceof WrongForm) return `The core’s read-terms: ${error.message}.`;
  if (!(error instanceof BankUnavailable)) throw error;
  const files = tls === undefined ? '' : ', and the files of PORTICO_BANK_CERT_FILE and PORTICO_BANK_CA_FILE';
  return `${error.options.detail} Start it there, or check PORTICO_BANK_URL and PORTICO_BANK_SECRET${files}.`;
}

/**
 * For operators' commands, which must work while the core is away: nothing is offered or signed, so its terms are not asked for. No optional call is
 * made.
 */
export function openCoreWithoutTerms(settings: CoreSettings, log: Logger): MakeCore {
  const terms: CoreTerms = {
    get authMethods() {
      return unknownTerm('authentication methods');
    },
    get bankCodes() {
      return unknownTerm('bank codes');
    },
    get fees() {
      return unknownTerm('fees');
    },
    get cutOff() {
      return unknownTerm('cut-off time');
    },
  };
  return makeCore(createCoreClient(settings, { log, version: NEWEST }), { terms, version: NEWEST });
}

function unknownTerm(what: string): never {
  throw new Error(`A command asked for the ${what} of the core, whose terms it has not read.`);
}

interface AgreedTerms {
  readonly terms: CoreTerms;
  readonly version: number;
  readonly origins?: readonly string[] | undefined;
}

/** Without members that this Portico does not know. */
function toBankMethod({ method, approach, labels: { en, et, lt, lv, ru } }: NonNullable<CoreTerms['ownAuthentication']>[number]): BankMethod {
  return { method, approach, labels: { en, et, lt, lv, ru } };
}

const offersCall = ({ optionalCalls = [] }: CoreTerms, version: number, { name }: { readonly name: string }) =>
  version > 1 && optionalCalls.includes(name);

function makeCore(ask: AskCore, { terms, version, origins = [] }: AgreedTerms): MakeCore {
  const methods = version === 1 ? [] : (terms.ownAuthentication ?? []).map(toBankMethod);
  const offers = (call: { readonly name: string }) => offersCall(terms, version, call);
  return (deps) => {
    defineRelease({ ...deps, ask });
    return {
      bank: createCoreBank({
        ask,
        terms,
        jobs: deps.jobs,
        findOrigins: version === 1 ? undefined : deps.findOrigins,
        hasRoles: version > 1,
        offersDecision: offers(OPTIONAL_CALLS.decide),
      }),
      accountReader: createCoreReader(ask),
      authenticator: createCoreAuthenticator(ask, { methods, origins }),
      ...(offers(OPTIONAL_CALLS.findOrders) && { findOrders: (paymentIds: readonly string[]) => findOrders(ask, paymentIds) }),
      jobs: offers(OPTIONAL_CALLS.listEvents) ? [defineFollowing({ ...deps, ask })] : [],
    };
  };
}
