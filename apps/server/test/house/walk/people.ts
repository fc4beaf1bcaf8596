/** The persons who act for the company of a walk. The bank assigns three persons to two signatory places and changes this during orders. */
import { textOf } from '@portico/testkit';
import type { PermissionsHouse } from '../permissions-house.ts';

/** `company`: signs first. `coSigner`: signs second. `person`: a customer of their own, whom nobody replaces. */
export type Place = 'company' | 'coSigner' | 'person';

export interface Person {
  readonly firstName: string;
  readonly surname: string;
  readonly code: string;
}

export const nameOf = ({ firstName, surname }: Person): string => `${firstName} ${surname}`;

const NEW_PERSON: Person = { firstName: 'Uku', surname: 'Uustulnuk', code: '39001019965' };

export async function openPeople(house: PermissionsHouse) {
  const { company } = house;
  const person = house.customer(company.country, 'person');
  const rows = async (text: string, ...values: readonly unknown[]) => (await house.database.query(text, values)).rows;
  const [second] = await rows('select id from customer where signs_for = $1', company.id);
  const ids: Readonly<Record<Place, string>> = { company: company.id, coSigner: textOf(second, 'id'), person: person.id };

  async function read(place: Place): Promise<Person> {
    const [row] = await rows('select first_name, surname, national_identity_number as code from customer where id = $1', ids[place]);
    return { firstName: textOf(row, 'first_name'), surname: textOf(row, 'surname'), code: textOf(row, 'code') };
  }

  const holders: Record<Place, Person> = { company: await read('company'), coSigner: await read('coSigner'), person: await read('person') };
  const persons: readonly Person[] = [holders.company, holders.coSigner, NEW_PERSON];
  const write = (place: Place, { firstName, surname, code }: Person) =>
    rows('update customer set first_name = $2, surname = $3, national_identity_number = $4 where id = $1', ids[place], firstName, surname, code);
  let isAppointed = true;

  return {
    ids,
    persons,
    holders: holders as Readonly<Record<Place, Person>>,
    isAppointed: () => isAppointed,
    /** Puts these two persons in the places of the company. */
    async replace(first: Person, secondPerson: Person): Promise<void> {
      if (first === secondPerson) throw new Error('One person has one place.');
      // A code is unique: both places are emptied first.
      await write('company', { ...holders.company, code: '00000000001' });
      await write('coSigner', { ...holders.coSigner, code: '00000000002' });
      holders.company = first;
      holders.coSigner = secondPerson;
      for (const place of ['company', 'coSigner'] as const) await write(place, holders[place]);
    },
    /** Whether the person in the second place signs for the company. */
    async appoint(does: boolean): Promise<void> {
      isAppointed = does;
      await rows('update customer set signs_for = $2 where id = $1', ids.coSigner, does ? company.id : ids.person);
    },
  };
}

export type People = Awaited<ReturnType<typeof openPeople>>;
