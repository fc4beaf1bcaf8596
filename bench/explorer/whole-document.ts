/** Joins Portico's API into one document for explorers that show one. It is published as a document per section. */
import { isDeepStrictEqual } from 'node:util';

type Components = Record<string, Record<string, unknown>>;

interface Document {
  readonly paths: Record<string, unknown>;
  readonly components: Components;
  readonly tags: unknown[];
  readonly [name: string]: unknown;
}

/** @param specs JSON of OpenAPI documents without a common path; a component gets another name if its name is used for other content */
export function joinDocuments(specs: readonly string[]): Document {
  const [first, ...others] = specs.map((spec): Document => JSON.parse(spec));
  if (first === undefined) throw new RangeError('There is no document.');
  let whole = first;
  for (const [index, part] of others.entries()) {
    const { paths, components, tags } = renamed(part, whole.components, `-${index + 2}`);
    whole = { ...whole, paths: { ...whole.paths, ...paths }, components: merged(whole.components, components), tags: [...whole.tags, ...tags] };
  }
  return whole;
}

function renamed(part: Document, taken: Components, suffix: string): Document {
  const clashes = Object.entries(part.components).flatMap(([kind, named]) =>
    Object.keys(named)
      .filter((name) => taken[kind]?.[name] !== undefined && !isDeepStrictEqual(taken[kind][name], named[name]))
      .map((name) => ({ kind, name })),
  );
  const text = clashes.reduce(
    (json, { kind, name }) => json.replaceAll(`"#/components/${kind}/${name}"`, `"#/components/${kind}/${name}${suffix}"`),
    JSON.stringify(part),
  );
  const document: Document = JSON.parse(text);
  for (const { kind, name } of clashes) {
    const { [name]: component, ...rest } = document.components[kind] ?? {};
    document.components[kind] = { ...rest, [`${name}${suffix}`]: component };
  }
  return document;
}

function merged(left: Components, right: Components): Components {
  const kinds = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries([...kinds].map((kind) => [kind, { ...left[kind], ...right[kind] }]));
}
