/** The Estonian 7-3-1 method: weights 7, 3, 1 from the right; the check digit completes the sum to the next multiple of ten. */

const WEIGHTS = [7, 3, 1];

/** Check digit of a body of digits. */
export function sevenThreeOneDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0);
  return String((10 - (sum % 10)) % 10);
}

/** True when the last digit is the check digit of those before it. */
export function isSevenThreeOneValid(digits: string): boolean {
  return sevenThreeOneDigit(digits.slice(0, -1)) === digits.slice(-1);
}
