/** The way back from the page on which the bank authenticates a customer who signs in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BANK_TENANT } from '../../bank/index.ts';
import type { DeviceCookie } from '../../sca/index.ts';
import type { ReturnedFromBank } from '../sign-in.ts';
import { signInPath } from '../sign-in-cookies.ts';
import type { SignInPlatform } from '../sign-in-deps.ts';
import { findSignIn, replaceVisit } from '../sign-in-store.ts';

const CHAIN = 'sign-in:';

/**
 * Notes the first return, in the browser that began. In another browser the visit ends: its address was passed on, and the person who used it must not sign
 * this browser's opener in. @returns undefined when it is not about a sign-in.
 */
export async function returnFromBank(
  { platform, deviceCookie }: { readonly platform: SignInPlatform; readonly deviceCookie: DeviceCookie },
  { request }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { challengeId, chain }: ReturnedFromBank,
): Promise<string | undefined> {
  if (!chain.startsWith(CHAIN)) return undefined;
  const signInId = chain.slice(CHAIN.length);
  const signIn = await findSignIn(platform.db, signInId);
  const visit = signIn?.decoy?.visit;
  const isOpen = visit !== undefined && visit.challengeId === challengeId && !visit.isReturned && visit.end === undefined;
  if (signIn !== undefined && isOpen) {
    const isHere = visit.deviceKeyHash === deviceCookie.read(request);
    const next = isHere ? { ...visit, isReturned: true } : { ...visit, end: 'timedOut' as const };
    await platform.write(async ({ tx, audit }) => {
      if (!(await replaceVisit(tx, signIn, visit, next)) || isHere) return;
      await audit({ chain, sandboxId: BANK_TENANT, event: 'sign-in.returned-elsewhere', ids: { signInId, challengeId } });
    });
  }
  return signInPath(signInId);
}
