/** ISO/IEC 7812-1 annex B: the last digit of a card number follows from the others (Luhn). Digits only; their number is the schema's. */
export function hasCardCheckDigit(cardNumber: string): boolean {
  const sum = [...cardNumber].toReversed().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}
