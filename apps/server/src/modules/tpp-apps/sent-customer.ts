/** What a signing session stores about the application that sends a customer: ids, the provider's names, and the return addresses. */
import type { Xs2aCaller, Xs2aSender } from './xs2a-caller.ts';

export interface SentCustomer extends Omit<Xs2aCaller, 'roles'> {
  readonly tppName: string;
  readonly tppApplicationName: string;
  readonly tppSuccessUrl: string;
  readonly tppFailureUrl: string | undefined;
}

export function sentBy({ caller, app, returnUrls }: Pick<Xs2aSender, 'caller' | 'app' | 'returnUrls'>): SentCustomer {
  const { sandboxId, customerId, appId, bankCountry, locale } = caller;
  return {
    sandboxId,
    customerId,
    appId,
    bankCountry,
    locale,
    tppName: app.registeredName,
    tppApplicationName: app.clientName,
    tppSuccessUrl: returnUrls.success,
    tppFailureUrl: returnUrls.failure,
  };
}
