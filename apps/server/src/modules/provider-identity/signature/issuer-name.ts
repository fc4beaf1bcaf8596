/** Compares the issuer’s distinguished name in `keyId` with that of a certificate. Providers write attributes in any order, with or without spaces, and by different names. */

/** Other names of an attribute type, in lower case. */
const ALIASES: Readonly<Record<string, string>> = {
  e: 'emailaddress',
  s: 'st',
  'oid.2.5.4.97': 'organizationidentifier',
  '2.5.4.97': 'organizationidentifier',
  sn: 'surname',
  serial: 'serialnumber',
};

/** At a comma, plus sign or line end that is not escaped (RFC 4514 §2.4). A line for each attribute is Node's form of a name. */
const SEPARATOR = /(?<!\\)[,+\n]/;
const ATTRIBUTE = /^\s*([A-Za-z0-9.]+)\s*=(.*)$/s;

/** @returns true when both names have the same attributes with the same values. */
export function isSameName(one: string, other: string): boolean {
  const attributes = attributesOf(one);
  return attributes.length > 0 && attributes.join('\n') === attributesOf(other).join('\n');
}

function attributesOf(name: string): readonly string[] {
  return name
    .split(SEPARATOR)
    .map((part) => {
      const [, type = '', value = ''] = ATTRIBUTE.exec(part) ?? [];
      const key = type.toLowerCase();
      return `${Object.hasOwn(ALIASES, key) ? ALIASES[key] : key}=${plain(value)}`;
    })
    .toSorted();
}

/** Without escapes, quotes and doubled spaces; letters of both cases are equal (RFC 5280 §7.1). */
const plain = (value: string) => value.replaceAll(/\\(.)/g, '$1').trim().replaceAll(/^"|"$/g, '').replaceAll(/\s+/g, ' ').toLowerCase();
