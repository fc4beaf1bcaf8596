/** One file → a section that is ready to be served, or why it is left out. Takes seconds for a large one: it runs in a worker. */
import { readFileSync, statSync } from 'node:fs';
import { stringify } from 'yaml';
import { packTextNow } from '../packed-text.ts';
import { toPostmanText } from '../postman/build-collection.ts';
import { DocumentError } from '../slices/document-error.ts';
import { prepareSection } from '../slices/prepare-section.ts';
import type { DocumentOrder, DocumentOutcome, PreparedDocument } from './prepared-document.ts';
import { lineOf, readDocument } from './read-document.ts';

const FILE_BYTES_MAX = 64 * 1024 * 1024;

export function prepareDocument(order: DocumentOrder): DocumentOutcome {
  let text = '';
  try {
    if (statSync(order.file).size > FILE_BYTES_MAX) throw new DocumentError(`it is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB`);
    text = readFileSync(order.file, 'utf8');
    return { prepared: prepare(order, text) };
  } catch (error) {
    if (error instanceof DocumentError) return { reason: error.message, line: lineOf(text, error) };
    if (error instanceof RangeError) return { reason: 'it is nested too deeply or too large', line: undefined };
    return { reason: `it cannot be read: ${error instanceof Error ? error.message : String(error)}`, line: undefined };
  }
}

function prepare({ file, apiId, apiBase }: DocumentOrder, text: string): PreparedDocument {
  const document = readDocument(text, !file.endsWith('.json'));
  const title = String(Object(document.info).title).trim();
  const { index, overview, slices, briefs } = prepareSection({ apiId, title, list: 'main', document, apiBase });
  return {
    title,
    index,
    overview: packTextNow(overview),
    slices: packAll(slices),
    briefs: packAll(briefs),
    documents: {
      json: packTextNow(JSON.stringify(document, null, 2)),
      yaml: packTextNow(stringify(document, { aliasDuplicateObjects: false })),
      postman: packTextNow(toPostmanText({ index, slices }, apiBase)),
    },
  };
}

const packAll = (texts: ReadonlyMap<string, string>) =>
  new Map([...texts].map(([operationId, text]) => [operationId, packTextNow(text, texts.size)]));
