/** The thread in which documents are prepared, so that the server answers meanwhile. */
import { parentPort } from 'node:worker_threads';
import { prepareDocument } from './prepare-document.ts';
import type { DocumentOrder } from './prepared-document.ts';

parentPort?.on('message', (order: DocumentOrder) => parentPort?.postMessage(prepareDocument(order)));
