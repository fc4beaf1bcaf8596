/** The authorization server's own pages, shown when it cannot redirect to a website. No scripts; every text is escaped. */
import type { Locale } from '@portico/contract/values';
import { escapeHtml, plainPage } from '#platform/http/plain-page.ts';
import english from './messages.en.json' with { type: 'json' };
import estonian from './messages.et.json' with { type: 'json' };
import lithuanian from './messages.lt.json' with { type: 'json' };
import latvian from './messages.lv.json' with { type: 'json' };
import russian from './messages.ru.json' with { type: 'json' };

interface Bank {
  readonly bankName: string;
  readonly supportContact: string;
  readonly locale: Locale;
}

export interface ErrorPageInput extends Bank {
  /** OAuth error code and, for the developer, its description. */
  readonly error: string;
  readonly description?: string | undefined;
  /** Name of the error's class. */
  readonly name: string;
  readonly requestId: string;
  /** The kind of request; default: a sign-in. */
  readonly asked?: 'signOut';
}

type Texts = Readonly<Record<keyof typeof english, string>>;
type Case = 'invalidClient' | 'invalidRedirectUri' | 'sessionNotFound' | 'serverError' | 'unknown';

const CATALOGUES: Readonly<Record<Locale, Texts>> = { en: english, et: estonian, lt: lithuanian, lv: latvian, ru: russian };

/** By the name of the error's class. */
const CASES: Readonly<Record<string, Case>> = {
  InvalidClient: 'invalidClient',
  InvalidRedirectUri: 'invalidRedirectUri',
  SessionNotFound: 'sessionNotFound',
};
/** What the website's developer must correct, in the language of the API. Absent: the description says it. */
const FIXES: Readonly<Partial<Record<Case, string>>> = {
  invalidClient: 'Send as client_id the one that Application identity in the developer portal shows.',
  invalidRedirectUri:
    'Send as redirect_uri one that Application identity in the developer portal shows, character by character the same, or register this one there.',
  sessionNotFound: 'Nothing, if the customer came back to an old page. Else begin with a new authorization request for each sign-in.',
  serverError: 'Nothing. Tell the bank the request id.',
};

/** For a request that must not be redirected to its website (RFC 6749 §4.1.2.1). */
export function errorPage(input: ErrorPageInput): string {
  const texts = CATALOGUES[input.locale];
  const found = input.error === 'server_error' ? 'serverError' : (CASES[input.name] ?? 'unknown');
  const fix = FIXES[found];
  const outcome = input.asked === 'signOut' ? texts.notSignedOut : texts.notSignedIn;
  const detail = input.description === undefined ? input.error : `${input.error}: ${input.description}`;
  const content = `<p>${escapeHtml(texts[`${found}.text`])}</p>
<p><strong>${escapeHtml(outcome)}</strong></p>
<p>${escapeHtml(texts['error.next'].replace('{contact}', () => input.supportContact))}</p>
<dl>
${fix === undefined ? '' : `<dt>${escapeHtml(texts['error.developer'])}</dt><dd lang="en">${escapeHtml(fix)}</dd>\n`}<dt>${escapeHtml(
    fix === undefined ? texts['error.developer'] : texts['error.code'],
  )}</dt><dd lang="en"><code>${escapeHtml(detail)}</code></dd>
<dt>${escapeHtml(texts.requestId)}</dt><dd><code>${escapeHtml(input.requestId)}</code></dd>
</dl>`;
  return plainPage({ locale: input.locale, owner: input.bankName, title: texts[`${found}.title`], content });
}

/** Shown after a website has signed its customer out without naming a redirect address. */
export function signedOutPage({ bankName, locale }: Pick<Bank, 'bankName' | 'locale'>): string {
  const texts = CATALOGUES[locale];
  return plainPage({ locale, owner: bankName, title: texts['signedOut.title'], content: `<p>${escapeHtml(texts['signedOut.text'])}</p>` });
}
