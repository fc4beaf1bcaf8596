/** A session in the words of the signing pages. */
import type { SigningKind, SigningSessionFields } from '@portico/contract';
import { signatoryNameOf } from '#modules/bank/index.ts';
import type { EngineDeps } from '../deps.ts';
import type { Submission } from '../signing.ts';
import type { Shown } from './show-signing.ts';

type DescribedSession = SigningSessionFields & { kind: SigningKind; details: unknown; submission?: Submission };

export function describeSession(
  { sca }: Pick<EngineDeps, 'sca'>,
  { session, bankSession, customer, signingId, timeLeft, today, details }: Shown,
): DescribedSession {
  const { kind, tppName, tppApplicationName, bankCountry, locale, tppSuccessUrl, tppFailureUrl, submission, state, signedAt } = session;
  return {
    kind,
    signingId,
    receiptId: session.authorisationId,
    tppName,
    tppApplicationName,
    authMethod: bankSession.authMethod,
    ...(customer === undefined
      ? {}
      : {
          authMethods: customer.authMethods.filter((method) => sca.isOffered(method)),
          deviceLinkMethods: customer.authMethods.filter((method) => sca.offersLink(method)),
          ...(sca.ownMethods !== undefined && { bankMethods: sca.ownMethods.filter(({ method }) => customer.authMethods.includes(method)) }),
          signedInAs: signatoryNameOf(customer),
        }),
    bankCountry,
    locale,
    ...(tppSuccessUrl === undefined ? {} : { tppSuccessUrl }),
    ...(tppFailureUrl === undefined ? {} : { tppFailureUrl }),
    state: state === 'signing' || state === 'signed' ? state : 'open',
    timeLeft,
    today,
    ...(state === 'signed' && signedAt !== undefined ? { signedAt: signedAt.toISOString() } : {}),
    ...(state === 'signing' && submission !== undefined ? { submission } : {}),
    details,
  };
}
