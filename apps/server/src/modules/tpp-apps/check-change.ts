/** Validates a developer's changes of their application; errors name the field. */
import type { ApplicationChange } from '@portico/contract';
import { CLIENT_NAME_LENGTH_MAX } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';
import { isPrintable } from '#platform/printable-text.ts';
import type { AppChange } from './change-store.ts';
import { clientNameFlaw } from './client-name.ts';
import { explainRedirectUri } from './explain-redirect-uri.ts';
import { isRedirectUri, type ReturnUrlRules } from './return-url.ts';

/** A plain address without name or comment: it is shown to operators and not parsed further. */
const CONTACT = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

const NAME_OF_BANK = 'Customers read this name above what they sign and would take it for the bank. Choose the name of your application.';

export interface ChangeRules extends ReturnUrlRules {
  /** Whether a name passes for the bank's (`bank-names.ts`). */
  readonly isNameOfBank: (name: string) => boolean;
}

/** @throws UiRefusal 400 FORMAT_ERROR. */
export function checkChange(change: ApplicationChange, rules: ChangeRules): AppChange {
  const { clientName, redirectionUris, contacts } = change;
  const flaw = clientName === undefined ? undefined : clientNameFlaw(clientName);
  if (flaw !== undefined) throw refusal('clientName', flaw);
  if (clientName !== undefined && clientName.length > CLIENT_NAME_LENGTH_MAX) {
    throw refusal('clientName', `A name has at most ${CLIENT_NAME_LENGTH_MAX} characters. Choose a shorter one.`);
  }
  if (clientName !== undefined && rules.isNameOfBank(clientName)) throw refusal('clientName', NAME_OF_BANK);
  for (const [place, uri] of (redirectionUris ?? []).entries()) {
    if (!isRedirectUri(uri, rules)) throw refusal(`redirectionUris[${place}]`, explainRedirectUri(uri, rules));
  }
  const badContact = contacts?.findIndex((contact) => !CONTACT.test(contact) || !isPrintable(contact)) ?? -1;
  if (badContact !== -1) throw refusal(`contacts[${badContact}]`, 'A contact is one e-mail address. Correct it.');
  requireDifferent('redirectionUris', redirectionUris);
  requireDifferent('contacts', contacts);
  return { clientName, redirectUris: redirectionUris, contacts };
}

function requireDifferent(path: string, values: readonly string[] | undefined): void {
  const again = values?.findIndex((value, index) => values.indexOf(value) !== index) ?? -1;
  if (again !== -1) throw refusal(`${path}[${again}]`, 'This entry stands here twice. Leave one out.');
}

function refusal(path: string, text: string): UiRefusal {
  return new UiRefusal(400, 'FORMAT_ERROR', `${text} Nothing was changed.`, { path });
}
