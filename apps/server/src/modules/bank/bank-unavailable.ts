/** The bank's core gave no answer that can be used. Nothing is concluded from it: what was asked may have been done. */
import { UiRefusal } from '#platform/http/refusal.ts';

export class BankUnavailable extends UiRefusal {
  /** @param detail for the log: which call, and what came instead of an answer. */
  constructor(detail: string, retryAfterSeconds: number, cause?: unknown) {
    const text = 'The bank cannot be reached now. Try again in a moment; what was confirmed already is not lost and not done twice.';
    super(503, 'UNAVAILABLE', text, { detail, headers: { 'retry-after': String(retryAfterSeconds) }, cause });
  }
}

/** For `catch`: where the bank could not be reached, the refusal of the place says what that means there. */
export function inWordsOf(refusal: () => UiRefusal): (error: unknown) => never {
  return (error) => {
    throw error instanceof BankUnavailable ? refusal() : error;
  };
}
