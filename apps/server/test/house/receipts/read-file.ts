import type { House } from '../open-house.ts';
import type { Signer } from './sign-everything.ts';

/** A receipt as the file that the browser saves. */
export async function readFileOf(house: House, { browser }: Pick<Signer, 'browser'>, path: string): Promise<Buffer> {
  const headers = { host: new URL(house.config.publicUrl).host, cookie: browser.cookieHeader(path) };
  const { statusCode, rawPayload } = await house.portico.app.inject({ method: 'GET', url: path, headers });
  if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}.`);
  return rawPayload;
}
