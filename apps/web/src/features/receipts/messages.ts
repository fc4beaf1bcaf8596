/** The catalogue of the receipts' pages. The texts of a receipt itself come from the bank, the same as in its PDF. */
import type { CatalogueOf } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type ReceiptsKey = keyof typeof import('./messages.en.json');
export const receiptsCatalogue: CatalogueOf<ReceiptsKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function useReceiptsText(): Text<ReceiptsKey> {
  return useText<ReceiptsKey>();
}
