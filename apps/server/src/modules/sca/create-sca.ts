/** The module's service, wired from its use cases. */
import type { AuthMethod } from '@portico/contract';
import { digestPerson } from '#modules/bank/index.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { answerResponse } from './challenge/answer-response.ts';
import { type Challenge, type StoredChallenge, secondsLeft, toChallenge } from './challenge/challenge.ts';
import { type ChallengeEvent, dueEvent, isFinalChallengeState } from './challenge/challenge-state.ts';
import { createChallengeFinder, insertChallenge } from './challenge/challenge-store.ts';
import { concludeChallenge, lockConcluded, recordEnd } from './challenge/conclude-challenge.ts';
import { contentHash } from './challenge/content-hash.ts';
import { linkOf, notifyInstead } from './challenge/device-link.ts';
import { abandonChallenges } from './challenge/end-challenges.ts';
import type { ReportedEnd } from './challenge/evidence.ts';
import { hasRunningChallenge } from './challenge/running-challenge-store.ts';
import { startChallenge } from './challenge/start-challenge.ts';
import { useChallenge } from './challenge/use-challenge-store.ts';
import { waitForAnswer } from './challenge/wait-for-answer.ts';
import type { ScaDeps } from './deps.ts';
import { isBlocked, isFailure, triesLeft } from './methods/method-block.ts';
import { METHODS, offersForm } from './methods/methods.ts';
import { readAttempts } from './methods/person-attempt-store.ts';
import { createBankPages } from './own/bank-page.ts';
import { sayToPsu } from './psu-message.ts';
import type { AnsweredChallenge, Sca, StartChallenge, StartedChallenge } from './sca.ts';

/** For questions to a bank that is asked again at the next reading. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof Refusal) return undefined;
  throw error;
}

export function createSca(deps: ScaDeps): Sca {
  const { platform, authenticator } = deps;
  const findChallenge = createChallengeFinder(platform.db);
  const pages = createBankPages(deps);
  const isOwn = (method: AuthMethod) => authenticator.ownMethods?.some((each) => each.method === method) === true;

  async function poll(challenge: StoredChallenge): Promise<ChallengeEvent | ReportedEnd | undefined> {
    if (isFinalChallengeState(challenge.state)) return undefined;
    if (isOwn(challenge.method)) return pollOwn(challenge);
    if (authenticator.poll === undefined) return undefined;
    const { challengeId, customerId, method, purpose, displayText, controlCode, contentHash } = challenge;
    const asked = { challengeId, customerId, method, purpose, displayText, controlCode, contentHash, secondsLeft: secondsLeft(challenge) };
    // A bank that does not answer now is asked again at the next reading, until the challenge's time is over.
    return authenticator.poll(asked).catch(unlessRefused);
  }

  /** Of a challenge on the bank's page no outcome counts before the customer has come back: another person may have opened its address. */
  async function pollOwn(challenge: StoredChallenge): Promise<ReportedEnd | undefined> {
    if (challenge.redirect?.isReturned === false) return undefined;
    const outcome = await authenticator.readOutcome?.(pages.ask(challenge)).catch(unlessRefused);
    if (outcome === undefined || outcome.customerId === undefined || outcome.customerId === challenge.customerId) return outcome;
    return { event: 'unreachable', fault: 'otherPerson' };
  }

  /** A challenge, and what has happened to it that is not recorded. */
  async function look(
    challengeId: string,
  ): Promise<{ readonly found: StoredChallenge; readonly event: ChallengeEvent | ReportedEnd | undefined } | undefined> {
    const found = await findChallenge(challengeId);
    return found && { found, event: dueEvent(found, found.now) ?? (await poll(found)) };
  }

  async function readUnless(left: ChallengeEvent | undefined, challengeId: string): Promise<AnsweredChallenge | undefined> {
    const seen = await look(challengeId);
    if (seen === undefined) return undefined;
    const { found, event } = seen;
    if (event === undefined) return toChallenge(found);
    const heard = typeof event === 'object' ? event : undefined;
    if ((heard?.event ?? event) === left) return { ...toChallenge({ ...found, state: 'approved' }), isHeard: true, heard };
    const challenge = await concludeChallenge(platform, challengeId, event);
    return challenge && toChallenge(challenge);
  }

  const read = (challengeId: string): Promise<Challenge | undefined> => readUnless(undefined, challengeId);

  async function start(input: StartChallenge): Promise<StartedChallenge> {
    for (;;) {
      const started = await startChallenge(deps, input, (challenge) => insertChallenge(platform.db, challenge));
      // Else a block has ended between the two statements that look for one.
      if (started !== undefined) return started;
    }
  }

  return {
    testDevice: authenticator.testDevice,
    ownMethods: authenticator.ownMethods,
    async bankPage({ challengeId, state, redirect }) {
      if (redirect === undefined) return undefined;
      const found = state === 'started' ? await findChallenge(challengeId) : undefined;
      return found === undefined ? { isReturned: redirect.isReturned } : pages.show(pages.ask(found), redirect.isReturned);
    },
    visitPage: (visit, isReturned) => pages.show(pages.askVisitor(visit, contentHash(visit.content)), isReturned),
    visitOutcome: async (visit) => authenticator.readOutcome?.(pages.askVisitor(visit, contentHash(visit.content))).catch(unlessRefused),
    cancelVisit: async (challengeId) => authenticator.cancel?.(challengeId).catch(unlessRefused),
    readReturn: pages.readState,
    markReturned: pages.markReturned,
    endElsewhere: pages.endElsewhere,
    isOffered: (method) => authenticator.offers(method),
    isOnBankPage: (method) => offersForm(authenticator, method, 'redirect'),
    offersLink: (method) => authenticator.offers(method) && offersForm(authenticator, method, 'deviceLink'),
    reach: async (customer) => authenticator.reach?.(customer),
    start,
    startWith: (input, write) => startChallenge(deps, input, write),
    read,
    deviceLink: ({ token, state, contentHash, link }, whose) => linkOf(authenticator, { token, state, contentHash, link, ...whose }),
    notify: async (challengeId) => {
      await notifyInstead(deps, challengeId);
      return read(challengeId);
    },
    isAskedFrom: async (deviceKeyHash, challengeId) => (await findChallenge(challengeId))?.deviceKeyHash === deviceKeyHash,
    waitForAnswer: (challengeId, options) => waitForAnswer(() => read(challengeId), options),
    respond: async (challengeId, response) => toChallenge(await answerResponse(deps, challengeId, response)),
    waitForApproval: (challengeId, options) => waitForAnswer(() => readUnless('approve', challengeId), options),
    lock: (tx, { challengeId, isHeard, heard }) => lockConcluded(tx, challengeId, isHeard && (heard ?? 'approve')),
    async use(context, locked) {
      if (locked.state !== 'approved' || locked.isUsed) throw new Error(`The challenge ${locked.challengeId} is no approval that could be used.`);
      await recordEnd(context, locked, { isUsed: true });
    },
    record: async ({ challengeId, isHeard, heard }) => void (isHeard && (await concludeChallenge(platform, challengeId, heard ?? 'approve'))),
    consume: useChallenge,
    // Left early is timed out early: it ends, and it does not count as a failure.
    async abandon(challengeId) {
      const left = await concludeChallenge(platform, challengeId, 'timeOut');
      // The bank's page or app ends by its own time, too, so a core that does not answer now is not asked again.
      if (left !== undefined && isOwn(left.method)) await authenticator.cancel?.(challengeId).catch(unlessRefused);
    },
    abandonAll: (challengeIds) => abandonChallenges(platform, challengeIds),
    async triesLeft({ challengeId, state }) {
      const found = isFailure(state) ? await findChallenge(challengeId) : undefined;
      const counted = found && (await readAttempts(platform.db, { ...found, isKnownBrowser: true }));
      return counted && triesLeft(counted.attempts, counted.now);
    },
    async isBlocked(reader, customer, method) {
      const { sandboxId } = customer;
      const counted = await readAttempts(reader, { sandboxId, person: digestPerson(platform.config.keys, customer), method, isKnownBrowser: false });
      return counted !== undefined && isBlocked(counted.attempts, counted.now);
    },
    isAsking: ({ sandboxId, ...customer }, method) =>
      hasRunningChallenge(platform.db, { sandboxId, person: digestPerson(platform.config.keys, customer), method }),
    psuMessage: (method, content, locale) => sayToPsu(METHODS[method], contentHash(content), locale),
    contentHash,
    pretend(method, content) {
      const hash = contentHash(content);
      const { controlCode, hasResponse } = METHODS[method];
      return { controlCode: controlCode?.(hash), calculatorNumber: hasResponse === true ? authenticator.drawNumber?.(content, hash) : undefined };
    },
  };
}
