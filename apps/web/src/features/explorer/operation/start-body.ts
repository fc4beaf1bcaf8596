/** What stands in the body's editor before anybody typed. */
import type { SliceContent } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';
import { FORM_TYPE, SECRET_PLACEHOLDER } from './build-request.ts';
import type { FillIn } from './fill-in.ts';

/** JSON is written with two spaces per level, a form as one line. */
export function startBody(content: SliceContent | undefined, exampleName: string | undefined, known: FillIn): string {
  if (content === undefined) return '';
  const examples = content.examples ?? [];
  const example = examples.find(({ name }) => name === exampleName) ?? examples[0];
  const value = isTokenRequest(example?.value) ? tokenRequest(example.value, known) : example?.value;
  return value === undefined ? '' : writeBody(content.mediaType, value);
}

export function writeBody(mediaType: string, value: unknown): string {
  if (mediaType === FORM_TYPE && isRecord(value)) {
    const pairs = Object.entries(value).map(([name, field]) => [name, typeof field === 'string' ? field : JSON.stringify(field)]);
    return new URLSearchParams(pairs).toString();
  }
  return typeof value === 'string' && !isJson(mediaType) ? value : JSON.stringify(value, null, 2);
}

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}

type TokenRequest = Readonly<Record<string, unknown>> & { grant_type: unknown };

function isTokenRequest(value: unknown): value is TokenRequest {
  return isRecord(value) && 'grant_type' in value;
}

/** The developer's own application instead of the example's; the code of the last sign-in, if there is one. */
function tokenRequest(example: TokenRequest, { prefills, code }: FillIn): Record<string, unknown> {
  // This portal's application proves itself with its secret: its sign-ins have no verifier.
  const { code_verifier: _verifier, ...rest } = example;
  const own: Record<string, unknown> = {
    ...rest,
    ...prefills,
    ...('client_secret' in example ? { client_secret: SECRET_PLACEHOLDER } : {}),
  };
  return code === undefined ? own : { ...own, code };
}
