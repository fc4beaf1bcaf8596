/** Basic types of the APIs. Errors show the `description` of a pattern after "Accepted:". */
import { type Static, Type } from 'typebox';
import { END_TO_END_ID_LENGTH_MAX } from '../limits.ts';

/** A closed object: unknown members are refused with their path, never ignored. */
export const closed = { additionalProperties: false } as const;

/**
 * A closed object of the standard. `names` are members of the standard that the bank does not support: they are refused as `PARAMETER_NOT_SUPPORTED`.
 */
export const closedWithout = (names: readonly string[]) => ({ ...closed, 'x-not-offered': names }) as const;

/** One of a closed list of values. `notOffered`: values of the standard that the bank refuses; error texts do not list them. */
export function literals<const Values extends readonly string[]>(
  values: readonly [...Values],
  description?: string,
  notOffered?: readonly Values[number][],
) {
  return Type.Enum<[...Values]>(values, {
    ...(description === undefined ? {} : { description }),
    ...(notOffered === undefined ? {} : { 'x-not-offered': notOffered }),
  });
}

/** ISO 8601 calendar date. */
export const IsoDate = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', description: 'a calendar date as YYYY-MM-DD' });
/** ISO 8601 instant in UTC. */
export const IsoInstant = Type.String({ minLength: 20, maxLength: 30 });
export const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$' });
/** Format of ISO 13616; `primitives/iban` verifies the check digits. */
export const Iban = Type.String({
  pattern: '^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$',
  maxLength: 34,
  description: 'an IBAN in upper case without spaces, such as EE869800100045081764',
});
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$', description: 'three capital letters (ISO 4217), such as EUR' });
export const CountryCode = Type.String({ pattern: '^[A-Z]{2}$', description: 'two capital letters (ISO 3166), such as EE' });

/** Berlin Group amount: a decimal string with a dot, never a JSON number. */
export const Amount = Type.Object(
  {
    amount: Type.String({
      pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,3})?$',
      description: 'plain digits with a dot and at most two decimals, such as 46.80',
    }),
    currency: CurrencyCode,
  },
  closed,
);
export type Amount = Static<typeof Amount>;

export const EndToEndIdentification = Type.String({ minLength: 1, maxLength: END_TO_END_ID_LENGTH_MAX });

export const Link = Type.Object({ href: Type.String() }, closed);
