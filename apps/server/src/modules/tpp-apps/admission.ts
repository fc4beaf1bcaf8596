/** Validates what an operator enters when an application is admitted. */
import { PROVIDER_ROLES } from '@portico/contract/values';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { isPrintable } from '#platform/printable-text.ts';
import { letterFlaw } from './client-name.ts';
import type { AdmissionEntry, RegisteredApp } from './tpp-apps.ts';

/** An invalid entry; nothing was changed. */
export class AdmissionMistake extends Error {
  override readonly name = 'AdmissionMistake';
}

const NAME_LENGTH_MAX = 140;
const MARKUP = /[<>]/;
/** Beside letters and figures: the punctuation of registered names. Other signs, such as † and ₽, look like letters. */
const OTHER_SIGN = /[^\p{L}\p{M}\p{N} !"#$%&'()*+,\-./:;=?@_|–—’‘‚“”„«»‹›·…]/u;
const NUMBER = /^[\p{L}0-9](?:[\p{L}0-9 ./_-]{0,68}[\p{L}0-9])?$/u;

/** @param given the operator's input: `roles` is a list separated by commas. @throws AdmissionMistake. */
export function readAdmission(given: { readonly name: string; readonly number: string; readonly roles: string }): AdmissionEntry {
  // A text that was copied from a register may have a space of another width.
  const registeredName = given.name
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()
    .normalize('NFC');
  if (
    registeredName === '' ||
    registeredName.length > NAME_LENGTH_MAX ||
    !isPrintable(registeredName) ||
    MARKUP.test(registeredName) ||
    !/[\p{L}\p{N}]/u.test(registeredName)
  ) {
    throw new AdmissionMistake(`--name is the name in the public register: 1 to ${NAME_LENGTH_MAX} readable characters.`);
  }
  const sign = OTHER_SIGN.exec(registeredName);
  if (sign !== null) throw new AdmissionMistake(`--name: The sign ${sign[0]} is no ordinary punctuation and may look like a letter.`);
  const flaw = letterFlaw(registeredName);
  if (flaw !== undefined) throw new AdmissionMistake(`--name: ${flaw}`);
  const authorisationNumber = given.number.trim().normalize('NFC');
  if (!NUMBER.test(authorisationNumber) || letterFlaw(authorisationNumber) !== undefined) {
    throw new AdmissionMistake(
      '--number is the authorisation number in the public register, such as PSDEE-EFSA-12345678: up to 70 letters of one script, digits 0 to 9 and . / _ -',
    );
  }
  const typed = given.roles.split(',').map((role) => role.trim().toLowerCase());
  const unknown = typed.find((role) => !PROVIDER_ROLES.some((known) => known === role));
  if (unknown !== undefined) throw new AdmissionMistake(`--roles takes ${PROVIDER_ROLES.join(', ')} with commas between them, not "${unknown}".`);
  return { registeredName, authorisationNumber, roles: PROVIDER_ROLES.filter((role) => typed.includes(role)) };
}

/**
 * A fingerprint of the values that an operator vets. It changes with the owner's changes, so that only the values that were read are admitted.
 * 64 hex digits: of a shorter one the owner, who chooses the values, could find two contents with the same fingerprint.
 */
export function fingerprintOf({ clientId, clientName, redirectUris, contacts }: RegisteredApp): string {
  return sha256Hex(JSON.stringify([clientId, clientName, redirectUris, contacts]));
}
