/** The first authorisation of a payment, and that of its cancellation, is a signing session. Its id is the session's. */

import { type ReturnUrls, sentBy, type TppApp, type Xs2aCaller } from '#modules/tpp-apps/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { OpenSigning, PaymentSigningKind } from '../deps.ts';

/** A JSON value: a repeated request gets exactly this again. */
export interface StartedAuthorisation {
  readonly authorisationId: string;
  readonly scaRedirect: string;
}

export interface AuthorisationStart {
  readonly caller: Xs2aCaller;
  readonly app: TppApp;
  /** Where the customer returns to. */
  readonly returnUrls: ReturnUrls;
}

export async function openAuthorisation(
  openSigning: OpenSigning,
  context: WriteContext,
  start: AuthorisationStart,
  { kind, paymentId }: { readonly kind: PaymentSigningKind; readonly paymentId: string },
): Promise<StartedAuthorisation> {
  const { sessionId, scaRedirect } = await openSigning(context, { ...sentBy(start), kind, resourceId: paymentId });
  return { authorisationId: sessionId, scaRedirect };
}
