/** Distinguished names of subjects and issuers. */
import type { RelativeDistinguishedNames } from 'pkijs';
import { isPrintable, printableText } from '#platform/printable-text.ts';
import { textOf } from './der.ts';
import { refuse } from './read-fault.ts';

export const ORGANIZATION = '2.5.4.10';
export const ORGANIZATION_IDENTIFIER = '2.5.4.97';

/** Short names of RFC 4514 §3 and of the attributes in certificates of providers. Others are written as numbers. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  [ORGANIZATION]: 'O',
  '2.5.4.11': 'OU',
  [ORGANIZATION_IDENTIFIER]: 'organizationIdentifier',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

export interface DistinguishedName {
  /** In the order of the certificate, for example `CN=Test CA, O=Example, C=EE`. Commas, quotes and backslashes in values are escaped. */
  readonly text: string;
  readonly attributes: readonly { readonly type: string; readonly value: string }[];
  /** The DER form, to compare names. */
  readonly der: Uint8Array;
}

/** Throws `UnreadableCertificate` if a value is no text. */
export function readName(name: RelativeDistinguishedNames, field: 'subject' | 'issuer'): DistinguishedName {
  const attributes = name.typesAndValues.map(({ type, value }) => {
    const text = textOf(value);
    return { type, value: text ?? refuse(field, `The certificate's ${field} has a value for ${SHORT_NAMES[type] ?? type} that is no valid text.`) };
  });
  const text = attributes.map(({ type, value }) => `${SHORT_NAMES[type] ?? type}=${printableText(value).replaceAll(/[\\",+<>;]/g, '\\$&')}`);
  return { text: text.join(', '), attributes, der: new Uint8Array(name.valueBeforeDecode) };
}

/**
 * The one printable value of an attribute. Two values could show one name to the customer and another one to the check.
 * Throws `UnreadableCertificate`.
 */
export function onlyValue({ attributes }: DistinguishedName, type: string): string {
  const name = SHORT_NAMES[type] ?? type;
  const [first, second] = attributes.filter((each) => each.type === type);
  if (second !== undefined) return refuse(name, `The certificate's subject has ${name} more than once. Use a certificate with one ${name}.`);
  const value = first?.value.trim() ?? '';
  if (value === '') return refuse(name, `The certificate's subject has no ${name}. Use a certificate that names the provider.`);
  if (!isPrintable(value))
    return refuse(name, `The certificate's subject has characters in ${name} that cannot be shown. Use a certificate without them.`);
  return value;
}
