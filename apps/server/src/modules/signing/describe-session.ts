/** A session in the words of the signing pages. */
import type { PaymentSigningSession } from '@portico/contract';
import type { Shown } from './show-signing.ts';

export function describeSession({
  session,
  bankSession,
  signingId,
  timeLeft,
}: Omit<Shown<unknown>, 'details'>): Omit<PaymentSigningSession, 'details'> {
  const { tppName, tppApplicationName, bankCountry, locale, tppSuccessUrl, tppFailureUrl, submission, state } = session;
  return {
    signingId,
    tppName,
    tppApplicationName,
    authMethod: bankSession.authMethod,
    bankCountry,
    locale,
    tppSuccessUrl,
    ...(tppFailureUrl === undefined ? {} : { tppFailureUrl }),
    state: state === 'signing' || state === 'signed' ? state : 'open',
    timeLeft,
    ...(state === 'signing' && submission !== undefined ? { submission: toBody(submission) } : {}),
  };
}

function toBody({ debtorAccountIban, debtorDetails }: NonNullable<Shown<unknown>['session']['submission']>) {
  return { debtorAccountIban, ...(debtorDetails === undefined ? {} : { debtorDetails }) };
}
