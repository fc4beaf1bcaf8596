/** The bank's core sent no usable response. The call may or may not have been executed. */
import { UiRefusal } from '#platform/http/refusal.ts';

export class BankUnavailable extends UiRefusal {
  /** @param detail for the log: the call, and what happened instead of a valid response. */
  constructor(detail: string, retryAfterSeconds: number, cause?: unknown) {
    const text = 'The bank cannot be reached now. Try again in a moment; what was confirmed already is not lost and not done twice.';
    super(503, 'UNAVAILABLE', text, { detail, headers: { 'retry-after': String(retryAfterSeconds) }, cause });
  }
}

/** For `catch`: replaces this error with the refusal of the calling module. */
export function inWordsOf(refusal: () => UiRefusal): (error: unknown) => never {
  return (error) => {
    throw error instanceof BankUnavailable ? refusal() : error;
  };
}
