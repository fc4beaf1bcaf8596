export { type DrawReceipt, drawReceipt } from './draw-receipt.ts';
export { createDrawingLimits, DRAWINGS_PER_SESSION, type DrawingLimits } from './drawing-limits.ts';
export { formatDay, formatIban, formatMoment, formatPeriod } from './receipt-format.ts';
export { registerReceiptRoutes } from './routes.ts';
export { type ReceiptVerification, verifyReceipt } from './verify-receipt.ts';
