/** What a provider shows its customer while the device asks (`psuMessage` of NextGenPSD2), in the customer's language. */
import type { Locale } from '@portico/contract';
import type { ScaMethod } from './methods/methods.ts';
import { phoneText, sayOnPhone } from './phone-text.ts';

/** @param contentHash 64 hex digits. */
export function sayToPsu({ name, controlCode }: Pick<ScaMethod, 'name' | 'controlCode'>, contentHash: string, locale: Locale): string {
  const code = controlCode?.(contentHash);
  return sayOnPhone(
    code === undefined ? phoneText('psu.confirm', { method: name }) : phoneText('psu.confirmWithCode', { method: name, code }),
    locale,
  );
}
