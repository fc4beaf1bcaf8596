/** The error page for people whose browser opened a URL: in their language, and for customers with the consequences for their payments. */
import { DEFAULT_LOCALE, type Locale } from '@portico/contract/values';
import type { FastifyReply, FastifyRequest } from 'fastify';
import english from './messages.en.json' with { type: 'json' };
import estonian from './messages.et.json' with { type: 'json' };
import lithuanian from './messages.lt.json' with { type: 'json' };
import latvian from './messages.lv.json' with { type: 'json' };
import russian from './messages.ru.json' with { type: 'json' };
import { escapeHtml, plainPage } from './plain-page.ts';
import { requestedLocale } from './requested-locale.ts';
import { pathOf } from './route-area.ts';
import { rulesOf } from './route-rules.ts';
import { varyBy } from './vary-by.ts';

const CATALOGUES: Readonly<Record<Locale, Readonly<Record<keyof typeof english, string>>>> = {
  en: english,
  et: estonian,
  lt: lithuanian,
  lv: latvian,
  ru: russian,
};

type Kind = 'notFound' | 'tooMany' | 'unavailable' | 'failed' | 'refused';

const KINDS: Readonly<Record<number, Kind>> = { 404: 'notFound', 429: 'tooMany', 503: 'unavailable' };
const kindOf = (status: number): Kind => KINDS[status] ?? (status >= 500 ? 'failed' : 'refused');

/** What happened to the customer's payments. A fault can follow an act that was done, all other kinds refuse before an act. */
const CONSEQUENCE = {
  notFound: 'customer.unchanged',
  tooMany: 'customer.unchanged',
  refused: 'customer.unchanged',
  unavailable: 'customer.kept',
  failed: 'customer.kept',
} as const;

/** Whether customers open this URL: the bank's pages, the authorization servers, and the address of the signing pages. Developers open all others. */
function isCustomers(request: FastifyRequest): boolean {
  const path = pathOf(request.originalUrl);
  return rulesOf(request).area === 'oauth' || path === '/' || path.startsWith('/bank/');
}

/** @param supportContact the contact to send the id to; default: the page names none */
export const problemPage = (supportContact?: string) => (status: number, request: FastifyRequest, reply: FastifyReply) => {
  // Read from the URL, because a request that is refused before routing has no parsed query.
  const params = Object.fromEntries(new URLSearchParams(request.originalUrl.slice(pathOf(request.originalUrl).length)));
  const locale = requestedLocale(params, request.headers['accept-language']) ?? DEFAULT_LOCALE;
  const texts = CATALOGUES[locale];
  const kind = kindOf(status);
  const support = supportContact === undefined ? '' : `<dt>${texts['problem.support']}</dt><dd>${escapeHtml(supportContact)}</dd>`;
  // The id is a UUID (`request-id.ts`), so it needs no escaping.
  const consequence = isCustomers(request) ? ` ${texts[CONSEQUENCE[kind]]}` : '';
  const content = `<p>${texts[`${kind}.text`]}${consequence}</p>
<p><a href="/">${texts['problem.start']}</a></p>
<dl><dt>${texts.requestId}</dt><dd><code>${request.id}</code></dd>${support}</dl>`;
  varyBy(reply, 'Accept-Language');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-language', locale)
    .send(plainPage({ locale, title: texts[`${kind}.title`], content }));
};
