/** `/bank/to-sign`: the payments that await the second signature, and the page of one such payment. */
import type { RuntimeConfig } from '@portico/contract';
import { useMemo } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { OwnPage } from '../../shared/bank-pages/own-page.tsx';
import { useToSignText } from './messages.ts';
import { PaymentList } from './payment-list.tsx';
import { PaymentToDecide } from './payment-to-decide.tsx';
import { createToSignCalls } from './to-sign-calls.ts';

/** Without `paymentId`: the list. */
export function ToSignPage({ paymentId, api, config }: { paymentId: string | undefined; api: ApiClient; config: RuntimeConfig }) {
  const calls = useMemo(() => createToSignCalls(api), [api]);
  const text = useToSignText();
  return (
    <OwnPage name="to-sign" documentTitle={text('toSign.documentTitle', { bankName: config.bankName })} config={config}>
      {paymentId === undefined ? (
        <PaymentList calls={calls} config={config} />
      ) : (
        <PaymentToDecide paymentId={paymentId} calls={calls} config={config} />
      )}
    </OwnPage>
  );
}
