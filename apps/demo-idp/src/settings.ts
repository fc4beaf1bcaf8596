/** Settings of the stand-in, from the environment. A wrong one stops the start with its name. */

export interface Settings {
  readonly port: number;
  /** Origin and issuer, no trailing slash. */
  readonly issuer: string;
  /** The portal of a development server. */
  readonly portal: Client;
  /** Its console; absent: it has none. */
  readonly console: Client | undefined;
}

export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const port = Number(readText('PORT', env.PORT ?? '3002'));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError('PORT must be a number from 1 to 65535.');
  return {
    port,
    issuer: `http://127.0.0.1:${port}`,
    portal: readClient(env, ''),
    console: env.CONSOLE_CLIENT_ID === undefined ? undefined : readClient(env, 'CONSOLE_'),
  };
}

function readClient(env: Readonly<Record<string, string | undefined>>, prefix: string): Client {
  const read = (name: string) => readText(`${prefix}${name}`, env[`${prefix}${name}`]);
  return { clientId: read('CLIENT_ID'), clientSecret: read('CLIENT_SECRET'), redirectUri: read('REDIRECT_URI') };
}

function readText(name: string, given: string | undefined): string {
  if (given === undefined || given === '') throw new RangeError(`${name} is missing.`);
  return given;
}
