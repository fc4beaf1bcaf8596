import type { Threat } from './threat.ts';

const test = 'apps/server/test/journeys/own-authentication.test.ts';
const core = 'apps/server/src/modules/bank-core/own-authentication.ts';

export const T56: Threat = {
  id: 'T56',
  title:
    'Using an authentication at the bank’s page for another browser, person, payment or moment, or leading customers from it to a foreign address',
  defence:
    'No outcome is read before the browser that began has come back with a sealed value, and the core’s outcome must be for this content and person, now.',
  proofs: [
    {
      rule: 'a sign-in ends when its customer comes back in another browser',
      test: { file: test, name: 'ends without a sign-in when the customer comes back in another browser' },
      disable: {
        file: 'apps/server/src/modules/sign-in/visit/return-from-bank.ts',
        find: 'const isHere = visit.deviceKeyHash === deviceCookie.read(request);',
        replace: 'const isHere = deviceCookie.read(request) !== null;',
      },
    },
    {
      rule: 'a signature ends when its customer comes back in another browser',
      test: { file: test, name: 'ends without a signature when another browser comes back' },
      disable: {
        file: 'apps/server/src/modules/signing/entry/return-from-bank.ts',
        find: 'await sca.endElsewhere(back);',
        replace: 'await sca.markReturned(back.challengeId);',
      },
    },
    {
      rule: 'no outcome counts before the return',
      test: { file: test, name: 'counts nothing before the customer has come back, and refuses a typed identity' },
      disable: { file: 'apps/server/src/modules/sign-in/visit/settle-visit.ts', find: '!visit.isReturned || ', replace: '' },
    },
    {
      rule: 'an outcome for other content, another person or another time does not count',
      test: { file: test, name: 'does not count with an outcome for %s' },
      disable: {
        file: core,
        find: "if (contentHash !== asked.contentHash) return { event: 'unreachable', fault: 'otherContent' };",
        replace: '',
      },
    },
    {
      rule: 'customers are led to registered origins only',
      test: { file: test, name: 'is never given an address outside the registered origins' },
      disable: {
        file: core,
        find: "if (approach === 'redirect' && !isOnOrigin(address, origins))",
        replace: "if (approach === 'redirect' && address === '')",
      },
    },
    {
      rule: 'a forged return leads nowhere',
      test: { file: test, name: 'a forged return %s leads to the page of errors' },
      disable: {
        file: 'apps/server/src/modules/sca/own/return-state.ts',
        find: 'if (challengeId === undefined || place === undefined || seal === undefined) return undefined;',
        replace: "if (challengeId === undefined || place === undefined || seal === undefined) return { challengeId: '', chain: 'sign-in:none' };",
      },
    },
  ],
};
