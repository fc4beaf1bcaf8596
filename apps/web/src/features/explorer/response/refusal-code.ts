/** The code of a refusal in any of the three shapes: XS2A, the portal's own, OAuth. */
import { isRecord } from '../../../shared/api/api-error.ts';

export function refusalCode(text: string | undefined): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (!isRecord(body)) return undefined;
  const list = body.tppMessages ?? body.errors;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  const code = isRecord(first) ? first.code : body.error;
  return typeof code === 'string' ? code : undefined;
}
