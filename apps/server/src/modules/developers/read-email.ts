/**
 * Normalises an address: plain ASCII without quotes, comments or names (RFC 5321 dot-string), lower case. Look-alikes in other scripts,
 * line breaks and lists are refused, so that the stored, compared and mailed addresses are equal.
 */
import { EMAIL_LENGTH_MAX } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';

const LOCAL_LENGTH_MAX = 64;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Undefined for another form. Surrounding spaces are removed. */
export function readEmail(given: string): string | undefined {
  if (given.length > 2 * EMAIL_LENGTH_MAX) return undefined;
  const email = given.replace(/^ +/, '').replace(/ +$/, '');
  // Checked before `toLowerCase`, which converts some look-alikes to ASCII (the Kelvin sign).
  if (email.length > EMAIL_LENGTH_MAX || !/^[\x21-\x7e]+$/.test(email)) return undefined;
  const [local = '', domain = '', ...others] = email.toLowerCase().split('@');
  if (others.length > 0 || local.length > LOCAL_LENGTH_MAX || !LOCAL_PART.test(local)) return undefined;
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isDomain ? `${local}@${domain}` : undefined;
}

/** @throws UiRefusal 400 EMAIL_INVALID. */
export function requireEmail(given: string): string {
  const email = readEmail(given);
  if (email !== undefined) return email;
  const text =
    given.length > EMAIL_LENGTH_MAX
      ? `This e-mail address is longer than ${EMAIL_LENGTH_MAX} characters. Use a shorter one.`
      : 'This e-mail address cannot be used. Type one like name@company.com, in plain letters, digits and signs.';
  throw new UiRefusal(400, 'EMAIL_INVALID', text, { path: 'email' });
}
