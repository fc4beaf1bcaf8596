import type { Threat } from './threat.ts';

const storms = 'apps/server/src/app/storms/payment-storms.test.ts';
const storm = { file: storms, name: 'of signatures and refusals on many sessions does each payment once or not at all' };

export const T6: Threat = {
  id: 'T6',
  title: 'A payment sent twice, from two tabs, after a refusal, or again after a lost answer',
  defence:
    'A session ends once, under its lock, with money and audit in the same transaction; the same body gets the stored answer, another one 409.',
  proofs: [
    {
      rule: 'after the signature there is nothing to refuse',
      test: storm,
      disable: {
        file: 'apps/server/src/modules/signing/refuse-signing.ts',
        find: "if (session.state === 'signed') return { end: 'signed' };",
        replace: "if (session.state === 'signed') return { end: 'over' };",
      },
    },
  ],
};
