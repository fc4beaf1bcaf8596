/** `/bank/to-sign`: what waits for the second signature, and one such payment. */
import type { RuntimeConfig } from '@portico/contract';
import { useEffect, useMemo } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { BankBar } from '../../shared/ui/bank-bar.tsx';
import { Sheet, SheetBody, SheetPage } from '../../shared/ui/sheet.tsx';
import { SheetMain } from '../../shared/ui/sheet-main.tsx';
import { useToSignText } from './messages.ts';
import { PaymentList } from './payment-list.tsx';
import { PaymentToDecide } from './payment-to-decide.tsx';
import { createToSignCalls } from './to-sign-calls.ts';

/** Without `paymentId`, the list. */
export function ToSignPage({ paymentId, api, config }: { paymentId: string | undefined; api: ApiClient; config: RuntimeConfig }) {
  const calls = useMemo(() => createToSignCalls(api), [api]);
  const text = useToSignText();
  useEffect(() => {
    document.title = text('toSign.documentTitle', { bankName: config.bankName });
  }, [text, config.bankName]);
  return (
    <>
      <BankBar bankName={config.bankName} />
      <SheetMain>
        <SheetPage isNarrow>
          <Sheet>
            <SheetBody>
              {paymentId === undefined ? (
                <PaymentList calls={calls} config={config} />
              ) : (
                <PaymentToDecide paymentId={paymentId} calls={calls} config={config} />
              )}
            </SheetBody>
          </Sheet>
        </SheetPage>
      </SheetMain>
    </>
  );
}
