/**
 * Signs operators in at the bank's OpenID provider. State, nonce and PKCE verifier are derived from a secret in the browser's cookie, so an answer for
 * another browser is refused. The groups of the ID token decide the roles.
 */
import type { ConsoleSignInProblem } from '@portico/contract/values';
import { type OpenIdConnect, SocialRefusal } from '#modules/developers/index.ts';
import { hmacSha256Hex, sha256Hex } from '#platform/crypto/hash.ts';
import type { Platform } from '#platform/platform.ts';
import { rolesOfGroups } from './acts.ts';
import type { ConsoleServices } from './console-services.ts';
import { entryOf } from './record-act.ts';
import { insertSession } from './session-store.ts';

type SignInServices = Pick<ConsoleServices, 'platform' | 'settings'> & { readonly provider: OpenIdConnect };

/** The sign-in page shows the problem; the message is for the log. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly problem: ConsoleSignInProblem;
  constructor(problem: ConsoleSignInProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** @throws SignInRefused `unavailable`. */
export async function beginSignIn({ platform, provider }: SignInServices): Promise<{ readonly location: string; readonly browserSecret: string }> {
  const browserSecret = platform.random.secret();
  return { location: await provider.authorizationUrl(derivedFrom(platform, browserSecret)).catch(asRefusal), browserSecret };
}

export interface SignInAnswer {
  readonly browserSecret: string | undefined;
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly issuer: string | undefined;
  readonly address: string;
}

/** Returns the secret of the new session. @throws SignInRefused */
export async function finishSignIn(deps: SignInServices, answer: SignInAnswer): Promise<string> {
  const { platform, settings, provider } = deps;
  const { browserSecret, state, code, error, issuer, address } = answer;
  const begun = browserSecret === undefined ? undefined : derivedFrom(platform, browserSecret);
  if (begun === undefined || state !== begun.state) throw new SignInRefused('expired', 'This browser began no such sign-in.');
  if (code === undefined) throw new SignInRefused(error === 'access_denied' ? 'cancelled' : 'failed', `Answered with the error ${error}.`);
  const { subject, claims } = await provider.identify({ ...begun, code, issuer }).catch(asRefusal);
  const operator = nameOf(claims) ?? subject;
  const roles = rolesOfGroups(claims.groups, settings.groups);
  const person = { subject, operator, roles };
  if (roles.length === 0) {
    await platform.write(({ audit }) => audit(entryOf(person, { name: 'sign-in-refused' })));
    throw new SignInRefused('noRole', `No group of ${subject} has a role.`);
  }
  const secret = platform.random.secret();
  await platform.write(async ({ tx, audit }) => {
    await insertSession(tx, { ...person, sessionHash: sha256Hex(secret), address });
    await audit(entryOf(person, { name: 'signed-in' }));
  });
  return secret;
}

const NAME_LENGTH_MAX = 200;

function nameOf({ name }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, NAME_LENGTH_MAX) : undefined;
}

function derivedFrom({ config }: Pick<Platform, 'config'>, browserSecret: string) {
  const derive = (what: string) => hmacSha256Hex(config.keys.secrets, `console ${what}:${browserSecret}`);
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

function asRefusal(error: unknown): never {
  if (!(error instanceof SocialRefusal)) throw error;
  throw new SignInRefused(error.failure === 'unavailable' ? 'unavailable' : 'failed', error.message, { cause: error.cause });
}
