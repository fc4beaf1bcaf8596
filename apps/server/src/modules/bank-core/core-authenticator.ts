/** Strong customer authentication by the bank's own core, which is polled about a challenge until the challenge ends. */
import type { AuthMethod } from '@portico/contract';
import type { Authenticator, ChallengeEvent } from '#modules/sca/index.ts';
import type { AskCore } from './core-client.ts';
import { CORE_CALLS } from './wire/calls.ts';

/** Card reader and calculator exist in the sandbox only, because the core has no calls for them. */
const NOT_OFFERED: ReadonlySet<AuthMethod> = new Set(['IDCARD', 'CODE_CALCULATOR']);

const EVENTS: Readonly<Record<'approved' | 'refused' | 'wrongCode' | 'timedOut' | 'unreachable', ChallengeEvent>> = {
  approved: 'approve',
  refused: 'refuse',
  wrongCode: 'wrongCode',
  timedOut: 'timeOut',
  unreachable: 'unreachable',
};

export function createCoreAuthenticator(ask: AskCore): Authenticator {
  return {
    offers: (method) => !NOT_OFFERED.has(method),
    async poll(challenge) {
      const { state } = await ask(CORE_CALLS.authenticate, challenge);
      return state === 'started' ? undefined : EVENTS[state];
    },
  };
}
