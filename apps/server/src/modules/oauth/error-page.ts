/** What a customer sees when a request cannot be answered to the website it came from (RFC 6749 §4.1.2.1: never redirect then). */
import { escapeHtml, plainPage } from '#platform/http/plain-page.ts';

export interface ErrorPageInput {
  readonly bankName: string;
  readonly supportContact: string;
  /** OAuth error code and, for the developer, its description. */
  readonly error: string;
  readonly description?: string | undefined;
  /** Name of the error's class. */
  readonly name: string;
  readonly requestId: string;
}

interface Words {
  readonly title: string;
  readonly text: string;
}

const UNKNOWN: Words = {
  title: 'This request cannot go on',
  text: 'The website sent something the bank cannot answer.',
};
const WORDS: Readonly<Record<string, Words>> = {
  InvalidClient: { title: 'The bank does not know this website', text: 'The website you came from is not registered with the bank.' },
  InvalidRedirectUri: {
    title: 'The way back is not registered',
    text: 'The website asked to be called back at an address it has not registered. For your safety the bank does not send you there.',
  },
  SessionNotFound: { title: 'This sign-in has ended', text: 'It was open for too long, was finished already, or belongs to another browser.' },
};
const SERVER_ERROR: Words = { title: 'The bank could not answer', text: 'Something went wrong on the bank’s side.' };

export function errorPage(input: ErrorPageInput): string {
  const words = input.error === 'server_error' ? SERVER_ERROR : (WORDS[input.name] ?? UNKNOWN);
  const detail = input.description === undefined ? input.error : `${input.error}: ${input.description}`;
  const content = `<p>${escapeHtml(words.text)}</p>
<p><strong>You are not signed in and no money has moved.</strong></p>
<p>Go back to the website and start again. If it happens again, tell the website or write to ${escapeHtml(input.supportContact)}.</p>
<dl>
<dt>For the website’s developer</dt><dd><code>${escapeHtml(detail)}</code></dd>
<dt>Request id</dt><dd><code>${escapeHtml(input.requestId)}</code></dd>
</dl>`;
  return plainPage({ owner: input.bankName, title: words.title, content });
}
