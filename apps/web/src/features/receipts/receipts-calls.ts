/** The calls of the receipts' pages; the bank session's cookie decides whose they are. */
import type { ReceiptList, ReceiptView } from '@portico/contract';
import { isReceiptList, isReceiptView } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { createDoorCalls, type DoorCalls } from '../../shared/bank-pages/door-calls.ts';

export const RECEIPTS_PAGE = '/bank/receipts';
const PATH = `${RECEIPTS_PAGE}/signed`;

export interface ReceiptsCalls extends DoorCalls {
  /** `search` empty: everything. */
  list(search: string, after: string | undefined, signal: AbortSignal): Promise<ReceiptList>;
  find(receiptId: string, language: string, signal: AbortSignal): Promise<ReceiptView>;
}

export function createReceiptsCalls(api: ApiClient): ReceiptsCalls {
  const base = 'root';
  return {
    ...createDoorCalls(api),
    list(search, after, signal) {
      const query = new URLSearchParams({ ...(search === '' ? {} : { search }), ...(after === undefined ? {} : { after }) }).toString();
      return api.json({ base, path: query === '' ? PATH : `${PATH}?${query}`, signal }, isReceiptList);
    },
    find: (receiptId, language, signal) => api.json({ base, path: `${pathOf(receiptId)}?language=${language}`, signal }, isReceiptView),
  };
}

/** Addresses of the files that are saved. */
export const pdfOf = ({ receiptId, language }: ReceiptView): string => `${pathOf(receiptId)}/pdf?language=${language}`;
export const jsonOf = ({ receiptId }: ReceiptView): string => `${pathOf(receiptId)}/json`;

const pathOf = (receiptId: string): string => `${PATH}/${encodeURIComponent(receiptId)}`;
