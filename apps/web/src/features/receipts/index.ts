/** Face of the receipts' pages, which load when they open. */
export { receiptsCatalogue } from './messages.ts';
export const loadReceiptsPage = () => import('./receipts-page.tsx').then(({ ReceiptsPage }) => ReceiptsPage);
