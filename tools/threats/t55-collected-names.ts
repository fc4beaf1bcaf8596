import type { Threat } from './threat.ts';

const module = 'apps/server/src/modules/payee-verifications';
const test = `${module}/payee-verifications.test.ts`;

export const T55: Threat = {
  id: 'T55',
  title: 'A provider collects the names of account holders by verifying payees',
  defence: 'Verifications are limited by IBAN and developer and by customer; the holder’s name is returned for a close match only.',
  proofs: [
    {
      rule: 'few names are verified for an IBAN in a day',
      test: { file: test, name: 'end after three in a day, also from another application of the developer and for another customer' },
      disable: {
        file: `${module}/verify-payee.ts`,
        find: 'if (!(await countName(tx, names)))',
        replace: 'if ((await countName(tx, names)) === undefined)',
      },
    },
    {
      rule: 'the limit counts all applications of a developer together',
      test: { file: test, name: 'end after three in a day, also from another application of the developer and for another customer' },
      disable: { file: `${module}/verify-payee.ts`, find: '(await deps.tppApps.developerOf(appId)) ?? appId', replace: 'appId' },
    },
    {
      rule: 'verifications for a customer are limited over all applications',
      test: { file: test, name: 'end after the number of a private person, from all applications together' },
      disable: {
        file: `${module}/verification-limit-store.ts`,
        find: 'where known.answered < ${given.limit}::integer',
        replace: 'where ${given.limit}::integer > 0',
      },
    },
    {
      rule: 'a mismatch does not tell the holder’s name',
      test: { file: test, name: 'gives the name of a holder with a close match only' },
      disable: {
        file: 'apps/server/src/modules/bank-sandbox/transfers/verify-payee.ts',
        find: "return { result: 'NMTC' };",
        replace: "return { result: 'NMTC', matchedName: holderNames[0] };",
      },
    },
    {
      rule: 'the limits keep no names',
      test: { file: test, name: 'stores neither the name nor the IBAN' },
      disable: {
        file: `${module}/verify-payee.ts`,
        find: "return hmacSha256Hex(key, `payee:${text.normalize('NFKC').trim().toLowerCase()}`);",
        replace: "return key.length === 0 ? '' : text.normalize('NFKC').trim().toLowerCase();",
      },
    },
  ],
};
