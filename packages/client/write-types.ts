/** Writes the types of the client from the OpenAPI document of the API (`GET /api/specs/all`). */
import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '// Written from the OpenAPI document of the API by write-types.ts. Do not edit.\n\n';

/** @param text JSON. @returns the text of `src/recorded/api-types.d.ts` */
export async function writeTypes(text: string): Promise<string> {
  const document = JSON.parse(text);
  // The client adds it where the caller names none.
  document.components.parameters['X-Request-ID'].required = false;
  return `${HEAD}${astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false, silent: true }))}`;
}
