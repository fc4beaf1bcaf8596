export { type DrawReceipt, drawReceipt } from './draw-receipt.ts';
export { DRAWINGS_PER_SESSION } from './drawing-limits.ts';
export { registerReceiptRoutes } from './routes.ts';
export { type ReceiptVerification, verifyReceipt } from './verify-receipt.ts';
