/** `/bank/receipts`: this customer's receipts, and the page of one receipt. */
import type { RuntimeConfig } from '@portico/contract';
import { useMemo, useState } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { OwnPage } from '../../shared/bank-pages/own-page.tsx';
import { useReceiptsText } from './messages.ts';
import { ReceiptListView } from './receipt-list.tsx';
import { ReceiptPage } from './receipt-page.tsx';
import { createReceiptsCalls } from './receipts-calls.ts';

interface ReceiptsPageProps {
  /** Undefined: the list. */
  readonly receiptId: string | undefined;
  /** Query of the address, which contains the search. */
  readonly query: string;
  readonly api: ApiClient;
  readonly config: RuntimeConfig;
}

export function ReceiptsPage({ receiptId, query, api, config }: ReceiptsPageProps) {
  const calls = useMemo(() => createReceiptsCalls(api), [api]);
  const text = useReceiptsText();
  const [isWide, setIsWide] = useState(false);
  return (
    <OwnPage name="receipts" documentTitle={text('receipts.documentTitle', { bankName: config.bankName })} config={config} isNarrow={!isWide}>
      {receiptId === undefined ? (
        <ReceiptListView query={query} calls={calls} config={config} />
      ) : (
        <ReceiptPage receiptId={receiptId} calls={calls} config={config} onWide={setIsWide} />
      )}
    </OwnPage>
  );
}
