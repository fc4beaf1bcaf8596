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

/** @throws WrongUse */
export function signedIn(session: Session | undefined): Session {
  if (session === undefined) throw new WrongUse('You are not logged in: portico-tpp login --bank <origin> --email <address>');
  return session;
}

export interface Api {
  readonly bank: string;
  readonly customer: CustomerWithToken;
  readonly client: Client;
}

/** The API in the name of the customer whom the command names. */
export async function openApi({ session, options }: Given): Promise<Api> {
  const { bank } = signedIn(session);
  const customer = await customerWithToken(signedIn(session), options.customer);
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
