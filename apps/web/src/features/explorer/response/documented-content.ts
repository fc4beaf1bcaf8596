/** Which of the documented answers this one should be. */
import type { OperationBrief, SliceContent } from '@portico/contract';
import { essenceOf, includesType } from '@portico/contract/wire';
import type { Answer } from '../request/outcome.ts';

/** By the exact status, then its class, then the default (OpenAPI 3.1 §4.8.16). */
export function documentedContent(
  { responses }: Pick<OperationBrief, 'responses'>,
  { status, mediaType }: Pick<Answer, 'status' | 'mediaType'>,
): SliceContent | undefined {
  const found = [String(status), `${String(status).charAt(0)}XX`, 'default']
    .map((wanted) => responses.find((response) => response.status.toUpperCase() === wanted.toUpperCase()))
    .find((response) => response !== undefined);
  const contents = found?.content ?? [];
  return (
    contents.find((content) => essenceOf(content.mediaType) === essenceOf(mediaType)) ??
    contents.find((content) => includesType(content.mediaType, mediaType)) ??
    contents.find(({ schema }) => schema !== undefined) ??
    contents[0]
  );
}
