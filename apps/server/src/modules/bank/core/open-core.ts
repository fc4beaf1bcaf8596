/** The way to a bank's own core: its terms are read once, at the start; without them there is nothing to offer. */
import type { Logger } from 'pino';
import type { CoreSettings } from '#platform/config.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { AccountReader } from '../account-reader.ts';
import type { Authenticate } from '../authenticate.ts';
import type { Bank } from '../bank.ts';
import { BankUnavailable } from '../bank-unavailable.ts';
import { CORE_CALLS, type CoreTerms } from './core-answers.ts';
import { type AskCore, createCoreClient } from './core-client.ts';
import { createCoreBank } from './create-core-bank.ts';
import { createCoreReader } from './create-core-reader.ts';
import { defineRelease } from './release-later.ts';

/** What a bank with its own core puts in the sandbox bank's place. */
export type BankAdapter = Bank & AccountReader & { readonly authenticate?: Authenticate };

interface AdapterDeps {
  readonly jobs: Jobs;
  readonly write: RunWrite;
  readonly clock: Clock;
}

/** Called once, before the jobs start. */
export type MakeBankAdapter = (deps: AdapterDeps) => BankAdapter;

/** The core could not be used when the process started. The message is for people and holds no secret. */
export class CoreUnreachable extends Error {
  override readonly name = 'CoreUnreachable';
}

/** @throws CoreUnreachable */
export async function openCore(settings: CoreSettings, log: Logger): Promise<MakeBankAdapter> {
  const ask = createCoreClient({ ...settings, log });
  const terms = await ask(CORE_CALLS.readTerms, {}).catch((error: unknown) => {
    if (!(error instanceof BankUnavailable)) throw error;
    const text = `The bank’s core at ${settings.url} cannot be used. ${error.options.detail} Start it there, or check PORTICO_BANK_URL and PORTICO_BANK_SECRET.`;
    throw new CoreUnreachable(text, { cause: error });
  });
  return makeAdapter(ask, terms);
}

/** For operators' commands, which must work while the core is away: nothing is offered or signed, so its terms are not asked for. */
export function openCoreWithoutTerms(settings: CoreSettings, log: Logger): MakeBankAdapter {
  return makeAdapter(createCoreClient({ ...settings, log }), {
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
  });
}

function unknownTerm(what: string): never {
  throw new Error(`A command asked for the ${what} of the core, whose terms it has not read.`);
}

function makeAdapter(ask: AskCore, terms: CoreTerms): MakeBankAdapter {
  return ({ jobs, write, clock }) => {
    defineRelease({ ask, jobs, write, clock });
    return {
      ...createCoreBank({ ask, terms, jobs }),
      ...createCoreReader(ask),
      authenticate: async (challenge) => {
        const { state } = await ask(CORE_CALLS.authenticate, challenge);
        return state === 'started' ? undefined : state;
      },
    };
  };
}
