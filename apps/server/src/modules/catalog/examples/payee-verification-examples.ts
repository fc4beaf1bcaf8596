import { type OperationExamples, SHOP } from './example.ts';

export const PAYEE_VERIFICATION_EXAMPLES = {
  verifyPayee: {
    request: {
      close: {
        summary: 'A name that is nearly right',
        value: { partyAccount: { iban: 'EE639977200100450817' }, party: { name: SHOP.name } },
      },
    },
    answers: { 200: { partyNameMatch: 'CMTC', matchedName: 'Lumen Raamatud OÜ' } },
  },
} as const satisfies Readonly<Record<string, OperationExamples>>;
