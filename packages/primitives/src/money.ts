/**
 * Money is a whole number of cents. Decimal strings exist on the wire only, and a string that is not plainly an amount is
 * refused, never rounded: a cent guessed here is a cent somebody loses.
 */

/** At most 12 digits before the point keep every amount and every sum of them far below 2^53. */
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

/** Plain decimal string with exactly two decimals, `-` in front of a negative amount, no grouping: `1205.15`. */
export function formatCents(cents: number): string {
  assertCents(cents);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Sum in cents. @throws RangeError when a part or the sum is no safe integer. */
export function addCents(...parts: readonly number[]): number {
  return parts.reduce((sum, part) => {
    assertCents(part);
    assertCents(sum + part);
    return sum + part;
  }, 0);
}

/** `minuend` less `subtrahend`, in cents. @throws RangeError when one of them or the difference is no safe integer. */
export function subtractCents(minuend: number, subtrahend: number): number {
  return addCents(minuend, -subtrahend);
}

/** @throws RangeError unless `cents` is a safe integer: a fraction of a cent is a bug of ours. */
export function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is no whole number of cents.`);
}
