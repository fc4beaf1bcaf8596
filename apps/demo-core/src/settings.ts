/** Settings of the core, from the environment. A wrong one stops the start with its name. */
export interface Settings {
  readonly port: number;
  /** Each of them is accepted: while the secret changes, there are two. */
  readonly secrets: readonly string[];
  /** Of the calls: 2; 1 is what a core did before there were versions. */
  readonly version: number;
  /** Of the ledger; made and filled when it is not there. */
  readonly file: string;
  /** Accounts of each person in a new ledger. */
  readonly accounts: number;
  /** After how many questions about a challenge the person's phone has approved it; 0: nobody ever does. */
  readonly approvesAfter: number;
  /** The bank authenticates its customers itself, too: on its page, and in its app. */
  readonly hasOwnAuthentication: boolean;
  /** Of the bank's page and app, as browsers reach them. */
  readonly origin: string;
}

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const port = readNumber('PORT', env.PORT ?? '3010', 65_535);
  return {
    port,
    hasOwnAuthentication: env.CORE_OWN_AUTHENTICATION === 'on',
    origin: env.CORE_ORIGIN ?? `http://127.0.0.1:${port}`,
    secrets: [readText('CORE_SECRET', env.CORE_SECRET), ...(env.CORE_SECRET_NEXT ? [env.CORE_SECRET_NEXT] : [])],
    version: readNumber('CORE_VERSION', env.CORE_VERSION ?? '2', 2),
    file: readText('CORE_FILE', env.CORE_FILE),
    accounts: readNumber('CORE_ACCOUNTS', env.CORE_ACCOUNTS ?? '2', 500),
    approvesAfter: readNumber('CORE_APPROVES_AFTER', env.CORE_APPROVES_AFTER ?? '2', 1_000),
  };
}

function readNumber(name: string, given: string, max: number): number {
  const number = Number(given);
  if (!/^\d+$/.test(given) || number > max) throw new RangeError(`${name} must be a whole number up to ${max}.`);
  return number;
}

function readText(name: string, given: string | undefined): string {
  if (given === undefined || given === '') throw new RangeError(`${name} is missing.`);
  return given;
}
