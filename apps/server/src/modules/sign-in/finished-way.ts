/** Where a customer goes from a sign-in that was completed, also from a browser without a Forward button. */
import type { SignInOverBody } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { returnCookie } from './sign-in-cookies.ts';
import type { SignInPlatform } from './sign-in-deps.ts';
import type { StoredSignIn } from './sign-in-store.ts';

/** The address to which a sign-in for signing or for the bank's own pages leads. Signing: undefined once the cookie with the last segment is gone. */
export function wayOn(platform: Pick<SignInPlatform, 'config'>, request: FastifyRequest, signIn: StoredSignIn): string | undefined {
  if (signIn.purpose === 'bank') return signIn.returnTo;
  const secret = signIn.purpose === 'signing' ? returnCookie(platform.config, signIn.signInId).read(request) : undefined;
  return secret === undefined ? undefined : `${signIn.returnTo}/${secret}`;
}

/**
 * What the 410 of a completed sign-in says to its browser. An authorization is resumed once, and a payment may have been signed meanwhile: without
 * a way on, the customer goes to the application's website, never to an address for refusals.
 */
export function finishedWay(
  platform: Pick<SignInPlatform, 'config'>,
  request: FastifyRequest,
  signIn: StoredSignIn,
): Pick<SignInOverBody, 'continueTo' | 'tppApplicationName'> {
  const continueTo = wayOn(platform, request, signIn);
  if (continueTo !== undefined) return { continueTo };
  return signIn.website === undefined ? {} : { continueTo: signIn.website, tppApplicationName: signIn.tppApplicationName };
}
