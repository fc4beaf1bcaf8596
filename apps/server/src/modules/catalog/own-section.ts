/** A section of our own: its document is built from the registered routes at the first request. */
import type { ApiChange } from '@portico/contract';
import { once } from '#platform/once.ts';
import type { Section } from './operation.ts';
import { packYaml } from './pack-yaml.ts';
import { type PackedText, packText } from './packed-text.ts';
import { toPostmanText } from './postman/build-collection.ts';
import type { DocumentFormat, ServedSection } from './served-section.ts';
import { prepareSection } from './slices/prepare-section.ts';

/** @param text the document as JSON. */
export function createOwnSection(section: Section, text: () => string, apiBase: string, changes: readonly ApiChange[]): ServedSection {
  const { apiId, title, list = 'main', operations } = section;
  const errors = new Map(operations.map((operation) => [operation.operationId, operation.errors]));
  const prepared = once(() =>
    prepareSection({
      apiId,
      title,
      list,
      document: JSON.parse(text()),
      apiBase,
      errorsOf: (operationId) => errors.get(operationId) ?? [],
      changes,
    }),
  );
  const documents: Readonly<Record<DocumentFormat, () => Promise<PackedText>>> = {
    json: once(() => packText(text())),
    yaml: once(() => packYaml(text())),
    postman: once(() => packText(toPostmanText(prepared(), apiBase))),
  };
  return {
    apiId,
    title,
    list,
    index: () => prepared().index,
    overview: once(() => packText(prepared().overview)),
    slice: packedOnce(() => prepared().slices),
    sliceText: async (operationId) => prepared().slices.get(operationId),
    brief: packedOnce(() => prepared().briefs),
    document: (format) => documents[format](),
  };
}

/** Compresses each text at its first request. */
function packedOnce(texts: () => ReadonlyMap<string, string>): (operationId: string) => Promise<PackedText | undefined> {
  const packed = new Map<string, Promise<PackedText>>();
  return async (operationId) => {
    const text = texts().get(operationId);
    if (text === undefined) return undefined;
    const ready = packed.get(operationId) ?? packText(text);
    packed.set(operationId, ready);
    return ready;
  };
}
