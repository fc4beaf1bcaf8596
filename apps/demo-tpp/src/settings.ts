/** The shop's settings, from the environment. A wrong one stops the start with its name, what was given and what is accepted. */
import { join } from 'node:path';

export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The shop's own origin as browsers see it, no trailing slash. */
  readonly publicUrl: string;
  /** Origin of the bank's portal. */
  readonly bank: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** SQLite file of orders and recorded exchanges; `:memory:` keeps nothing. */
  readonly databaseFile: string;
}

const DEFAULT_PORT = 3001;
const PORT_MAX = 65_535;

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const host = env.HOST ?? '127.0.0.1';
  const port = readPort(env.PORT);
  const folder = env.DEMO_TPP_DATA_DIR ?? env.DEMO_DATA_DIR ?? 'data';
  return {
    host,
    port,
    publicUrl: readUrl('PUBLIC_URL', env.PUBLIC_URL ?? `http://127.0.0.1:${port}`),
    bank: readOrigin('PORTICO_URL', env.PORTICO_URL ?? 'http://localhost:3000'),
    clientId: readText('CLIENT_ID', env.CLIENT_ID),
    clientSecret: readText('CLIENT_SECRET', env.CLIENT_SECRET),
    databaseFile: folder === ':memory:' ? folder : join(folder, 'demo-tpp', 'shop.sqlite'),
  };
}

function readPort(given: string | undefined): number {
  if (given === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port > PORT_MAX || Number.isNaN(port)) throw new RangeError(`PORT is "${given}"; accepted: a number from 0 to ${PORT_MAX}.`);
  return port;
}

function readUrl(name: string, given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '' || url.search !== '') {
    throw new RangeError(`${name} is "${given}"; accepted: an http or https address without query and fragment.`);
  }
  return given.replace(/\/+$/, '');
}

function readOrigin(name: string, given: string): string {
  const url = readUrl(name, given);
  if (new URL(url).origin !== url) throw new RangeError(`${name} is "${given}"; accepted: an origin, such as http://localhost:3000.`);
  return url;
}

function readText(name: string, given: string | undefined): string {
  if (given === undefined || given === '')
    throw new RangeError(`${name} is missing; accepted: the value the bank's portal shows for this application.`);
  return given;
}
