/** The error page for people whose browser opened a URL: in their language, with the consequences for payments. */
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

/** @param supportContact the contact to send the id to; default: the page names none */
export const problemPage = (supportContact?: string) => (status: number, request: FastifyRequest, reply: FastifyReply) => {
  // Read from the URL, because a request that is refused before routing has no parsed query.
  const params = Object.fromEntries(new URLSearchParams(request.originalUrl.slice(pathOf(request.originalUrl).length)));
  const locale = requestedLocale(params, request.headers['accept-language']) ?? DEFAULT_LOCALE;
  const texts = CATALOGUES[locale];
  const kind = kindOf(status);
  const support = supportContact === undefined ? '' : `<dt>${texts['problem.support']}</dt><dd>${escapeHtml(supportContact)}</dd>`;
  // The id is a UUID (`request-id.ts`), so it needs no escaping.
  const content = `<p>${texts[`${kind}.text`]}</p>
<p><a href="/">${texts['problem.start']}</a></p>
<dl><dt>${texts.requestId}</dt><dd><code>${request.id}</code></dd>${support}</dl>`;
  varyBy(reply, 'Accept-Language');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-language', locale)
    .send(plainPage({ locale, title: texts[`${kind}.title`], content }));
};
