/** Which of the documented answers this one should be. */
import type { OperationBrief, SliceContent } from '@portico/contract';
import type { Answer } from '../request/outcome.ts';

/** By the exact status, then its class, then the default (OpenAPI 3.1 §4.8.16). */
export function documentedContent(
  { responses }: Pick<OperationBrief, 'responses'>,
  { status, mediaType }: Pick<Answer, 'status' | 'mediaType'>,
): SliceContent | undefined {
  const found = [String(status), `${String(status).charAt(0)}XX`, 'default']
    .map((wanted) => responses.find((response) => response.status.toUpperCase() === wanted.toUpperCase()))
    .find((response) => response !== undefined);
  return found?.content?.find((content) => content.mediaType === mediaType) ?? found?.content?.find(({ schema }) => schema !== undefined);
}
