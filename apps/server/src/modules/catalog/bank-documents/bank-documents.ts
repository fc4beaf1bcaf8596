/**
 * The bank's own OpenAPI documents: every `.json`, `.yaml` and `.yml` of a folder becomes a section, named by its file. A worker prepares
 * them one after another while the server runs, and each appears when it is ready. An invalid document is logged and left out.
 */
import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isBuilt, serverFolder } from '#platform/server-folder.ts';
import { API_SECTIONS } from '../api-sections.ts';
import { type PackedText, unpackText } from '../packed-text.ts';
import type { ServedSection } from '../served-section.ts';
import type { DocumentOrder, DocumentOutcome, PreparedDocument } from './prepared-document.ts';

/** Receives the result of each file. */
interface DocumentLog {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
}

export interface BankDocuments {
  /** Returns a new array whenever a section was added. */
  sections(): readonly ServedSection[];
  /** Resolves when the last document is ready or left out; never rejects. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

/** A document of 12 MB takes about ten seconds and 700 MB on one core of an ordinary machine. */
const LIMITS = { secondsMax: 120, heapMb: 2048 };
/** Ids of our own sections, and path segments with another meaning. */
const TAKEN: ReadonlySet<string> = new Set([...API_SECTIONS.map(({ apiId }) => apiId), ...['all', 'index', 'parameters', 'postman', 'api-status']]);
const WORKER = join(serverFolder, isBuilt ? 'dist/server/document-worker.js' : 'src/modules/catalog/bank-documents/document-worker.ts');
const FILE = /\.(?:json|ya?ml)$/i;
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** @param folder undefined: the bank has no documents. */
export function createBankDocuments(
  folder: string | undefined,
  apiBase: string,
  log: DocumentLog,
  given: Partial<typeof LIMITS> = {},
): BankDocuments {
  const limits = { ...LIMITS, ...given };
  let sections: readonly ServedSection[] = [];
  let worker: Worker | undefined;
  let isStopped = false;

  /** Prepares one document at a time. Replaces a worker that exits or hangs. */
  async function prepare(order: DocumentOrder): Promise<DocumentOutcome> {
    worker ??= new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: limits.heapMb } });
    const running = worker;
    const { promise, resolve } = Promise.withResolvers<DocumentOutcome>();
    const giveUp = (reason: string) => {
      worker = undefined;
      void running.terminate();
      resolve({ reason, line: undefined });
    };
    const onError = (error: NodeJS.ErrnoException) =>
      giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it needs more than ${limits.heapMb} MB` : error.message);
    const onExit = () => giveUp('the server stops');
    const timer = setTimeout(() => giveUp(`it took longer than ${limits.secondsMax} s`), limits.secondsMax * 1000);
    running.once('message', resolve).once('error', onError).once('exit', onExit);
    running.postMessage(order);
    const outcome = await promise;
    clearTimeout(timer);
    running.off('message', resolve).off('error', onError).off('exit', onExit);
    return outcome;
  }

  async function loadFile(name: string): Promise<void> {
    const apiId = parse(name)
      .name.toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '');
    const leaveOut = (reason: string, line?: number) =>
      log.warn({ file: name, line }, `The document ${line === undefined ? name : `${name}:${line}`} is left out: ${reason}.`);
    if (!NAME.test(apiId)) return leaveOut('its name gives no address; letters, digits and hyphens do, at most 64');
    if (TAKEN.has(apiId) || sections.some((section) => section.apiId === apiId)) return leaveOut(`there is a section "${apiId}" already`);
    const file = join(folder ?? '', name);
    const outcome = await prepare({ file, apiId, apiBase });
    if (isStopped) return;
    if ('reason' in outcome) return leaveOut(outcome.reason, outcome.line);
    sections = [...sections, toSection(apiId, outcome.prepared)];
    log.info({ file: name, apiId, operations: outcome.prepared.index.operations.length, bytes: bytesOf(outcome.prepared) }, 'document prepared');
  }

  return {
    sections: () => sections,
    async load() {
      if (folder === undefined) return;
      try {
        const names = (await readdir(folder)).filter((name) => FILE.test(name)).sort();
        for (const name of names) if (!isStopped) await loadFile(name);
      } catch (error) {
        log.warn({ err: error }, 'The folder of documents cannot be read; its sections are missing.');
      }
      await worker?.terminate();
      worker = undefined;
    },
    async stop() {
      isStopped = true;
      await worker?.terminate();
    },
  };
}

function toSection(apiId: string, { title, index, overview, slices, briefs, documents }: PreparedDocument): ServedSection {
  return {
    apiId,
    title,
    list: index.list,
    index: () => index,
    overview: async () => overview,
    slice: async (operationId) => slices.get(operationId),
    async sliceText(operationId) {
      const packed = slices.get(operationId);
      return packed === undefined ? undefined : unpackText(packed);
    },
    brief: async (operationId) => briefs.get(operationId),
    document: async (format) => documents[format],
  };
}

/** Bytes of the section in memory, without its index. */
function bytesOf({ overview, slices, briefs, documents }: PreparedDocument): number {
  const texts: readonly PackedText[] = [overview, ...slices.values(), ...briefs.values(), ...Object.values(documents)];
  return texts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}
