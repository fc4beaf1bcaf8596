/** Settings of the stand-in, from the environment. A wrong one stops the start with its name. */

export interface Settings {
  readonly port: number;
  /** Origin and issuer, no trailing slash. */
  readonly issuer: string;
  /** The one client: a development server of Portico. */
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
    clientId: readText('CLIENT_ID', env.CLIENT_ID),
    clientSecret: readText('CLIENT_SECRET', env.CLIENT_SECRET),
    redirectUri: readText('REDIRECT_URI', env.REDIRECT_URI),
  };
}

function readText(name: string, given: string | undefined): string {
  if (given === undefined || given === '') throw new RangeError(`${name} is missing.`);
  return given;
}
