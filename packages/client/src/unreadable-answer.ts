/** Successes that the bank did not write: the sign-in page of a network, the page of a proxy, an answer that was cut off. */
import { ApiError } from './api-error.ts';

/** A success (2xx) whose body is not JSON. It says nothing about the call, which the bank may have executed. */
export class UnreadableAnswer extends ApiError {
  /** Without parameters, such as `text/html`. */
  readonly contentType: string | undefined;

  /** @param next what to do after the way to the bank was checked */
  constructor(response: Response, next: string, expected = 'JSON') {
    super(response, undefined);
    this.contentType = response.headers.get('content-type')?.split(';', 1)[0]?.trim() || undefined;
    const what = `${response.status} with ${this.contentType ?? 'no content type'} instead of ${expected}`;
    this.message = `${what}. A server on the way may have answered in the bank’s place: check the bank’s address and your proxies. ${next}`;
  }
}

/**
 * The body stays unread for the caller.
 *
 * @param next as for {@link UnreadableAnswer}
 * @throws UnreadableAnswer
 */
export async function requireJson(response: Response, next: string, mayBeEmpty = false): Promise<void> {
  const text = await response.clone().text();
  if (text === '' ? !mayBeEmpty : !isJson(text)) throw new UnreadableAnswer(response, next);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
