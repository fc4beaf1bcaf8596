/** The authorization server's own pages: what a customer sees when there is no website to go on to. No script; every text is escaped. */
import { escapeHtml, plainPage } from '#platform/http/plain-page.ts';

interface Bank {
  readonly bankName: string;
  readonly supportContact: string;
}

export interface ErrorPageInput extends Bank {
  /** OAuth error code and, for the developer, its description. */
  readonly error: string;
  readonly description?: string | undefined;
  /** Name of the error's class. */
  readonly name: string;
  readonly requestId: string;
  /** What was asked for; default: a sign-in. */
  readonly asked?: 'signOut';
}

interface Words {
  readonly title: string;
  /** For the customer. */
  readonly text: string;
  /** For the website's developer: what to correct. Absent: the description says it. */
  readonly fix?: string;
}

const NOT_SIGNED_IN = 'You are not signed in and no money has moved.';
const NOT_SIGNED_OUT = 'Nobody was signed out. If you were signed in to the bank, that ends by itself after five minutes.';

const UNKNOWN: Words = {
  title: 'This request cannot go on',
  text: 'The website sent something the bank cannot answer.',
};
const WORDS: Readonly<Record<string, Words>> = {
  InvalidClient: {
    title: 'The bank does not know this website',
    text: 'The website you came from is not registered with the bank, or the bank has suspended it.',
    fix: 'Send as client_id the one that Application identity in the developer portal shows.',
  },
  InvalidRedirectUri: {
    title: 'The way back is not registered',
    text: 'The website asked to be called back at an address it has not registered. For your safety the bank does not send you there.',
    fix: 'Send as redirect_uri one that Application identity in the developer portal shows, character by character the same, or register this one there.',
  },
  SessionNotFound: {
    title: 'This sign-in has ended',
    text: 'It was open for too long, was finished already, or belongs to another browser.',
    fix: 'Nothing, if the customer came back to an old page. Else begin with a new authorization request for each sign-in.',
  },
};
const SERVER_ERROR: Words = {
  title: 'The bank could not answer',
  text: 'Something went wrong on the bank’s side.',
  fix: 'Nothing. Tell the bank the request id.',
};

/** When a request cannot be answered to the website it came from (RFC 6749 §4.1.2.1: never redirect then). */
export function errorPage(input: ErrorPageInput): string {
  const words = input.error === 'server_error' ? SERVER_ERROR : (WORDS[input.name] ?? UNKNOWN);
  const outcome = input.asked === 'signOut' ? NOT_SIGNED_OUT : NOT_SIGNED_IN;
  const detail = input.description === undefined ? input.error : `${input.error}: ${input.description}`;
  const content = `<p>${escapeHtml(words.text)}</p>
<p><strong>${outcome}</strong></p>
<p>Go back to the website and start again. If it happens again, tell the website or write to ${escapeHtml(input.supportContact)}.</p>
<dl>
${words.fix === undefined ? '' : `<dt>What the website’s developer has to correct</dt><dd>${escapeHtml(words.fix)}</dd>\n`}<dt>${
    words.fix === undefined ? 'What the website’s developer has to correct' : 'Error'
  }</dt><dd><code>${escapeHtml(detail)}</code></dd>
<dt>Request id</dt><dd><code>${escapeHtml(input.requestId)}</code></dd>
</dl>`;
  return plainPage({ owner: input.bankName, title: words.title, content });
}

/** After a website signed its customer out and named no address to go on to. */
export function signedOutPage(bank: Bank): string {
  const content = '<p>Your session at the bank has ended in this browser. You can close this page.</p>';
  return plainPage({ owner: bank.bankName, title: 'You are signed out', content });
}
