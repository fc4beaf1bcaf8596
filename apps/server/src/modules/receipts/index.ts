export { registerReceiptRoutes } from './routes.ts';
export { verifyReceipt } from './verify-receipt.ts';
