/** Numbers that a developer's test customers got by chance, replaced by numbers of the same form, the same for the same number. */
import { buildIban, buildLatvianCode, buildPersonalCode, isIban, isPersonalCode } from '@portico/primitives';
import { PAYEES } from '#modules/bank/index.ts';

/** In the order in which they were answered. */
const drawn: string[] = [];
const BIRTH_DATE = '1990-01-01';
const SERIAL_FIRST = 100;
const LATVIAN_FIRST = 10_000_000;
/** In the published numbers of the demonstration, which stay. */
const PUBLISHED = { iban: '131376', serial: /99\d$/, latvian: /^329000-00/, phone: /^\+370?20?0000/, number: /^900000/ } as const;
const OWN_IBAN = /^(EE\d\d99|LV\d\dPORT|LT\d\d99000)/;
const PAYEE_IBANS: readonly string[] = Object.values(PAYEES).map(({ iban }) => iban);

/** @param name of the member that holds the value. */
export function stableNumber(name: string, value: string): string {
  switch (name) {
    case 'userName':
      return value.replace(/\.[a-z2-9]{8}$/, '.2');
    case 'nationalIdentityNumber':
      return isPublishedCode(value) ? value : stableCode(value);
    case 'phoneNumber':
      return PUBLISHED.phone.test(value) ? value : `${value.slice(0, 5)}2${placeOf(value).padStart(6, '0')}`;
    case 'userNumber':
      return PUBLISHED.number.test(value) ? value : `1${placeOf(value).padStart(7, '0')}`;
    case 'iban':
      return isDrawnIban(value) ? stableIban(value) : value;
    default:
      return value;
  }
}

function isPublishedCode(code: string): boolean {
  return code.includes('-') ? PUBLISHED.latvian.test(code) : PUBLISHED.serial.test(code.slice(0, 10));
}

function stableCode(code: string): string {
  const place = Number(placeOf(code));
  if (!code.includes('-')) {
    return buildPersonalCode({ birthDate: BIRTH_DATE, sex: Number(code[0]) % 2 === 0 ? 'female' : 'male', serial: SERIAL_FIRST + place });
  }
  // One serial in eleven has no check digit, two neighbours never lack it.
  const stable = buildLatvianCode(LATVIAN_FIRST + 2 * place) ?? buildLatvianCode(LATVIAN_FIRST + 2 * place + 1) ?? '';
  if (!isPersonalCode('lv', stable)) throw new Error(`${stable} is no Latvian personal code.`);
  return stable;
}

function isDrawnIban(iban: string): boolean {
  return isIban(iban) && OWN_IBAN.test(iban) && !iban.includes(PUBLISHED.iban) && !PAYEE_IBANS.includes(iban);
}

function stableIban(iban: string): string {
  const [bank = ''] = OWN_IBAN.exec(iban) ?? [];
  return buildIban(iban.slice(0, 2), `${bank.slice(4)}${placeOf(iban).padStart(iban.length - bank.length, '0')}`);
}

function placeOf(value: string): string {
  const known = drawn.indexOf(value);
  return String(known < 0 ? drawn.push(value) : known + 1);
}
