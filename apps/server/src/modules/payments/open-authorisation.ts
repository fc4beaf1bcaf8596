/** An authorisation is a signing session: of a payment, or of its cancellation. Its id is the session's. */
import type { WriteContext } from '#platform/db/run-write.ts';
import type { ReturnUrls, TppApp, Xs2aCaller } from '../tpp-apps/index.ts';
import type { OpenSigning, PaymentSigningKind } from './payment-signings.ts';

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
  { caller, app, returnUrls }: AuthorisationStart,
  { kind, paymentId }: { readonly kind: PaymentSigningKind; readonly paymentId: string },
): Promise<StartedAuthorisation> {
  const { sandboxId, customerId, appId, bankCountry, locale } = caller;
  const { sessionId, scaRedirect } = await openSigning(context, {
    kind,
    resourceId: paymentId,
    sandboxId,
    customerId,
    appId,
    tppName: app.registeredName,
    tppApplicationName: app.clientName,
    tppSuccessUrl: returnUrls.success,
    tppFailureUrl: returnUrls.failure,
    bankCountry,
    locale,
  });
  return { authorisationId: sessionId, scaRedirect };
}
