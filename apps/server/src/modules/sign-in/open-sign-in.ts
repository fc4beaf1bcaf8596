/** Opens a sign-in and binds it to the browser at hand. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { DeviceCookie } from '../sca/index.ts';
import type { OpenSignIn } from './sign-in.ts';
import { returnCookie, SIGN_IN_SECONDS, signInCookie, signInPath } from './sign-in-cookies.ts';
import type { SignInPlatform } from './sign-in-deps.ts';
import { insertSignIn } from './sign-in-store.ts';

/** The id becomes a cookie's path. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** @returns the page's path. */
export async function openSignIn(
  deps: { platform: SignInPlatform; deviceCookie: DeviceCookie },
  http: { request: FastifyRequest; reply: FastifyReply },
  input: OpenSignIn,
): Promise<string> {
  const { platform } = deps;
  const signInId = input.id ?? platform.random.id('sgi');
  if (!ID.test(signInId)) throw new Error('The id of a sign-in cannot be part of a path.');
  if (input.purpose === 'signing' && (input.returnTo === undefined || input.customerId === undefined || input.signingSessionId === undefined)) {
    throw new Error('A sign-in for signing needs its signing session, the customer who may end it and the way on.');
  }
  if (input.purpose === 'bank' && input.returnTo === undefined) throw new Error("A sign-in for the bank's own pages needs the way on.");
  const secret = platform.random.secret();
  await platform.write(({ tx }) =>
    insertSignIn(
      tx,
      {
        signInId,
        purpose: input.purpose,
        appId: input.appId,
        signingSessionId: input.signingSessionId,
        tppName: input.tppName,
        tppApplicationName: input.tppApplicationName,
        bankCountry: input.bankCountry,
        locale: input.locale,
        onlySandboxId: input.sandboxId,
        onlyCustomerId: input.customerId,
        returnTo: input.returnTo,
        cancelTo: input.cancelTo,
        browserHash: sha256Hex(secret),
      },
      SIGN_IN_SECONDS,
    ),
  );
  signInCookie(platform.config, signInId).write(http.reply, secret);
  if (input.returnSecret !== undefined) returnCookie(platform.config, signInId).write(http.reply, input.returnSecret);
  deps.deviceCookie.readOrCreate(http.request, http.reply);
  return signInPath(signInId);
}
