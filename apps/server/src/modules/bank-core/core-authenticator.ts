/** Strong customer authentication by the bank's own core, which is polled about a challenge until the challenge ends. */
import type { AuthMethod, BankMethod } from '@portico/contract';
import type { Authenticator } from '#modules/sca/index.ts';
import { EVENTS } from './challenge-events.ts';
import type { AskCore } from './core-client.ts';
import { createOwnAuthentication } from './own-authentication.ts';
import { CORE_CALLS } from './wire/calls.ts';

/** `authenticate` has no card reader and no calculator, and the bank's page and app have calls of their own: only `ownMethods` offers these. */
const NOT_OFFERED: ReadonlySet<AuthMethod> = new Set(['IDCARD', 'CODE_CALCULATOR', 'BANK_PAGE', 'BANK_APP']);

/** @param own the methods that the bank carries out itself, and the origins of its pages */
export function createCoreAuthenticator(
  ask: AskCore,
  own: { readonly methods: readonly BankMethod[]; readonly origins: readonly string[] },
): Authenticator {
  return {
    offers: (method) => !NOT_OFFERED.has(method) || own.methods.some((each) => each.method === method),
    async poll(challenge) {
      const { state } = await ask(CORE_CALLS.authenticate, challenge);
      return state === 'started' ? undefined : EVENTS[state];
    },
    ...(own.methods.length > 0 && createOwnAuthentication({ ask, ...own })),
  };
}
