/** Writes the types of the client from the OpenAPI document of the API (`GET /api/specs/all`). */
import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '// Written from the OpenAPI document of the API by write-types.ts. Do not edit.\n\n';

/** @param text JSON. @returns the text of `src/recorded/api-types.d.ts` */
export async function writeTypes(text: string): Promise<string> {
  const document = JSON.parse(text);
  // They take a developer's session; the client acts for a customer, with a token.
  for (const path of Object.keys(document.paths)) if (path.startsWith('/tpp')) delete document.paths[path];
  removeUnused(document);
  // The client adds it where the caller names none.
  document.components.parameters['X-Request-ID'].required = false;
  return `${HEAD}${await toTypes(document)}`;
}

/** The types of every section, also those that the client leaves out. @param text JSON */
export const writeAllTypes = async (text: string): Promise<string> => toTypes(JSON.parse(text));

async function toTypes(document: Parameters<typeof openapiTS>[0]): Promise<string> {
  return astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false, silent: true }));
}

/** Removes the components to which nothing refers any more. Security schemes have no references. */
function removeUnused(document: {
  readonly paths: object;
  readonly webhooks?: object;
  readonly components: Record<string, Record<string, unknown>>;
}): void {
  const { securitySchemes: _, ...groups } = document.components;
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, reference = ''] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (used.has(reference)) continue;
      used.add(reference);
      const [group = '', name = ''] = reference.split('/');
      follow(document.components[group]?.[name]);
    }
  };
  follow([document.paths, document.webhooks]);
  for (const [group, parts] of Object.entries(groups)) for (const name of Object.keys(parts)) if (!used.has(`${group}/${name}`)) delete parts[name];
}
