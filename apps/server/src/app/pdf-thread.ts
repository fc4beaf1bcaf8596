/** The worker thread that creates PDFs. */
import { parentPort } from 'node:worker_threads';
import { drawReceipt } from '#modules/receipts/index.ts';
import { drawReport } from '#modules/statistics/index.ts';
import type { WorkAnswer } from '#platform/threads/work-thread.ts';
import type { PdfOrder } from './draw-pdf.ts';

async function answer(order: PdfOrder): Promise<WorkAnswer<Uint8Array>> {
  try {
    return { outcome: await (order.kind === 'receipt' ? drawReceipt(...order.args) : drawReport(...order.args)) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (order: PdfOrder) => parentPort?.postMessage(await answer(order)));
