/** What a command gets, and what commands share. */
import { type Client, createClient } from '../client.ts';
import { WrongUse } from './failures.ts';
import { type CustomerWithToken, customerWithToken, reach } from './portal.ts';
import type { Session } from './session-file.ts';
import type { Terminal } from './terminal.ts';

export interface Given {
  readonly session: Session | undefined;
  /** Empty where the command has none. */
  readonly argument: string;
  /** The arguments after the first one. */
  readonly others: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly terminal: Terminal;
}

export interface Result {
  /** With --json. */
  readonly document: object;
  /** Without. */
  readonly lines: readonly string[];
  /** Default 0. */
  readonly exitCode?: number;
}

/** The sandbox takes an address for documentation (RFC 5737) as that of a customer who is there: such readings are not counted. */
export const THERE = { 'PSU-IP-Address': '192.0.2.10' } as const;

/** As the portal checks it. A header takes no other text. */
const CLIENT_ID = /^[\w.-]{1,64}$/;

/**
 * The session, with the application that the command is about: of `--application`, else of PORTICO_TPP_APPLICATION, else of “application use”.
 *
 * @throws WrongUse without a login, or for an application that is no client id
 */
export function signedIn({ session, options, terminal }: Given): Session {
  if (session === undefined) throw new WrongUse('You are not logged in: portico-tpp login --bank <origin> --email <address>');
  const application = options.application ?? (terminal.env.PORTICO_TPP_APPLICATION || session.application);
  if (application === undefined) return session;
  if (!CLIENT_ID.test(application)) throw new WrongUse(`“${application}” is no client id. “portico-tpp applications” lists yours.`);
  return { ...session, application };
}

/** For questions: which sandbox a command would change. */
export const sandboxOf = ({ application }: Session) => (application === undefined ? 'your sandbox' : `the sandbox of ${application}`);

export interface Api {
  readonly bank: string;
  readonly customer: CustomerWithToken;
  readonly client: Client;
}

/** The API in the name of the customer whom the command names. */
export async function openApi(given: Given): Promise<Api> {
  const session = signedIn(given);
  const { bank } = session;
  const customer = await customerWithToken(session, given.options.customer);
  return { bank, customer, client: createClient({ bank, token: customer.access_token, fetch: reach }) };
}

/** @throws WrongUse unless the person agrees, or --yes is given */
export async function confirm({ options, terminal }: Given, what: string): Promise<void> {
  if (options.yes !== undefined) return;
  if (!terminal.isInteractive) throw new WrongUse(`${what} To agree, add --yes.`);
  const answer = await terminal.ask(`${what} Type “yes” to agree: `);
  if (answer.trim() !== 'yes') throw new WrongUse('Nothing was done.');
}

/** @throws WrongUse unless it is a whole number of at least one */
export function toNumber(option: string, value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new WrongUse(`--${option} is “${value}”; give a whole number, such as 30.`);
  return Number(value);
}
