/** The module's service for the authorization server and the signing pages. */
import { digestPerson } from '../bank/index.ts';
import { createDeviceCookie } from '../sca/index.ts';
import { browserSessionHash, currentSession, hasLiveSession } from './bank-session.ts';
import { findLastBrowser } from './known-browser-store.ts';
import { openSignIn } from './open-sign-in.ts';
import type { SignIn } from './sign-in.ts';
import type { SignInPlatform } from './sign-in-deps.ts';
import { returnFromBank } from './visit/return-from-bank.ts';

/** Needs no authorization server: that one stands above and is given to `registerSignInRoutes`. */
export function createSignIn({ platform }: { platform: SignInPlatform }): SignIn {
  const deviceCookie = createDeviceCookie(platform);
  return {
    open: (request, reply, input) => openSignIn({ platform, deviceCookie }, { request, reply }, input),
    currentSession: (request, options) => currentSession(platform, request, options),
    isByPerson: ({ person }, customer) => person === undefined || person === digestPerson(platform.config.keys, customer),
    isAtTheBank: hasLiveSession,
    lastBrowser: findLastBrowser,
    returnFromBank: (request, reply, back) => returnFromBank({ platform, deviceCookie }, { request, reply }, back),
    browserSessionHash: (request) => browserSessionHash(platform, request),
  };
}
