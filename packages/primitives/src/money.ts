/**
 * Money is a whole number of cents. Decimal strings are used in APIs only. A string that is not clearly an amount is refused and never rounded,
 * because a wrong cent is a customer's loss.
 */

/** At most 12 digits before the point, so that every amount and every sum stays far below 2^53. */
const DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d{1,2}))?$/;

/**
 * Cents of a decimal string such as `46.8` or `46.80`; undefined for anything else: a sign, an exponent, a third decimal,
 * leading zeros, a missing digit before or after the point, spaces, more than 12 digits before the point.
 */
export function parseCents(decimal: string): number | undefined {
  const match = DECIMAL.exec(decimal);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Decimal string with exactly two decimals, `-` before a negative amount, no grouping: `1205.15`. */
export function formatCents(cents: number): string {
  assertCents(cents);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Sum in cents. @throws RangeError when a part or the sum is not a safe integer. */
export function addCents(...parts: readonly number[]): number {
  return parts.reduce((sum, part) => {
    assertCents(part);
    assertCents(sum + part);
    return sum + part;
  }, 0);
}

/** `minuend` minus `subtrahend`, in cents. @throws RangeError when one of them or the difference is not a safe integer. */
export function subtractCents(minuend: number, subtrahend: number): number {
  return addCents(minuend, -subtrahend);
}

/** @throws RangeError unless `cents` is a safe integer, because a fraction of a cent is a bug. */
export function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is no whole number of cents.`);
}
