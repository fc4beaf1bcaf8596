/** Who can sign in at the stand-in: invented people, at addresses that can never exist (RFC 2606). */

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** False: the bank's portal must refuse this one. */
  readonly isVerified: boolean;
  /** Of an operator of the bank, for its console; absent: of a developer, for the portal. */
  readonly group?: string;
}

export const PEOPLE: readonly Person[] = [
  { id: 'liis', name: 'Liis Näidis', email: 'liis.naidis@stand-in.example', isVerified: true },
  { id: 'janis', name: 'Jānis Paraudziņš', email: 'janis.paraudzins@stand-in.example', isVerified: true },
  { id: 'ona', name: 'Ona Pavyzdė', email: 'ona.pavyzde@stand-in.example', isVerified: true },
  { id: 'egon', name: 'Egon Kontrollimata', email: 'egon.kontrollimata@stand-in.example', isVerified: false },
  operator('support', 'Tiina Tugi'),
  operator('operations', 'Mart Maksed'),
  operator('provider-manager', 'Paula Pakkuja'),
  operator('auditor', 'Aivar Audiitor'),
  operator('administrator', 'Heli Haldur'),
];

/** The groups have the names of the console's roles. */
function operator(group: string, name: string): Person {
  return { id: group, name, email: `${group}@bank.example`, isVerified: true, group };
}

export function findPerson(id: string): Person | undefined {
  return PEOPLE.find((person) => person.id === id);
}
