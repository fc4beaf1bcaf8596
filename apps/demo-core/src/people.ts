/** Whom the bank knows at its beginning. All of them are invented; their personal codes are built for tests and belong to nobody. */
export interface Person {
  readonly customerId: string;
  readonly country: 'ee';
  readonly name: string;
  readonly firstName: string;
  readonly surname: string;
  readonly nationalIdentityNumber: string;
  readonly type: 'person';
  readonly authMethods: readonly ['SMART_ID'];
}

function person(customerId: string, firstName: string, surname: string, nationalIdentityNumber: string): Person {
  const name = `${firstName} ${surname}`;
  return { customerId, country: 'ee', name, firstName, surname, nationalIdentityNumber, type: 'person', authMethods: ['SMART_ID'] };
}

export const PEOPLE: readonly Person[] = [
  person('c-1001', 'Kersti', 'Tuumik', '49001019999'),
  person('c-1002', 'Oskar', 'Näidispoeg', '39001019998'),
];

/** Every account begins with this. */
export const OPENING_CENTS = 100_000;
/** Its place in an Estonian IBAN; no real bank has it. */
export const BANK_CODE = '95';
export const BIC = 'DEMOEE2X';
/** Banks whose accounts no instant payment reaches. */
export const WITHOUT_INSTANT: ReadonlySet<string> = new Set(['97']);

/** `EE`, two check digits (ISO 7064, MOD 97-10), bank code, number of the account. */
export function buildIban(number: number): string {
  const account = `${BANK_CODE}${String(number).padStart(14, '0')}`;
  const check = 98n - (BigInt(`${account}141400`) % 97n);
  return `EE${String(check).padStart(2, '0')}${account}`;
}
