/**
 * Sign-in with an external account. State, nonce and PKCE verifier are bound to the browser's cookie, so a response for another browser is
 * refused. Issuer and subject identify the account. A verified address only decides which developer a new external account is linked to.
 */
import type { SocialProvider } from '@portico/contract/values';
import { hmacSha256Hex, sha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { SessionStart } from '../begin-session.ts';
import { findDeveloper, insertDeveloper } from '../developer-store.ts';
import type { Developer } from '../developers.ts';
import type { IdentityDeps, IdentityPlatform } from '../identity-deps.ts';
import { googleLinkedMail } from '../identity-mails.ts';
import { readEmail } from '../read-email.ts';
import { type Entry, enter } from '../second-factor/enter.ts';
import { deleteSignUps } from '../sign-up-store.ts';
import { type OpenIdConnect, SocialRefusal, type UpstreamIdentity } from './open-id-connect.ts';
import { findDeveloperOfAccount, insertSocialSignIn, linkAccount, takeSocialSignIn } from './social-store.ts';

/** Where a new developer begins, as after the link of a verification mail. */
const AFTER_SIGN_UP = '/tokens';

export interface StartedSocialSignIn {
  readonly location: string;
  /** Value of the browser's cookie. */
  readonly browserSecret: string;
}

/** @throws SocialRefusal `unavailable`. */
export async function startSocialSignIn(
  { platform }: Pick<IdentityDeps, 'platform'>,
  upstream: OpenIdConnect,
  { provider, returnTo }: { provider: SocialProvider; returnTo: string },
): Promise<StartedSocialSignIn> {
  const { random, write } = platform;
  const [state, browserSecret] = [random.secret(), random.secret()];
  const location = await upstream.authorizationUrl({ state, ...derivedFrom(platform, browserSecret) });
  await write(({ tx }) => insertSocialSignIn(tx, { stateHash: sha256Hex(state), browserHash: sha256Hex(browserSecret), provider, returnTo }));
  return { location, browserSecret };
}

export interface SocialAnswer extends Pick<SessionStart, 'earlierSessionHash' | 'browser'> {
  readonly provider: SocialProvider;
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly issuer: string | undefined;
  /** The secret of this browser's cookie. */
  readonly browserSecret: string | undefined;
  readonly knownDeviceHashOf: (email: string) => Promise<string | undefined>;
}

/** @throws SocialRefusal */
export async function finishSocialSignIn(
  deps: IdentityDeps,
  upstream: OpenIdConnect,
  answer: SocialAnswer,
): Promise<{ returnTo: string; entry: Entry }> {
  const { platform } = deps;
  const { provider, state, code, error, browserSecret } = answer;
  if (state === undefined || browserSecret === undefined) throw new SocialRefusal('expired', 'Without state or cookie.');
  const key = { stateHash: sha256Hex(state), browserHash: sha256Hex(browserSecret), provider };
  const returnTo = await platform.write(({ tx }) => takeSocialSignIn(tx, key));
  if (returnTo === undefined) throw new SocialRefusal('expired', 'No such sign-in is under way in this browser.');
  if (code === undefined) throw new SocialRefusal(error === 'access_denied' ? 'cancelled' : 'failed', `Answered with the error ${error}.`);

  const identity = await upstream.identify({ code, issuer: answer.issuer, ...derivedFrom(platform, browserSecret) });
  if (!identity.isEmailVerified || identity.email === undefined) throw new SocialRefusal('emailNotVerified', 'The address is not verified there.');
  const email = readEmail(identity.email);
  if (email === undefined) throw new SocialRefusal('failed', 'The address has a form that is not accepted.');
  const knownDeviceHash = await answer.knownDeviceHashOf(email);
  const { isNew, entry } = await platform.write(async (context) => {
    const found = await findOrJoin(deps, context, identity, email);
    const { earlierSessionHash, browser } = answer;
    return {
      isNew: found.isNew,
      entry: await enter(platform, context.tx, { developerId: found.developerId, knownDeviceHash, earlierSessionHash, browser }),
    };
  });
  return { returnTo: isNew && returnTo === '/' ? AFTER_SIGN_UP : returnTo, entry };
}

async function findOrJoin(
  deps: IdentityDeps,
  context: WriteContext,
  account: UpstreamIdentity,
  email: string,
): Promise<Developer & { readonly isNew: boolean }> {
  const { platform, mail } = deps;
  const { tx } = context;
  const known = await findDeveloperOfAccount(tx, account);
  if (known !== undefined) return { ...known, isNew: false };
  // Deletes pending sign-ups with this address: their owners never verified it.
  await deleteSignUps(tx, email);
  const fresh = { developerId: platform.random.id('dev'), email };
  const isNew = await insertDeveloper(tx, { ...fresh, passwordHash: null });
  const developer = isNew ? fresh : await findDeveloper(tx, { email });
  if (developer === undefined || !(await linkAccount(tx, account, developer.developerId))) {
    throw new SocialRefusal('failed', 'Another sign-in with this account came first.');
  }
  if (!isNew) await mail.enqueue(context, { to: developer.email, ...googleLinkedMail(platform.config) });
  platform.log.info({ developerId: developer.developerId, isNew }, 'An account elsewhere now signs a developer in.');
  return { ...developer, isNew };
}

function derivedFrom({ config }: Pick<IdentityPlatform, 'config'>, browserSecret: string): { nonce: string; codeVerifier: string } {
  const derive = (what: string) => hmacSha256Hex(config.keys.secrets, `social ${what}:${browserSecret}`);
  return { nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}
