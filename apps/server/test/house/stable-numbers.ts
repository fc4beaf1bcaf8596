/** Numbers that a developer's test customers got by chance, replaced by numbers of the same form, the same for the same number. */
import { buildIban, buildLatvianCode, buildPersonalCode, isIban, isPersonalCode } from '@portico/primitives';
import { PAYEES } from '#modules/bank-sandbox/index.ts';

const BIRTH_DATE = '1990-01-01';
const SERIAL_FIRST = 100;
const LATVIAN_FIRST = 10_000_000;
const OWN_IBAN = /^(EE\d\d99|LV\d\dPORT|LT\d\d99000)/;

/**
 * @param published numbers of the demonstration, which stay.
 * @returns what replaces a value; `name`: of the member that holds it.
 */
export function createStableNumbers(published: ReadonlySet<string>): (name: string, value: string) => string {
  const kept: ReadonlySet<string> = new Set([...published, ...Object.values(PAYEES).map(({ iban }) => iban)]);
  /** In the order in which they were answered. */
  const drawn: string[] = [];
  const placeOf = (value: string): number => {
    const known = drawn.indexOf(value);
    return known < 0 ? drawn.push(value) : known + 1;
  };
  return (name, value) => {
    if (name === 'userName') return value.replace(/\.[a-z2-9]{8}$/, '.2');
    if (kept.has(value)) return value;
    switch (name) {
      case 'nationalIdentityNumber':
        return stableCode(value, placeOf(value));
      case 'phoneNumber':
        return `${value.slice(0, 5)}2${String(placeOf(value)).padStart(6, '0')}`;
      case 'userNumber':
        return `1${String(placeOf(value)).padStart(7, '0')}`;
      case 'iban':
        return isIban(value) && OWN_IBAN.test(value) ? stableIban(value, placeOf(value)) : value;
      default:
        return value;
    }
  };
}

function stableCode(code: string, place: number): string {
  if (!code.includes('-')) {
    return buildPersonalCode({ birthDate: BIRTH_DATE, sex: Number(code[0]) % 2 === 0 ? 'female' : 'male', serial: SERIAL_FIRST + place });
  }
  // One serial in eleven has no check digit, two neighbours never lack it.
  const stable = buildLatvianCode(LATVIAN_FIRST + 2 * place) ?? buildLatvianCode(LATVIAN_FIRST + 2 * place + 1) ?? '';
  if (!isPersonalCode('lv', stable)) throw new Error(`${stable} is no Latvian personal code.`);
  return stable;
}

function stableIban(iban: string, place: number): string {
  const [bank = ''] = OWN_IBAN.exec(iban) ?? [];
  return buildIban(iban.slice(0, 2), `${bank.slice(4)}${String(place).padStart(iban.length - bank.length, '0')}`);
}
