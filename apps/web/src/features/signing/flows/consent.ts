/** Consent to account information: who may see which accounts, and until when. */
import type { SigningFlow } from '../engine/signing-flow.ts';
import { labelsOf } from '../engine/signing-labels.ts';
import { ConsentAct } from './consent/consent-act.tsx';
import { ConsentBrief } from './consent/consent-brief.tsx';
import { chosenRows, consentSubmission, firstChosenIbans } from './consent/consent-choice.ts';
import { ConsentDocument } from './consent/consent-document.tsx';
import { ConsentSigned } from './consent/consent-signed.tsx';

export const consentFlow: SigningFlow = {
  kind: 'consent',
  steps: ['info', 'success'],
  labels: {
    ...labelsOf('consent'),
    tookEffect: 'signing.outcome.signed.access',
    failed: 'signing.result.noAccess',
    // Lithuania and Latvia: the sign-in's own authentication may be enough (specification §2 "Consent").
    submit: ({ bankCountry }) => (bankCountry === 'ee' ? 'signing.signWith' : 'consent.confirm'),
  },
  firstChoice: (session, earlier) => {
    const chosenIbans = session.kind === 'consent' ? firstChosenIbans(session, earlier.chosenIbans) : undefined;
    return chosenIbans === undefined ? {} : { chosenIbans };
  },
  submission: consentSubmission,
  isReady: (state) => chosenRows(state).length > 0,
  blockedBy: (state) => (chosenRows(state).length > 0 ? undefined : 'consent.chooseOne'),
  parts: { isDocumentWide: true, Document: ConsentDocument, Act: ConsentAct, Signed: ConsentSigned, Brief: ConsentBrief },
};
