/**
 * `/bank/authentication`: the customer comes back from the page on which the bank authenticated them. The parameters of the browser say only which challenge
 * it was about: the bank itself is asked for the outcome. It counts in the browser that began (docs/decisions/0109).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EngineDeps } from '../deps.ts';
import { listSessionsOf } from '../session/session-store.ts';
import { auditChain } from '../session/signing-session.ts';
import { ERROR_PAGE, issueEntryCode, pageOf } from './enter.ts';

/** Returns the path of the page that continues. */
export async function returnFromBank(deps: EngineDeps, request: FastifyRequest, reply: FastifyReply, state: string): Promise<string> {
  const { sca, signIn, platform } = deps;
  const back = sca.readReturn(state);
  if (back === undefined) return ERROR_PAGE;
  const ofSignIn = await signIn.returnFromBank(request, reply, back);
  if (ofSignIn !== undefined) return ofSignIn;
  const browser = signIn.browserSessionHash(request);
  const sessions = browser === undefined ? [] : await listSessionsOf(platform.db, browser);
  const session = sessions.find((each) => auditChain(each) === back.chain);
  if (session === undefined) {
    // Another browser: it shows nothing of what was to be signed, and the authentication ends.
    await sca.endElsewhere(back);
    return ERROR_PAGE;
  }
  if (session.challengeId === back.challengeId) await sca.markReturned(back.challengeId);
  const bankSession = await signIn.currentSession(request, { touch: true });
  return pageOf(session, await issueEntryCode(deps, session, bankSession?.sessionHash === browser ? bankSession : undefined));
}
