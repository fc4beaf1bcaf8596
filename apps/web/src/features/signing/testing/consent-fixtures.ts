/** Recorded answers of a consent's calls, with the fields that a test changes. */
import type { ConsentAccess, ConsentDetails, SigningSessionOf } from '@portico/contract';
import challengeStarted from '@portico/contract/recorded/challenge-started';
import choice from '@portico/contract/recorded/consent-details-choice';
import named from '@portico/contract/recorded/consent-details-named';
import detailsSigned from '@portico/contract/recorded/consent-details-signed';
import rejected from '@portico/contract/recorded/consent-rejected';
import signed from '@portico/contract/recorded/consent-signed';
import { isSigningResult } from '../../../shared/api/answers.ts';
import { createFakeServer, type FakeServer, hold, recordedBody, replay } from '../../../shared/api/fake-server.ts';
import { isSessionOf } from './signing-fixtures.ts';

const isConsentSession = isSessionOf('consent');

/** Estonia; two named accounts, the balance of one. */
export const namedConsent = recordedBody(named, isConsentSession);
/** Lithuania; the customer chooses of two. */
export const openConsent = recordedBody(choice, isConsentSession);
/** The same, signed for the first account. */
export const signedConsent = recordedBody(detailsSigned, isConsentSession);
export const consentSigned = recordedBody(signed, isSigningResult);

export function consentServer(session: SigningSessionOf<'consent'> = namedConsent): FakeServer {
  return createFakeServer({
    'GET /api/ui/consent/details': session,
    'GET /api/ui/challenge': replay(challengeStarted),
    'PUT /api/ui/consent': hold,
    'DELETE /api/ui/consent': replay(rejected),
    'DELETE /bank/session': () => new Response(null, { status: 204 }),
  });
}

export function withDetails(session: SigningSessionOf<'consent'>, changes: Partial<ConsentDetails>): SigningSessionOf<'consent'> {
  return { ...session, details: { ...session.details, ...changes } };
}

/** Invented accounts, all rights for each; the name of every third is as long as a name may be. */
export function manyAccounts(count: number): ConsentAccess {
  const accounts = Array.from({ length: count }, (_, index) => ({
    iban: `LT${String(10 + index)}9900011131376${String(index).padStart(3, '0')}`,
    currency: 'EUR',
    name: index % 3 === 0 ? `Joint household and holiday savings account of the whole family ${index}`.padEnd(70, 'x') : `Account ${index}`,
  }));
  const references = accounts.map(({ iban, currency }) => ({ iban, currency }));
  return { form: 'bankOffered', accounts, balances: references, transactions: references };
}
