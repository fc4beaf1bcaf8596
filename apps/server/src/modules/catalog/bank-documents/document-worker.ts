/** The worker thread that prepares documents, so that the server can respond to requests in the meantime. */
import { parentPort } from 'node:worker_threads';
import { prepareDocument } from './prepare-document.ts';
import type { DocumentOrder } from './prepared-document.ts';

parentPort?.on('message', (order: DocumentOrder) => parentPort?.postMessage(prepareDocument(order)));
