/** Whom the bank knows at its beginning. All of them are invented; their personal codes are built for tests and belong to nobody. */
export interface Person {
  readonly customerId: string;
  readonly country: 'ee';
  /** Of a company the company's name. */
  readonly name: string;
  /** Of the person who authenticates; of a company its representative. */
  readonly firstName: string;
  readonly surname: string;
  readonly nationalIdentityNumber: string;
  readonly type: 'person' | 'company';
  readonly authMethods: readonly ['SMART_ID'];
  /** The company whose payments this person signs second; such a person has no accounts here. */
  readonly signsFor?: string;
}

function person(customerId: string, firstName: string, surname: string, nationalIdentityNumber: string): Person {
  const name = `${firstName} ${surname}`;
  return { customerId, country: 'ee', name, firstName, surname, nationalIdentityNumber, type: 'person', authMethods: ['SMART_ID'] };
}

export const PEOPLE: readonly Person[] = [
  person('c-1001', 'Kersti', 'Tuumik', '49001019999'),
  person('c-1002', 'Oskar', 'Näidispoeg', '39001019998'),
  { ...person('c-2001', 'Liis', 'Näidisjuht', '49001019988'), type: 'company', name: 'Näidispaber OÜ' },
  { ...person('c-2002', 'Priit', 'Kaasallkirjastaja', '39001019987'), signsFor: 'c-2001' },
  // One person with two roles: privately, and for a company whose payments another person signs second.
  person('c-3001', 'Mai', 'Näidisroll', '49001019977'),
  { ...person('c-3002', 'Mai', 'Näidisroll', '49001019977'), type: 'company', name: 'Näidisköide OÜ' },
  { ...person('c-3003', 'Tiit', 'Teineallkiri', '39001019965'), signsFor: 'c-3002' },
];

/** The person who signs, as `list-signing-parties` names that person. */
const toSignatory = ({ customerId, firstName, surname }: Person) => ({ customerId, name: `${firstName} ${surname}` });

/** Who signs for this customer's accounts, the customer first; no entry where one signature is enough. */
export function listSignatories(customerId: string) {
  const others = PEOPLE.filter(({ signsFor }) => signsFor === customerId);
  return others.length === 0 ? [] : PEOPLE.filter((person) => person.customerId === customerId || person.signsFor === customerId).map(toSignatory);
}

/** The roles of the person who authenticates for this customer: the customers with the same code, the private one first. */
export function listRoles({ country, nationalIdentityNumber }: Person) {
  return PEOPLE.filter((each) => each.country === country && each.nationalIdentityNumber === nationalIdentityNumber).map(toRole);
}

function toRole({ customerId, type, name, signsFor }: Person) {
  const company = PEOPLE.find((each) => each.customerId === signsFor);
  return company === undefined ? { customerId, name, type } : { customerId, name: company.name, type: company.type, signsSecond: true };
}

/** The companies for which this person signs second. */
export function listSignedFor(customerId: string) {
  const company = PEOPLE.find((person) => person.customerId === customerId)?.signsFor;
  return PEOPLE.filter((person) => person.customerId === company).map((person) => ({ customerId: person.customerId, name: person.name }));
}

/** Every account begins with this. */
export const OPENING_CENTS = 100_000;
/** Its place in an Estonian IBAN; no real bank has it. */
export const BANK_CODE = '95';
export const BIC = 'DEMOEE2X';
/** Payees whose payments this bank refuses, so that each reason can be tried. A real core asks its limits, lists and rules. */
export const REFUSED_PAYEES: ReadonlyMap<string, Reason> = new Map([
  ['Näidis Limiit', 'limitExceeded'],
  ['Näidis Pettus', 'suspectedFraud'],
  ['Näidis Nimekiri', 'sanctions'],
  ['Näidis Kordus', 'duplicate'],
  ['Näidis Blokk', 'accountBlocked'],
  ['Näidis Keeld', 'refused'],
]);
export const REASONS = ['limitExceeded', 'suspectedFraud', 'sanctions', 'duplicate', 'accountBlocked', 'refused'] as const;
export type Reason = (typeof REASONS)[number];
/** Payees for whom this bank refuses before the customer signs. */
export const REFUSED_BEFORE: ReadonlyMap<string, Reason> = new Map([
  ['Eel Limiit', 'limitExceeded'],
  ['Eel Pettus', 'suspectedFraud'],
  ['Eel Nimekiri', 'sanctions'],
]);
/** A payee whose payments cost more than the price list says. */
export const DEAR_PAYEE = { name: 'Eel Kallis', feeCents: 150 };

/** Banks whose accounts no instant payment reaches. */
export const WITHOUT_INSTANT: ReadonlySet<string> = new Set(['97']);

/** `EE`, two check digits (ISO 7064, MOD 97-10), bank code, number of the account. */
export function buildIban(number: number): string {
  const account = `${BANK_CODE}${String(number).padStart(14, '0')}`;
  const check = 98n - (BigInt(`${account}141400`) % 97n);
  return `EE${String(check).padStart(2, '0')}${account}`;
}

/** In cents. */
export const FEES = { withinBank: 0, otherBank: 30 };
