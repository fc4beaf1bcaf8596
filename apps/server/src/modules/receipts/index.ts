export { type DrawReceipt, drawReceipt } from './draw-receipt.ts';
export { registerReceiptRoutes } from './routes.ts';
export { type ReceiptVerification, verifyReceipt } from './verify-receipt.ts';
