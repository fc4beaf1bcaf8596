/** The worker thread that creates PDFs. */
import { parentPort } from 'node:worker_threads';
import { drawPermissions } from '#modules/permissions/index.ts';
import { drawReceipt } from '#modules/receipts/index.ts';
import { drawReport } from '#modules/statistics/index.ts';
import type { WorkAnswer } from '#platform/threads/work-thread.ts';
import type { PdfOrder } from './draw-pdf.ts';

function draw(order: PdfOrder): Promise<Uint8Array> {
  switch (order.kind) {
    case 'receipt':
      return drawReceipt(...order.args);
    case 'report':
      return drawReport(...order.args);
    case 'permissions':
      return drawPermissions(...order.args);
  }
}

async function answer(order: PdfOrder): Promise<WorkAnswer<Uint8Array>> {
  try {
    return { outcome: await draw(order) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (order: PdfOrder) => parentPort?.postMessage(await answer(order)));
