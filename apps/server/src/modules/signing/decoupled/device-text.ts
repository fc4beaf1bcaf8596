/** What the device of a decoupled request shows: what is confirmed, who asks for it, and what to do with a request that the customer did not start. */
import type { Locale } from '@portico/contract';
import { PHONE_TEXT_LENGTH_MAX, type PhoneText, PROVIDER_LENGTH_MAX, phoneText, sayOnPhone, shortenName } from '#modules/sca/index.ts';
import type { Examined, Signable, SignableSubject } from '../signing.ts';

/** Names the provider as registered, because no page does. */
export function deviceTextOf(
  { onDevice }: Pick<Signable, 'onDevice'>,
  { tppName }: Pick<SignableSubject, 'tppName'>,
  thing: Examined<unknown>,
): PhoneText {
  const what = onDevice?.what?.(thing) ?? thing.content.displayText;
  return phoneText('phone.asked', { what, provider: shortenName(tppName, PROVIDER_LENGTH_MAX) });
}

/** False: the end of the text would be cut off, so the customer must read it on a page. */
export function fitsPhone(text: PhoneText, locale: Locale): boolean {
  return sayOnPhone(text, locale).length <= PHONE_TEXT_LENGTH_MAX;
}
